/* Whether a site still continues a tree that somebody has seen (RFC 9162, section 2.1.4.2). Runs in browsers and in the command. */
import { fromBase64, parseCheckpoint, parseNote, signatureState, type Verifier } from './note.rules.ts';
import { equalHashes, HASH_BYTES, nodeHash } from './tree.rules.ts';

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the proof shows that the second tree begins with all leaves of the first. */
export function isContinuation(first: TreeHead, second: TreeHead, path: readonly Uint8Array[]): boolean {
  if (first.size === 0) return path.length === 0;
  if (first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && equalHashes(first.root, second.root);
  const half = (value: number): number => Math.floor(value / 2);
  const isPower = Number.isInteger(Math.log2(first.size));
  const [start, ...steps] = isPower ? [first.root, ...path] : path;
  if (!start) return false;
  let [node, last] = [first.size - 1, second.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [one, other] = [start, start];
  for (const hash of steps) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [one, other] = [nodeHash(hash, one), nodeHash(hash, other)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else other = nodeHash(other, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(one, first.root) && equalHashes(other, second.root);
}

export type Comparison =
  | { readonly state: 'continued'; readonly size: number }
  /** The site has another history. */
  | { readonly state: 'broken'; readonly size: number }
  /** None of the keys signed the present checkpoint. */
  | { readonly state: 'unsigned' }
  /** The site did not answer, or its answer cannot be read. */
  | { readonly state: 'unknown' };

/**
 * Compares a tree that somebody has seen with the present checkpoint of the site.
 * @param read the text at a path of the site; null without an answer
 * @param keys null to believe the site what it says without a signature
 */
export async function compareWithSite(
  seen: TreeHead & { readonly origin: string },
  read: (path: string) => Promise<string | null>,
  keys: readonly Verifier[] | null,
): Promise<Comparison> {
  const note = parseNote((await read('/ledger/checkpoint')) ?? '');
  const present = note && parseCheckpoint(note.text);
  if (!note || present?.origin !== seen.origin) return { state: 'unknown' };
  if (keys) {
    const states = keys.map((key) => signatureState(note, key));
    if (!states.includes('valid') || states.includes('invalid')) return { state: 'unsigned' };
  }
  const { size } = present;
  if (seen.size > size) return { state: 'broken', size };
  const isProven = seen.size === 0 || seen.size === size;
  const text = isProven ? '' : await read(`/ledger/consistency/${seen.size}/${size}`);
  if (text === null) return { state: 'unknown' };
  const path = text
    .split('\n')
    .filter((line) => line !== '')
    .map(fromBase64);
  if (!path.every((hash): hash is Uint8Array => hash?.length === HASH_BYTES)) return { state: 'unknown' };
  return { state: isContinuation(seen, present, path) ? 'continued' : 'broken', size };
}
