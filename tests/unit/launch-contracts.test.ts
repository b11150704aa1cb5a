/** The files of a pack in the contracts that they are for, on an EVM in JavaScript, and against the libraries of those contracts. */
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { expect, test } from 'vitest';
import { claimOf } from '@/lib/launch/pack/claim.ts';
import { TREE_KINDS } from '@/lib/launch/pack/types.ts';
import { expectExactClaims, samplePack } from '../support/evm/distributors.ts';

const HOLDERS = 50;
const pack = samplePack(HOLDERS);
const jsonOf = (name: string) =>
  JSON.parse(Buffer.from(pack.files.find((file) => file.name === name)?.bytes ?? []).toString());

test.each(TREE_KINDS)(
  '50 holders claim exactly their amounts from a contract by %s, once each, and nobody else does',
  async (kind) => expectExactClaims(kind, pack),
);

test('the dump for OpenZeppelin is that of its own library, which loads it', () => {
  const values = pack.claims.holders.map(({ address, units }) => [address, String(units)] as const);
  const tree = StandardMerkleTree.of(values, ['address', 'uint256']);
  expect(jsonOf('openzeppelin.json')).toEqual(tree.dump());
  const loaded = StandardMerkleTree.load(jsonOf('openzeppelin.json'));
  loaded.validate();
  expect(loaded.root).toBe(pack.roots.openzeppelin);
});

test('the root for Sablier is that of the library of OpenZeppelin over index, address and amount', () => {
  const values = pack.claims.holders.map(({ address, units }, i) => [String(i), address, String(units)] as const);
  expect(StandardMerkleTree.of(values, ['uint256', 'address', 'uint128']).root).toBe(pack.roots.sablier);
});

test('the file for Uniswap has the claim of each holder by index', () => {
  const { merkleRoot, tokenTotal, claims } = jsonOf('uniswap.json');
  expect(merkleRoot).toBe(pack.roots.uniswap);
  expect(BigInt(tokenTotal)).toBe(pack.claims.holders.reduce((sum, { units }) => sum + units, 0n));
  expect(Object.keys(claims)).toEqual(pack.claims.holders.map(({ address }) => address));
  pack.claims.holders.forEach(({ address, units }, index) => {
    expect(claims[address].index).toBe(index);
    expect(BigInt(claims[address].amount)).toBe(units);
    expect(claims[address].proof).toEqual(claimOf(pack.claims, address)?.uniswap.proof);
  });
});
