/** What an attacker has seen: the objects in the answers of calls, from which the next inputs are made. */
import type { Draw } from './draw.ts';

export interface Seen {
  /** Words of the path that showed it, and of the key that it was under: `admin`, `refunds`, `list`, `row`. */
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Who saw it. */
  readonly by: string;
  /** Its kind and state. */
  readonly key: string;
  /** Reads it again. */
  readonly read: Read | null;
}

/** A call that showed something. */
export interface Read {
  readonly call: string;
  readonly input: object;
}

/** Objects for each kind: the newest stay. */
const KIND_MAX = 12;
const SKIPPED = new Set(['api', 'v1', 'list', 'get']);
/** Words that say who calls, and not about what. */
const GENERAL = new Set(['admin', 'user', 'auth', 'company']);
/** What a file is for. */
const SAME: Readonly<Record<string, string>> = {
  receipt: 'media',
  profilepicture: 'media',
  picture: 'media',
  transaction: 'purchase',
};

/** `['admin', 'refunds', 'approve']` of `/api/v1/admin/refunds/approve`, without plurals. */
const wordOf = (part: string): string => {
  const word = part.toLowerCase().replace(/s$/, '');
  return SAME[word] ?? word;
};

export const tagsOf = (path: string): string[] =>
  path
    .split(/[/-]/)
    .filter((part) => part !== '' && !SKIPPED.has(part))
    .map(wordOf);

export class Pool {
  /** By kind, by id. */
  readonly #kinds = new Map<string, Map<string, Seen>>();
  /** How often a call took an object of a kind and state, and how often it was accepted. */
  readonly #outcomes = new Map<string, { tries: number; accepted: number }>();

  /** Objects that some call did not take as they are. */
  readonly #refused = new WeakSet<Seen>();

  /** Remembers every object with an id in an answer. */
  learn(by: string, path: string, value: unknown, read: Read | null): void {
    this.#learn({ by, read }, tagsOf(path), value, 0);
  }

  #learn(from: Pick<Seen, 'by' | 'read'>, tags: readonly string[], value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 5) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, KIND_MAX)) this.#learn(from, tags, item, depth + 1);
      return;
    }
    const fields = { ...(value as Record<string, unknown>) };
    // A match names its row and its purchase by objects, calls name them by ids.
    for (const [key, it] of Object.entries(fields)) {
      const inner =
        typeof it === 'object' && it !== null && !Array.isArray(it) ? (it as { id?: unknown }).id : undefined;
      if (typeof inner === 'string') fields[`${key}Id`] ??= inner;
    }
    const ids = Object.entries(fields).filter(([key, it]) => /(^id|Id)$/.test(key) && typeof it === 'string');
    const id = fields.id ?? ids.map(([, it]) => it).join(' ');
    if (typeof id === 'string' && id !== '') this.#add({ ...from, tags, fields, key: keyOf(tags, fields) }, id);
    for (const [key, it] of Object.entries(fields)) this.#learn(from, [...tags, wordOf(key)], it, depth + 1);
  }

  #add(seen: Seen, id: string): void {
    const kind = `${seen.by} ${seen.tags.join(' ')}`;
    const known = this.#kinds.get(kind) ?? new Map<string, Seen>();
    known.delete(id);
    known.set(id, seen);
    const [oldest] = known.keys();
    if (known.size > KIND_MAX && oldest !== undefined) known.delete(oldest);
    this.#kinds.set(kind, known);
  }

  /** An object for a call: near to it by its topics and fields, and of a state that the call has accepted before. */
  pick(
    by: string,
    call: string,
    { topics, fields = [] }: { topics: readonly string[]; fields?: readonly string[] },
    draw: Draw,
  ): Seen | undefined {
    const all = topics.map(wordOf);
    const special = all.filter((word) => !GENERAL.has(word) && this.#isTag(word));
    // `admin/auth/update` is about what `admin/auth` lists.
    const meant = special.length > 0 ? special : all.filter((word) => GENERAL.has(word));
    const isAny = draw.isOneIn(20);
    // Mostly the own; sometimes what somebody else has seen.
    const isOwn = !draw.isOneIn(10);
    const rated = [...this.#kinds.values()].flatMap((known) => {
      const list = [...known.values()];
      const near = list[0]?.tags.filter((tag) => meant.includes(tag)).length ?? 0;
      if ((near === 0 && !isAny) || (isOwn && list[0]?.by !== by)) return [];
      return list.map((seen) => ({
        seen,
        weight: 40 ** near * 2 ** fields.filter((it) => it in seen.fields).length * this.#rate(call, seen),
      }));
    });
    return draw.weighted(rated)?.seen;
  }

  #isTag(word: string): boolean {
    return [...this.#kinds.keys()].some((kind) => kind.split(' ').includes(word));
  }

  /** Values under a name, of any object. */
  valuesOf(name: string): unknown[] {
    return [...this.#kinds.values()].flatMap((known) =>
      [...known.values()].flatMap(({ fields }) => (fields[name] === undefined ? [] : [fields[name]])),
    );
  }

  note(call: string, seen: Seen, isAccepted: boolean): void {
    const key = `${call} ${seen.key}`;
    const outcome = this.#outcomes.get(key) ?? { tries: 0, accepted: 0 };
    outcome.tries++;
    if (isAccepted) outcome.accepted++;
    else this.#refused.add(seen);
    this.#outcomes.set(key, outcome);
  }

  #rate(call: string, seen: Seen): number {
    const { tries, accepted } = this.#outcomes.get(`${call} ${seen.key}`) ?? { tries: 0, accepted: 0 };
    return ((1 + 8 * accepted) / (1 + tries - accepted) ** 2) * (this.#refused.has(seen) ? 0.2 : 1);
  }
}

const keyOf = (tags: readonly string[], { status, state, role }: Readonly<Record<string, unknown>>): string =>
  `${tags.join(' ')} ${String(status ?? '')} ${String(state ?? '')} ${String(role ?? '')}`;
