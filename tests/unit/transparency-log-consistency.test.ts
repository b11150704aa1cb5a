import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { consistencyPath, placesOf } from '@/lib/transparency-log/proof.rules.ts';
import { sizesOf } from '@/lib/transparency-log/publishing/rules.ts';
import { leafHash, openTree, type Tile } from '@/lib/transparency-log/tree.rules.ts';
import { isConsistent, treeOf } from '../support/consistency.ts';

/** A tree of this size with all its tiles, and the root that it had at each of the sizes. */
function grown(size: number, sizes: ReadonlySet<number>) {
  const tiles = new Map<string, Tile>();
  const roots = new Map<number, Buffer>();
  const tree = openTree(0, [], (tile) => tiles.set(`${tile.level}/${tile.index}`, tile));
  const leaves = Array.from({ length: size }, (_, i) => Buffer.from(leafHash(`leaf ${i}`)));
  for (const leaf of leaves) {
    tree.append(leaf);
    if (sizes.has(tree.size())) roots.set(tree.size(), Buffer.from(tree.root()));
  }
  for (const tile of tree.edge()) tiles.set(`${tile.level}/${tile.index}`, tile);
  return {
    leaves,
    tileAt: (level: number, index: number) => tiles.get(`${level}/${index}`)?.hashes ?? [],
    headOf: (at: number) => ({ size: at, root: roots.get(at) ?? Buffer.alloc(0) }),
  };
}

it('is the proof of RFC 9162 between all sizes of a small tree that has grown since', () => {
  const { leaves, tileAt } = grown(40, new Set());
  for (let size = 1; size <= 40; size++) {
    const reference = treeOf(leaves.slice(0, size));
    for (let first = 1; first <= size; first++)
      expect([first, size, consistencyPath(first, size, tileAt).map(bytesToHex)]).toEqual([
        first,
        size,
        reference.consistencyProof(first).map((hash) => hash.toString('hex')),
      ]);
  }
});

it('proves sizes around full tiles, from the tiles that are named', () => {
  const sizes = [1, 255, 256, 257, 300, 512, 513, 65_535, 65_536, 65_537, 66_000];
  const { tileAt, headOf } = grown(66_000, new Set(sizes));
  for (const [at, size] of sizes.entries())
    for (const first of sizes.slice(0, at + 1)) {
      const named = new Set(placesOf(first - 1, size).map((it) => `${it.level}/${it.index}`));
      const path = consistencyPath(first, size, (level, index) => {
        expect([...named]).toContain(`${level}/${index}`);
        return tileAt(level, index);
      }).map((hash) => Buffer.from(hash));
      expect([first, size, isConsistent(headOf(first), headOf(size), path)]).toEqual([first, size, true]);
      expect(isConsistent({ size: first, root: Buffer.alloc(32) }, headOf(size), path)).toBe(false);
      expect(isConsistent(headOf(first), { size, root: Buffer.alloc(32) }, path)).toBe(false);
      if (path.length > 0) expect(isConsistent(headOf(first), headOf(size), path.slice(1))).toBe(false);
    }
});

it('is between two sizes of the log, in plain digits and in order', () => {
  expect(sizesOf('1', '8', 8)).toEqual({ first: 1, second: 8 });
  expect(sizesOf('8', '8', 8)).toEqual({ first: 8, second: 8 });
  const refused = ['0 8', '1 9', '5 4', '01 8', '1 ', ' 8', '-1 8', '1.5 8', '1 1e0', `1 ${'9'.repeat(30)}`];
  for (const pair of refused) {
    const [first = '', second = ''] = pair.split(' ');
    expect([pair, sizesOf(first, second, 8)]).toEqual([pair, null]);
  }
  expect(sizesOf('1', '1', 0)).toBeNull();
});
