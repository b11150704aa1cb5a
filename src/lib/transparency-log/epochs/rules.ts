/*
 * Epochs of a log (docs/decisions/0680). After a rollback or a move a log goes on under another key, so that no key signs two
 * trees that are not one history. A signed note records with which tree the key begins, and where the keys before it ended.
 */
import { epochSeeds, signersOf, verifiersOf } from '../keys.rules.ts';
import {
  fromBase64,
  parseNote,
  parseVerifierLine,
  signatureState,
  signNote,
  toBase64,
  type Verifier,
  verifierLine,
} from '../note.rules.ts';
import { HASH_BYTES } from '../tree.rules.ts';

/** The last tree that is known to be signed, or about to be. */
export interface Head {
  /** Id of the epoch; null for the first. */
  readonly epoch: string | null;
  readonly size: number;
  /** Null where only the size is known. */
  readonly root: Uint8Array | null;
}

export interface Succession {
  readonly origin: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The signed tree that the new key continues. */
  readonly begins: { readonly size: number; readonly root: Uint8Array };
  /** Epochs whose keys sign no more, with the last heads that are known. The first one was the present one. */
  readonly ended: readonly Head[];
  /** The new keys. */
  readonly keys: readonly Verifier[];
}

const TITLE = 'Launchbook key of a log 1';
const FIRST = '-';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SIZE = /^(0|[1-9][0-9]{0,15})$/;

function successionText({ origin, at, begins, ended, keys }: Succession): string {
  const lines = [TITLE, origin, at, `begins ${begins.size} ${toBase64(begins.root)}`];
  for (const { epoch, size, root } of ended)
    lines.push(`ended ${epoch ?? FIRST} ${size} ${root ? toBase64(root) : FIRST}`);
  for (const key of keys) lines.push(`key ${verifierLine(key)}`);
  return `${lines.join('\n')}\n`;
}

/**
 * The signed note of a new epoch. The keys before sign it too, so that who trusts them can trust the new ones.
 * @param seeds of the installation's secrets
 */
export function signSuccession(
  succession: Omit<Succession, 'keys'>,
  { seeds, before, epoch }: { seeds: readonly Uint8Array[]; before: string | null; epoch: string },
): string {
  const { origin } = succession;
  const own = epochSeeds(seeds, epoch);
  const text = successionText({ ...succession, keys: verifiersOf(origin, own) });
  return signNote(text, [...signersOf(origin, own), ...signersOf(origin, epochSeeds(seeds, before))]);
}

/** Null for what is not such a note. Checks no signature. */
export function parseSuccession(note: string): Succession | null {
  const [title, origin = '', at = '', begins = '', ...rest] = parseNote(note)?.text.split('\n').slice(0, -1) ?? [];
  const [, size = '', root = ''] = begins.split(' ');
  const bytes = rootOf(root);
  if (title !== TITLE || !begins.startsWith('begins ') || !SIZE.test(size) || !bytes) return null;
  const ended = rest.filter((line) => line.startsWith('ended ')).map(parseEnded);
  const keys = rest.filter((line) => line.startsWith('key ')).map((line) => parseVerifierLine(line.slice(4)));
  if (ended.length + keys.length !== rest.length || ended.includes(null) || keys.includes(null)) return null;
  return {
    origin,
    at,
    begins: { size: Number(size), root: bytes },
    ended: ended.filter((head) => head !== null),
    keys: keys.filter((key) => key !== null),
  };
}

function rootOf(text: string): Uint8Array | null {
  const bytes = fromBase64(text);
  return bytes?.length === HASH_BYTES ? bytes : null;
}

function parseEnded(line: string): Head | null {
  const [, epoch = '', size = '', root = ''] = line.split(' ');
  if ((epoch !== FIRST && !UUID.test(epoch)) || !SIZE.test(size) || (root !== FIRST && !rootOf(root))) return null;
  return { epoch: epoch === FIRST ? null : epoch, size: Number(size), root: root === FIRST ? null : rootOf(root) };
}

/** Whether one of these keys signed the note, and none of them wrongly. */
export function isSignedBy(note: string, keys: readonly Verifier[]): boolean {
  const parsed = parseNote(note);
  const states = parsed ? keys.map((key) => signatureState(parsed, key)) : [];
  return states.includes('valid') && !states.includes('invalid');
}

/** As it is stored. */
export interface Epoch {
  readonly id: string;
  readonly note: string;
}

export interface LogEpochs {
  /** Id of the present epoch; null for the first. */
  readonly present: string | null;
  /** The note of the present epoch, if one of its keys signed it. */
  readonly succession: Succession | null;
  /** Epochs whose keys sign no more. */
  readonly ended: ReadonlySet<string | null>;
}

/** @param stored the first one first. @param seeds of the installation's secrets */
export function readEpochs(stored: readonly Epoch[], seeds: readonly Uint8Array[]): LogEpochs {
  const ended = new Set<string | null>();
  let succession: Succession | null = null;
  for (const { id, note } of stored) {
    const parsed = parseSuccession(note);
    succession = parsed && isSignedBy(note, verifiersOf(parsed.origin, epochSeeds(seeds, id))) ? parsed : null;
    for (const head of succession?.ended ?? []) ended.add(head.epoch);
  }
  const present = stored.at(-1)?.id ?? null;
  ended.delete(present);
  return { present, succession, ended };
}

/**
 * What a head from outside the database is to the log: of the present epoch, so that the log has to continue it; of one that
 * the operator has ended; or of one that the database does not know, because it was set back to before its beginning.
 */
export function standingOf(
  { epoch }: Pick<Head, 'epoch'>,
  { present, ended }: LogEpochs,
): 'present' | 'ended' | 'unknown' {
  if (epoch === present) return 'present';
  return ended.has(epoch) ? 'ended' : 'unknown';
}
