/** Launch packs of generated allocations. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimOf } from '@/lib/launch/pack/claim.ts';
import { inTokens, readClaims } from '@/lib/launch/pack/files.ts';
import { keccak256 } from '@/lib/launch/pack/keccak.ts';
import { makePack } from '@/lib/launch/pack/make.ts';
import { hexNode } from '@/lib/launch/pack/trees.ts';
import { type Allocation, type Pack, TREE_KINDS } from '@/lib/launch/pack/types.ts';

const address = fc
  .bigInt({ min: 0x10000n, max: (1n << 150n) - 1n })
  .map((value) => `0x${value.toString(16).padStart(40, '0')}`);
const allocation = fc.record({
  address,
  units: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  unlockAt: fc.constantFrom(null, '2027-01-31', '2028-02-29'),
});
const allocations = fc.array(allocation, { minLength: 1, maxLength: 40 });

const totalOf = (list: readonly Allocation[]): bigint => list.reduce((sum, { units }) => sum + units, 0n);
const packOf = (list: readonly Allocation[]): Pack =>
  makePack(list, {
    tokenAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    chainId: 1,
    symbol: 'COWL',
    totalUnits: totalOf(list),
  });

/** As a contract does it. */
function rootFrom(leaf: string, proof: readonly string[]): string {
  const bytes = (hash: string): Buffer => Buffer.from(hash.slice(2), 'hex');
  const root = proof.reduce(
    (node, sibling) => keccak256(Buffer.concat([node, bytes(sibling)].sort(Buffer.compare))),
    bytes(leaf),
  );
  return `0x${root.toString('hex')}`;
}

test('every proof leads to its root, and the claims add up to the total', () => {
  fc.assert(
    fc.property(allocations, (list) => {
      const { claims, roots } = packOf(list);
      expect(totalOf(claims.holders.map((holder) => ({ ...holder, unlockAt: null })))).toBe(totalOf(list));
      claims.holders.forEach((holder, index) => {
        const claim = claimOf(claims, holder.address);
        for (const kind of TREE_KINDS) {
          const { nodes, leafAt } = claims.trees[kind];
          const leaf = hexNode(nodes, leafAt[index] ?? -1);
          expect(rootFrom(leaf, claim?.[kind].proof ?? [])).toBe(roots[kind]);
          expect(claim?.[kind].root).toBe(roots[kind]);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('the order and the case of the allocations change no byte', () => {
  const withOrder = allocations.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );
  fc.assert(
    fc.property(withOrder, ([list, shuffled]) => {
      const { claims } = packOf(list);
      const checksummed = new Map(claims.holders.map((holder) => [holder.address.toLowerCase(), holder.address]));
      const other = shuffled.map((one) => ({ ...one, address: checksummed.get(one.address) ?? '' }));
      expect(packOf(other).files).toEqual(packOf(list).files);
    }),
    { numRuns: 20 },
  );
});

test('the published file has all claims', () => {
  fc.assert(
    fc.property(allocations, (list) => {
      const { files, claims } = packOf(list);
      const published = readClaims(files.find(({ name }) => name === 'claims.json')?.bytes ?? new Uint8Array());
      for (const holder of claims.holders)
        expect(claimOf(published, holder.address)).toEqual(claimOf(claims, holder.address));
    }),
    { numRuns: 20 },
  );
});

test('the amount in tokens is exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (units) => {
      const [whole = '', fraction = ''] = inTokens(units).split('.');
      expect(BigInt(whole + fraction.padEnd(18, '0'))).toBe(units);
      expect(fraction).not.toMatch(/0$/);
    }),
  );
});
