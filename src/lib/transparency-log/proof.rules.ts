/* Inclusion and consistency proofs (RFC 9162, sections 2.1.3 and 2.1.4) from tiles, and the file format C2SP tlog-proof. */
import { assert } from '../core/errors.ts';
import { fromBase64, toBase64 } from './note.rules.ts';
import { completeRoot, edgeOf, HASH_BYTES, nodeHash, TILE_WIDTH } from './tree.rules.ts';

const TILE_BITS = 8;
/** Longer than the proof of any tree of this program. */
const PATH_MAX = 64;

/** The tiles that a proof for the leaf at `index` in a tree of `size` leaves needs. */
export function placesOf(index: number, size: number): { level: number; index: number }[] {
  const places: { level: number; index: number }[] = edgeOf(size).map((it) => ({ level: it.level, index: it.index }));
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    const own = Math.floor(index / TILE_WIDTH ** (level + 1));
    if (own * TILE_WIDTH < count && !places.some((it) => it.level === level && it.index === own))
      places.push({ level, index: own });
  }
  return places;
}

/** The hashes of a stored tile. It may have grown since the tree had its size. */
export type TileAt = (level: number, index: number) => readonly Uint8Array[];

/** The root over the leaves from `start` to before `end`, a subtree of a tree that has these tiles. */
function rangeRoots(tileAt: TileAt): (start: number, end: number) => Uint8Array {
  /** Root of the complete subtree of 2^bits leaves that begins at `start`. */
  const complete = (start: number, bits: number): Uint8Array => {
    const level = Math.floor(bits / TILE_BITS);
    const width = 2 ** (bits % TILE_BITS);
    const first = start / TILE_WIDTH ** level;
    const offset = first % TILE_WIDTH;
    return completeRoot(tileAt(level, Math.floor(first / TILE_WIDTH)).slice(offset, offset + width));
  };
  const rootOf = (start: number, end: number): Uint8Array => {
    const split = splitOf(end - start);
    if (split * 2 === end - start || end - start === 1) return complete(start, Math.log2(end - start));
    return nodeHash(complete(start, Math.log2(split)), rootOf(start + split, end));
  };
  return rootOf;
}

/** The inclusion proof of a leaf, from its sibling up. */
export function inclusionPath(index: number, size: number, tileAt: TileAt): Uint8Array[] {
  assert(index >= 0 && index < size, 'a proof is for a leaf of the tree');
  const rootOf = rangeRoots(tileAt);
  const path: Uint8Array[] = [];
  for (let start = 0, end = size; end - start > 1; ) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  return path.reverse();
}

/**
 * The proof that a tree of `size` leaves begins with all leaves of that of `first` (RFC 9162, section 2.1.4.1). Empty for
 * equal sizes. It needs the tiles of `placesOf(first - 1, size)`.
 * @param first from 1 to `size`
 */
export function consistencyPath(first: number, size: number, tileAt: TileAt): Uint8Array[] {
  assert(first >= 1 && first <= size, 'a proof is between a tree and a later one');
  const rootOf = rangeRoots(tileAt);
  const path: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end !== first) {
    const middle = start + splitOf(end - start);
    if (first <= middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  // A verifier knows the root of the earlier tree where that is one complete subtree.
  if (start > 0) path.push(rootOf(start, end));
  return path.reverse();
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** The root that a proof leads to; null if its length does not fit the tree. */
export function rootOfPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return null;
  const half = (value: number): number => Math.floor(value / 2);
  let [node, last, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = nodeHash(hash, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else root = nodeHash(root, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : null;
}

const HEAD = 'c2sp.org/tlog-proof@v1';

export interface LogProof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly note: string;
}

export function proofText({ index, path, note }: LogProof): string {
  return `${HEAD}\nindex ${index}\n${path.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/** Null for what is not a proof. Extra data is ignored. Checks no hash and no signature. */
export function parseProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end).split('\n');
  if (end < 0 || lines.shift() !== HEAD) return null;
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, index] = /^index (0|[1-9][0-9]{0,15})$/.exec(lines.shift() ?? '') ?? [];
  const path = lines.map(fromBase64);
  if (index === undefined || !Number.isSafeInteger(Number(index)) || path.length > PATH_MAX) return null;
  if (!path.every((hash): hash is Uint8Array => hash?.length === HASH_BYTES)) return null;
  return { index: Number(index), path, note: text.slice(end + 2) };
}
