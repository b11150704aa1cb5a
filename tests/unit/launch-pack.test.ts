/** The files and trees of a launch pack, against published vectors. The contracts are in launch-contracts.test.ts. */
import { expect, test } from 'vitest';
import { claimOf } from '@/lib/launch/pack/claim.ts';
import { readClaims } from '@/lib/launch/pack/files.ts';
import { makePack } from '@/lib/launch/pack/make.ts';
import { hexNode } from '@/lib/launch/pack/trees.ts';
import type { Allocation, Pack } from '@/lib/launch/pack/types.ts';

const ONE = `0x${'1'.repeat(40)}`;
const TWO = `0x${'2'.repeat(40)}`;
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ETHER = 10n ** 18n;

const allocation = (address: string, units: bigint, unlockAt: string | null = null): Allocation => ({
  address,
  units,
  unlockAt,
});
const VECTOR = [allocation(ONE, 5n * ETHER), allocation(TWO, (5n * ETHER) / 2n)];

function packOf(allocations: readonly Allocation[], settings = {}): Pack {
  const totalUnits = allocations.reduce((sum, { units }) => sum + units, 0n);
  return makePack(allocations, { tokenAddress: TOKEN, chainId: 1, symbol: 'COWL', totalUnits, ...settings });
}

const textOf = (pack: Pack, name: string): string =>
  Buffer.from(pack.files.find((file) => file.name === name)?.bytes ?? []).toString('latin1');

test('the roots are those of the published vectors', () => {
  const { roots, claims } = packOf(VECTOR);
  expect(roots.openzeppelin).toBe('0xd4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77');
  expect(roots.sablier).toBe('0xd16896c5291f22b49599c38d37d92f80f4819709ebdd22205a937f9c9ac5d13a');
  const { nodes, leafAt } = claims.trees.uniswap;
  expect(hexNode(nodes, leafAt[0] ?? -1)).toBe('0x3ec5ed4713760e8898c17b8a03897b7f429c7914c47e33d98b387222f98aa47b');
});

test('a pack has its files in order, and the manifest has their sums', async () => {
  const pack = packOf(VECTOR);
  const names = [
    'allocations.csv',
    'openzeppelin.json',
    'uniswap.json',
    'sablier.csv',
    'safe-airdrop.csv',
    'claims.json',
  ];
  expect(pack.files.map(({ name }) => name)).toEqual([...names, 'manifest.json']);
  const manifest = JSON.parse(textOf(pack, 'manifest.json'));
  expect(manifest).toMatchObject({
    format: 'launch-pack-v1',
    symbol: 'COWL',
    tokenAddress: TOKEN,
    chainId: 1,
    decimals: 18,
    holders: 2,
    totalUnits: '7500000000000000000',
    roots: pack.roots,
    lots: [],
  });
  const sums = pack.files.slice(0, -1).map(async ({ name, bytes }) => {
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toString('hex');
    return { name, bytes: bytes.length, sha256: digest };
  });
  expect(manifest.files).toEqual(await Promise.all(sums));
});

test('the tables have decimal tokens', () => {
  const pack = packOf([allocation(TWO, 1n), allocation(ONE, 1500n * ETHER)]);
  expect(textOf(pack, 'allocations.csv')).toBe(
    `address,amount,unlock_at\n${ONE},1500,\n${TWO},0.000000000000000001,\n`,
  );
  expect(textOf(pack, 'sablier.csv')).toBe(`address,amount\n${ONE},1500\n${TWO},0.000000000000000001\n`);
  expect(textOf(pack, 'safe-airdrop.csv')).toBe(
    `token_type,token_address,receiver,amount\nerc20,${TOKEN},${ONE},1500\nerc20,${TOKEN},${TWO},0.000000000000000001\n`,
  );
});

test('allocations of one address are added up, whatever its case', () => {
  const mixed = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const pack = packOf([allocation(mixed, 1n), allocation(mixed.toLowerCase(), 2n)]);
  expect(pack.claims.holders).toEqual([{ address: mixed, units: 3n }]);
  expect(claimOf(pack.claims, mixed.toLowerCase())).toMatchObject({ units: 3n, uniswap: { index: 0, proof: [] } });
});

