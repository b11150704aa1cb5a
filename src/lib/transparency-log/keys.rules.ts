/* Which keys sign the checkpoints of a log, and under which name. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import {
  keyIdOf,
  parseCheckpoint,
  parseNote,
  type Signer,
  signatureState,
  type Verifier,
  verifierOf,
} from './note.rules.ts';

/** The name of a log. @param host with its port, if it is not the usual one */
export function originOf(host: string, { kind, scopeId }: { kind: 'ledger' | 'audit'; scopeId: string }): string {
  return `${host}/${kind}/${scopeId}`;
}

/**
 * The keys of a log in an epoch. A restore cannot bring one back for another history, because the id of an epoch is random.
 * @param seeds of the installation's secrets
 * @param epoch its id; null for the first epoch of a log
 */
export function epochSeeds(seeds: readonly Uint8Array[], epoch: string | null): Uint8Array[] {
  return seeds.map((seed) => (epoch === null ? seed : hmac(sha256, seed, utf8ToBytes(`epoch ${epoch}`))));
}

/** The first key signs longest: it comes from the present secret. @param seeds of all keys, 32 bytes each */
export function signersOf(name: string, seeds: readonly Uint8Array[]): Signer[] {
  return seeds.map((seed) => ({ name, seed }));
}

export function verifiersOf(name: string, seeds: readonly Uint8Array[]): Verifier[] {
  return signersOf(name, seeds).map(verifierOf);
}

export type NoteState =
  /** The note is that of this tree, and each key has signed it. */
  | 'signed'
  /** As before, but only some of the keys have signed it. */
  | 'partly signed'
  /** None of the keys has signed it. */
  | 'unknown'
  /** The note is of another tree, of another log or no note, or a signature is wrong. */
  | 'wrong';

/** What a stored note says about the tree and the log that it is stored for. */
export function noteState(
  note: string,
  tree: {
    readonly size: number;
    readonly root: Uint8Array;
    readonly kind: 'ledger' | 'audit';
    readonly scopeId: string;
  },
  seeds: readonly Uint8Array[],
): NoteState {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint?.origin.endsWith(`/${tree.kind}/${tree.scopeId}`)) return 'wrong';
  if (checkpoint.size !== tree.size || checkpoint.root.some((byte, index) => byte !== tree.root[index])) return 'wrong';
  const keys = verifiersOf(checkpoint.origin, seeds);
  const states = [...new Map(keys.map((key) => [keyIdOf(key), signatureState(parsed, key)])).values()];
  if (states.includes('invalid')) return 'wrong';
  if (states.every((state) => state === 'absent')) return 'unknown';
  return states.includes('absent') ? 'partly signed' : 'signed';
}

const ORIGIN = /\/(ledger|audit)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * All checkpoints in a text from outside the database, such as a saved note. Each is three lines: the name of the log,
 * its size and its root.
 */
export function anchorsOf(
  text: string,
): { kind: 'ledger' | 'audit'; scopeId: string; size: number; root: Uint8Array }[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const [, kind, scopeId] = ORIGIN.exec(line) ?? [];
    const checkpoint = parseCheckpoint(lines.slice(index, index + 3).join('\n'));
    if (!checkpoint || scopeId === undefined || (kind !== 'ledger' && kind !== 'audit')) return [];
    return [{ kind, scopeId, size: checkpoint.size, root: checkpoint.root }];
  });
}
