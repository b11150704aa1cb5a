/*
 * The Merkle tree of RFC 6962 and its tiles (C2SP tlog-tiles). A tile holds up to 256 hashes: on level 0 those of leaves, on
 * level n those of complete subtrees of 256^n leaves. The last tile of a level may be partial.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { assert } from '../core/errors.ts';

export const TILE_WIDTH = 256;
export const HASH_BYTES = 32;

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

/** SHA-256 of 0x00 and the leaf; a text counts in UTF-8. */
export function leafHash(leaf: Uint8Array | string): Uint8Array {
  return sha256(concatBytes(LEAF_PREFIX, typeof leaf === 'string' ? utf8ToBytes(leaf) : leaf));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE_PREFIX, left, right));
}

export function equalHashes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  /** From 1 to 256. */
  readonly hashes: readonly Uint8Array[];
}

/** Where the partial tiles of a tree are, and how many hashes each has. Few: one for each level at most. */
export function edgeOf(size: number): { level: number; index: number; width: number }[] {
  const edge: { level: number; index: number; width: number }[] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    const width = count % TILE_WIDTH;
    if (width > 0) edge.push({ level, index: Math.floor(count / TILE_WIDTH), width });
  }
  return edge;
}

/** The root over 1, 2, 4, … hashes of complete subtrees. */
export function completeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) above.push(nodeHash(row[i] as Uint8Array, row[i + 1] as Uint8Array));
    row = above;
  }
  const [root] = row;
  assert(root, 'a complete subtree has hashes');
  return root;
}

/** Complete subtrees of a partial tile, from left to right: as many and as large as the bits of its width say. */
function subtreesOf(hashes: readonly Uint8Array[]): Uint8Array[] {
  const roots: Uint8Array[] = [];
  for (let start = 0, bit = TILE_WIDTH / 2; bit >= 1; bit /= 2) {
    if ((hashes.length & bit) === 0) continue;
    roots.push(completeRoot(hashes.slice(start, start + bit)));
    start += bit;
  }
  return roots;
}

/** A tree that grows. It keeps its partial tiles alone, so that its size does not matter. */
export interface Tree {
  size(): number;
  append(leaf: Uint8Array): void;
  root(): Uint8Array;
  /** The partial tiles. */
  edge(): Tile[];
}

/**
 * @param edge the partial tiles of a tree of `size` leaves
 * @param onFull receives each tile when it is complete
 * @throws Error if a partial tile is missing
 */
export function openTree(size: number, edge: readonly Tile[], onFull: (tile: Tile) => void): Tree {
  let leaves = size;
  const levels: Uint8Array[][] = [];
  for (const { level, index, width } of edgeOf(size)) {
    const tile = edge.find((it) => it.level === level && it.index === index);
    if (!tile || tile.hashes.length < width) throw new Error(`tile ${level}/${index} is missing`);
    while (levels.length < level) levels.push([]);
    levels.push(tile.hashes.slice(0, width));
  }
  const add = (level: number, hash: Uint8Array): void => {
    while (levels.length <= level) levels.push([]);
    const hashes = levels[level] as Uint8Array[];
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    onFull({ level, index: Math.floor(leaves / TILE_WIDTH ** (level + 1)) - 1, hashes });
    levels[level] = [];
    add(level + 1, completeRoot(hashes));
  };
  return {
    size: () => leaves,
    append: (leaf) => {
      leaves++;
      add(0, leaf);
    },
    root: () => {
      let root: Uint8Array | null = null;
      for (const hashes of levels)
        for (const left of subtreesOf(hashes).reverse()) root = root === null ? left : nodeHash(left, root);
      return root ?? EMPTY_ROOT;
    },
    edge: () =>
      edgeOf(leaves).map(({ level, index }) => ({ level, index, hashes: [...(levels[level] as Uint8Array[])] })),
  };
}

/** The hashes of a tile as one run of bytes, which is how tiles are stored and served. */
export function tileBytes(hashes: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...hashes);
}

export function tileHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
    bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
