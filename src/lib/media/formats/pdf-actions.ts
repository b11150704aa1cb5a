/**
 * Finds what a PDF does by itself (ISO 32000-2, 12.6): scripts, programs, forms that are sent, files inside, and links that open
 * with the file or a page. Links that the reader has to click are accepted: bank receipts have them. Every revision of the file counts.
 * Objects in packed streams are read unless the file is encrypted.
 */
import { readObjectStreams } from './pdf-object-streams.ts';
import { nameOf, type PdfValue, readDictionary, readValue } from './pdf-objects.ts';

const BLANKS = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]{0,80}[\\r\\n]){0,16}';
const BLANKS_BETWEEN = BLANKS.replace('{0,16}', '{1,16}');

/** A pattern for all spellings of a name: any character can be written as `#` and its code (7.3.5). */
function anySpelling(name: string): string {
  const spelt = [...name].map((character) => {
    const code = character.charCodeAt(0).toString(16);
    return `(?:${character}|#${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return `/${spelt.join('')}(?![A-Za-z0-9])`;
}

/** Programs, scripts, and what a proof of payment has no use for. */
const NEVER = ['JavaScript', 'Launch'];
const NEVER_QUIETLY = ['SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'RichMedia', 'FileAttachment'];
const FILES_INSIDE = ['EmbeddedFile', 'EmbeddedFiles'];
const patternOf = (names: readonly string[]): RegExp => new RegExp(names.map(anySpelling).join('|'), 'i');
const SCRIPTS = patternOf(NEVER);
const QUIET = patternOf([...NEVER_QUIETLY, ...FILES_INSIDE]);
/** Forms of XML with scripts of their own. Three letters alone occur in packed data. */
const XML_FORM = new RegExp(
  `${anySpelling('XFA')}${BLANKS}(?:\\[|\\d{1,10}${BLANKS_BETWEEN}\\d{1,5}${BLANKS_BETWEEN}R(?![A-Za-z]))`,
);
/** Entries whose actions run when the file or a page opens, or a field changes. */
const TRIGGERS = new RegExp(`(${anySpelling('OpenAction')})|${anySpelling('AA')}`, 'g');
const HEAD = new RegExp(`(?<!\\d)(\\d{1,10})${BLANKS_BETWEEN}\\d{1,5}${BLANKS_BETWEEN}obj(?![A-Za-z])`, 'g');

/** Actions that stay inside the file: a page to show, or a command of the viewer such as Print. */
const HARMLESS = new Set(['GoTo', 'Named']);
/** Triggers that are read; a real file has a few. */
const TRIGGERS_MAX = 200;
const DEPTH_MAX = 8;
/** Actions that are read, with all that they refer to. */
const VISITS_MAX = 2000;
/** Objects that have one number, of all revisions. */
const REVISIONS_MAX = 20;

export type Behaviour = 'none' | 'script' | 'opens' | 'unreadable';

/** @param text the file, with one character per byte */
export function behaviourOf(text: string, bytes: Uint8Array, isEncrypted: boolean): Behaviour {
  if (SCRIPTS.test(text)) return 'script';
  const packed = isEncrypted ? { texts: [], objects: new Map<number, string[]>() } : readObjectStreams(text, bytes);
  if (packed === null) return 'unreadable';
  const all = [text, ...packed.texts];
  if (all.some((part) => SCRIPTS.test(part))) return 'script';
  if (all.some((part) => QUIET.test(part) || XML_FORM.test(part))) return 'opens';
  const objects = new Objects(text, packed.objects);
  let triggers = 0;
  for (const part of all)
    for (const trigger of part.matchAll(TRIGGERS)) {
      if (++triggers > TRIGGERS_MAX) return 'opens';
      const value = readValue(part, trigger.index + trigger[0].length);
      const isHarmless = value === null || (trigger[1] ? objects.isHarmless(value) : objects.areHarmless(value));
      if (!isHarmless) return 'opens';
    }
  return 'none';
}

/** The objects of a file by their numbers. */
class Objects {
  readonly #text: string;
  readonly #packed: ReadonlyMap<number, readonly string[]>;
  #starts: Map<number, number[]> | null = null;
  #visits = 0;

  constructor(text: string, packed: ReadonlyMap<number, readonly string[]>) {
    this.#text = text;
    this.#packed = packed;
  }

  /** Whether an action, and what follows it, only shows something of the file. A place in the file is no action. */
  isHarmless(value: PdfValue, depth = 0): boolean {
    if (depth > DEPTH_MAX || ++this.#visits > VISITS_MAX) return false;
    if (value.kind === 'reference') return this.#valuesOf(value.number).every((it) => this.isHarmless(it, depth + 1));
    if (value.kind !== 'dictionary') return true;
    const { entries } = value;
    if (!entries.has('S')) return !entries.has('URI');
    if (!HARMLESS.has(nameOf(entries, 'S') ?? '')) return false;
    const next = entries.get('Next');
    const following = next?.kind === 'array' ? next.items : next ? [next] : [];
    return following.every((it) => this.isHarmless(it, depth + 1));
  }

  /** The same for a dictionary of events, each with an action. */
  areHarmless(events: PdfValue): boolean {
    const dictionaries = events.kind === 'reference' ? this.#valuesOf(events.number) : [events];
    return dictionaries.every(
      (it) => it.kind !== 'dictionary' || [...it.entries.values()].every((action) => this.isHarmless(action)),
    );
  }

  #valuesOf(number: number): PdfValue[] {
    const starts = this.#index().get(number) ?? [];
    const plain = starts.slice(-REVISIONS_MAX).map((start) => readDictionary(this.#text, start));
    const packed = (this.#packed.get(number) ?? []).slice(-REVISIONS_MAX).map((text) => readDictionary(text, 0));
    return [...plain, ...packed].flatMap((entries) => (entries ? [{ kind: 'dictionary' as const, entries }] : []));
  }

  #index(): Map<number, number[]> {
    if (this.#starts) return this.#starts;
    const starts = new Map<number, number[]>();
    for (const head of this.#text.matchAll(HEAD)) {
      const number = Number(head[1]);
      const known = starts.get(number);
      if (known) known.push(head.index + head[0].length);
      else starts.set(number, [head.index + head[0].length]);
    }
    this.#starts = starts;
    return starts;
  }
}
