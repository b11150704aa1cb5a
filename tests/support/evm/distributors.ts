/** Deploys a token and a distributor of each kind, and claims what a pack says. */
import merkleDistributor from '@uniswap/merkle-distributor/build/MerkleDistributor.json' with { type: 'json' };
import { expect } from 'vitest';
import { claimOf } from '@/lib/launch/pack/claim.ts';
import { makePack } from '@/lib/launch/pack/make.ts';
import type { Allocation, Claim, Pack, TreeKind } from '@/lib/launch/pack/types.ts';
import { addressWord, type Chain, encodedArray, openChain, word } from './chain.ts';
import compiled from './compiled.json' with { type: 'json' };

interface Kind {
  readonly bytecode: string;
  readonly signature: string;
  /** Reasons that the contract gives. */
  readonly wrongProof: RegExp;
  readonly claimedBefore: RegExp;
  encoded(claim: Claim): string;
}

const withIndex = (index: number, { address, units }: Claim, proof: readonly string[]): string =>
  word(index) + addressWord(address) + word(units) + word(4 * 32) + encodedArray(proof);

const OWN = { wrongProof: /^wrong proof$/, claimedBefore: /^claimed before$/ };
const KINDS: Readonly<Record<TreeKind, Kind>> = {
  openzeppelin: {
    ...OWN,
    bytecode: compiled.OpenZeppelinDistributor,
    signature: 'claim(address,uint256,bytes32[])',
    encoded: ({ address, units, openzeppelin: { proof } }) =>
      addressWord(address) + word(units) + word(3 * 32) + encodedArray(proof),
  },
  uniswap: {
    bytecode: merkleDistributor.bytecode,
    signature: 'claim(uint256,address,uint256,bytes32[])',
    wrongProof: /Invalid proof/,
    claimedBefore: /already claimed/,
    encoded: (claim) => withIndex(claim.uniswap.index, claim, claim.uniswap.proof),
  },
  sablier: {
    ...OWN,
    bytecode: compiled.SablierLeafDistributor,
    signature: 'claim(uint256,address,uint128,bytes32[])',
    encoded: (claim) => withIndex(claim.sablier.index, claim, claim.sablier.proof),
  },
};

/** Holders whose addresses are in no order, with amounts of all sizes. The first has two allocations. */
export function sampleAllocations(holders: number): Allocation[] {
  const allocations = Array.from({ length: holders }, (_, i) => ({
    address: `0x${((BigInt(i + 1) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % (1n << 160n)).toString(16).padStart(40, '0')}`,
    units: BigInt(i % 7 === 0 ? i + 1 : (i + 1) * 1_000) * 10n ** BigInt(i % 19),
    unlockAt: null,
  }));
  return [...allocations, { ...(allocations[0] as Allocation), units: 10n ** 18n }];
}

export const totalOf = (allocations: readonly Allocation[]): bigint =>
  allocations.reduce((sum, { units }) => sum + units, 0n);

export const sum = (claims: readonly Claim[]): bigint => claims.reduce((total, { units }) => total + units, 0n);

export function samplePack(holders: number): Pack {
  const allocations = sampleAllocations(holders);
  const tokenAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  return makePack(allocations, { tokenAddress, chainId: 1, symbol: 'LCH', totalUnits: totalOf(allocations) });
}

function claimsOf({ claims }: Pack): Claim[] {
  return claims.holders.map(({ address }) => {
    const claim = claimOf(claims, address);
    if (!claim) throw new Error(`${address} has no claim`);
    return claim;
  });
}

export interface Launch {
  readonly chain: Chain;
  readonly token: string;
  readonly distributor: string;
  readonly claims: readonly Claim[];
  claim(claim: Claim): Promise<string | null>;
}

/** A token of which the distributor has exactly the total of the pack. */
export const openLaunch = (kind: TreeKind, pack: Pack): Promise<Launch> =>
  openClaims(kind, pack.roots[kind], claimsOf(pack));

/** A token of which the distributor has exactly what the claims add up to. @param root of the tree of this kind */
export async function openClaims(kind: TreeKind, root: string, claims: readonly Claim[]): Promise<Launch> {
  const chain = await openChain();
  const token = await chain.deploy(compiled.Token + word(sum(claims)));
  const { bytecode, signature, encoded } = KINDS[kind];
  const distributor = await chain.deploy(bytecode.replace(/^0x/, '') + addressWord(token) + root.slice(2));
  await chain.transfer(token, distributor, sum(claims));
  return { chain, token, distributor, claims, claim: (claim) => chain.send(distributor, signature, encoded(claim)) };
}

/** Claims everything as the contract allows it, and tries what it must refuse before and after. */
export async function expectExactClaims(kind: TreeKind, pack: Pack): Promise<void> {
  const { chain, token, distributor, claims, claim } = await openLaunch(kind, pack);
  const { wrongProof, claimedBefore } = KINDS[kind];
  for (const one of claims) {
    const [more, less] = [one.units + 1n, one.units - 1n];
    expect(await claim({ ...one, units: more })).toMatch(wrongProof);
    expect(await claim({ ...one, units: less })).toMatch(wrongProof);
    expect(await claim({ ...one, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).toMatch(wrongProof);
    expect(await chain.balanceOf(token, one.address)).toBe(0n);
    expect(await claim(one)).toBeNull();
    expect(await claim(one)).toMatch(claimedBefore);
    expect(await chain.balanceOf(token, one.address)).toBe(one.units);
  }
  expect(await chain.balanceOf(token, distributor)).toBe(0n);
}
