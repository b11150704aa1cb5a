/**
 * The Merkle trees of the three kinds of contracts. They differ in the leaf and in the shape; in all of them the smaller of two hashes
 * comes first in the hash of a pair.
 * - openzeppelin: keccak256(keccak256(abi.encode(address, uint256 amount))), as `StandardMerkleTree` 1.0.8.
 * - sablier: keccak256(keccak256(abi.encode(uint256 index, address, uint128 amount))), in the same shape.
 * - uniswap: keccak256(abi.encodePacked(uint256 index, address, uint256 amount)), in the shape of merkle-distributor's own script.
 */
import { assert } from '../../core/errors.ts';
import { keccak256 } from './keccak.ts';
import type { Holder, Tree, TreeKind } from './types.ts';

const HASH_BYTES = 32;
const ADDRESS_BYTES = 20;

const nodeAt = (nodes: Uint8Array, position: number): Uint8Array =>
  nodes.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES);

/** Encodes holders into one reused buffer. */
function leafHasher(kind: TreeKind): (holder: Holder, index: number) => Uint8Array {
  const hasIndex = kind !== 'openzeppelin';
  const isPacked = kind === 'uniswap';
  const addressAt = (hasIndex ? HASH_BYTES : 0) + (isPacked ? 0 : HASH_BYTES - ADDRESS_BYTES);
  const encoded = Buffer.alloc(addressAt + ADDRESS_BYTES + HASH_BYTES);
  return ({ address, units }, index) => {
    if (hasIndex) encoded.writeUInt32BE(index, HASH_BYTES - 4);
    encoded.write(address.slice(2), addressAt, 'hex');
    encoded.write(units.toString(16).padStart(64, '0'), addressAt + ADDRESS_BYTES, 'hex');
    const once = keccak256(encoded);
    return isPacked ? once : keccak256(once);
  };
}

function pairHasher(): (nodes: Uint8Array, one: number, other: number) => Uint8Array {
  const pair = Buffer.alloc(2 * HASH_BYTES);
  return (nodes, one, other) => {
    const [a, b] = [nodeAt(nodes, one), nodeAt(nodes, other)];
    const isOrdered = Buffer.compare(a, b) <= 0;
    pair.set(isOrdered ? a : b, 0);
    pair.set(isOrdered ? b : a, HASH_BYTES);
    return keccak256(pair);
  };
}

/** Positions of the leaves by their hashes, smallest first. */
function orderOf(leaves: readonly Uint8Array[]): Uint32Array {
  const order = Uint32Array.from(leaves, (_, index) => index);
  return order.sort((a, b) => Buffer.compare(leaves[a] as Uint8Array, leaves[b] as Uint8Array));
}

/** Sizes of the rows of a tree from its leaves to its root, where a node without a partner moves up unchanged. */
function rowSizes(leaves: number): number[] {
  const sizes = [leaves];
  for (let size = leaves; size > 1; ) {
    size = Math.ceil(size / 2);
    sizes.push(size);
  }
  return sizes;
}

/** A complete binary tree: node 0 is the root, node i is the parent of 2i + 1 and 2i + 2, and the smallest leaf is the last node. */
function completeTree(leaves: readonly Uint8Array[]): Tree {
  const count = 2 * leaves.length - 1;
  const nodes = new Uint8Array(count * HASH_BYTES);
  const leafAt = new Uint32Array(leaves.length);
  orderOf(leaves).forEach((holder, rank) => {
    leafAt[holder] = count - 1 - rank;
    nodes.set(leaves[holder] as Uint8Array, (count - 1 - rank) * HASH_BYTES);
  });
  const hashPair = pairHasher();
  for (let i = leaves.length - 2; i >= 0; i--) nodes.set(hashPair(nodes, 2 * i + 1, 2 * i + 2), i * HASH_BYTES);
  return { nodes, leafAt };
}

/** Rows from the leaves, smallest first, up to the root, which is the last node. */
function rowedTree(leaves: readonly Uint8Array[]): Tree {
  const sizes = rowSizes(leaves.length);
  const nodes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0) * HASH_BYTES);
  const leafAt = new Uint32Array(leaves.length);
  orderOf(leaves).forEach((holder, rank) => {
    leafAt[holder] = rank;
    nodes.set(leaves[holder] as Uint8Array, rank * HASH_BYTES);
  });
  const hashPair = pairHasher();
  let start = 0;
  for (const size of sizes.slice(0, -1)) {
    const above = start + size;
    for (let i = 0; i < size; i += 2) {
      const node = i + 1 < size ? hashPair(nodes, start + i, start + i + 1) : nodeAt(nodes, start + i);
      nodes.set(node, (above + i / 2) * HASH_BYTES);
    }
    start = above;
  }
  return { nodes, leafAt };
}

/** @param holders at least one, each address once */
export function makeTree(kind: TreeKind, holders: readonly Holder[]): Tree {
  assert(holders.length > 0, 'a tree has leaves');
  const leaves = holders.map(leafHasher(kind));
  return kind === 'uniswap' ? rowedTree(leaves) : completeTree(leaves);
}

/** Where the root of a tree with so many leaves is. */
export const rootPosition = (kind: TreeKind, leaves: number): number =>
  kind === 'uniswap' ? rowSizes(leaves).reduce((sum, size) => sum + size, -1) : 0;

/**
 * Positions of the nodes that prove a leaf, from the leaf to the root. They name what to read where a tree is stored.
 * @param leaves how many the tree has
 * @param leafNode the position of the leaf, from `leafAt`
 */
export function proofPositions(kind: TreeKind, leaves: number, leafNode: number): number[] {
  const positions: number[] = [];
  if (kind !== 'uniswap') {
    for (let node = leafNode; node > 0; node = (node - 1) >> 1) positions.push(node % 2 === 0 ? node - 1 : node + 1);
    return positions;
  }
  let start = 0;
  let at = leafNode;
  for (const size of rowSizes(leaves)) {
    const partner = at ^ 1;
    if (partner < size) positions.push(start + partner);
    start += size;
    at >>= 1;
  }
  return positions;
}

/** `0x` and 64 hex digits. */
export const hexNode = (nodes: Uint8Array, position: number): string =>
  `0x${Buffer.from(nodes.buffer, nodes.byteOffset + position * HASH_BYTES, HASH_BYTES).toString('hex')}`;

/** `0x` and 64 hex digits. */
export const rootOf = (kind: TreeKind, tree: Tree): string =>
  hexNode(tree.nodes, rootPosition(kind, tree.leafAt.length));

/** Hashes with `0x` from the leaf to the root. @param index of the holder */
export const proofOf = (kind: TreeKind, tree: Tree, index: number): string[] =>
  proofPositions(kind, tree.leafAt.length, tree.leafAt[index] as number).map((position) =>
    hexNode(tree.nodes, position),
  );