test('different unlock dates make one file for each, and the whole counts both', () => {
  const pack = packOf([
    allocation(ONE, ETHER, '2027-06-30'),
    allocation(ONE, 2n * ETHER),
    allocation(TWO, 3n * ETHER, '2027-06-30'),
    allocation(ONE, ETHER, '2027-06-30'),
  ]);
  expect(textOf(pack, 'allocations.csv')).toBe(
    `address,amount,unlock_at\n${ONE},2,\n${ONE},2,2027-06-30\n${TWO},3,2027-06-30\n`,
  );
  expect(textOf(pack, 'lot-unlocked.csv')).toBe(`address,amount\n${ONE},2\n`);
  expect(textOf(pack, 'lot-2027-06-30.csv')).toBe(`address,amount\n${ONE},2\n${TWO},3\n`);
  expect(textOf(pack, 'sablier.csv')).toBe(`address,amount\n${ONE},4\n${TWO},3\n`);
  const { lots } = JSON.parse(textOf(pack, 'manifest.json'));
  expect(lots).toMatchObject([
    { unlockAt: null, file: 'lot-unlocked.csv', holders: 1, totalUnits: String(2n * ETHER) },
    { unlockAt: '2027-06-30', file: 'lot-2027-06-30.csv', holders: 2, totalUnits: String(5n * ETHER) },
  ]);
  expect(lots[1].sablierRoot).toBe(packOf([allocation(ONE, 2n * ETHER), allocation(TWO, 3n * ETHER)]).roots.sablier);
});

test('one unlock date for all makes no lots', () => {
  expect(packOf([allocation(ONE, 1n, '2027-06-30'), allocation(TWO, 1n, '2027-06-30')]).files).toHaveLength(7);
});

test('a claim is the same from the published file', () => {
  const pack = packOf(VECTOR);
  const bytes = pack.files.find(({ name }) => name === 'claims.json')?.bytes ?? new Uint8Array();
  expect(claimOf(readClaims(bytes), TWO)).toEqual(claimOf(pack.claims, TWO));
  expect(claimOf(pack.claims, TWO)?.address).toBe(TWO);
  expect(claimOf(pack.claims, TOKEN)).toBeNull();
  expect(() => readClaims(Buffer.from('{"format":"other"}'))).toThrow('format other');
});

test('progress rises to 100', () => {
  const percents: number[] = [];
  makePack(VECTOR, { tokenAddress: TOKEN, chainId: 1, symbol: 'COWL', totalUnits: (15n * ETHER) / 2n }, (percent) =>
    percents.push(percent),
  );
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
});

const ok = allocation(ONE, 1n);
test.each<[string, readonly Allocation[], object, RegExp]>([
  ['nobody', [], {}, /nothing to pack/],
  ['an amount of 0', [ok, allocation(TWO, 0n)], {}, /more than 0/],
  ['a negative amount', [ok, allocation(TWO, -1n)], {}, /more than 0/],
  ['a sum of more than 128 bits', [allocation(ONE, 1n << 128n)], {}, /128 bits/],
  ['a sum that is less than the ledger', [ok], { totalUnits: 2n }, /add up to 1 units, but the ledger has 2/],
  ['a sum that is more than the ledger', [ok], { totalUnits: 0n }, /Nothing was packed/],
  ['a wrong checksum', [allocation('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 1n)], {}, /capital letters/],
  ['the zero address', [allocation(`0x${'0'.repeat(40)}`, 1n)], {}, /zero address/],
  ['the token itself', [allocation(TOKEN.toLowerCase(), 1n)], {}, /the token itself/],
  ['a date that is none', [allocation(ONE, 1n, '2027-02-30')], {}, /unlock date/],
  ['a date with a time', [allocation(ONE, 1n, '2027-02-20T00:00:00Z')], {}, /unlock date/],
  ['a wrong token address', [ok], { tokenAddress: '0x12' }, /token address is wrong/],
  ['chain id 0', [ok], { chainId: 0 }, /chain id/],
  ['a broken chain id', [ok], { chainId: 1.5 }, /chain id/],
])('%s is refused with a sentence', (_, allocations, settings, sentence) => {
  expect(() => packOf(allocations, settings)).toThrow(sentence);
});

test('the largest amount that a contract can count is packed', () => {
  expect(packOf([allocation(ONE, (1n << 128n) - 1n)]).claims.holders[0]?.units).toBe((1n << 128n) - 1n);
});
