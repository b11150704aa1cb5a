/** A holder's claim, from the trees of a pack. */
import { proofOf, rootOf } from './trees.ts';
import type { Claim, Claims } from './types.ts';

/** The position of an address among the holders, which are ordered; -1 if it has no allocation. */
function indexOf({ holders }: Claims, address: string): number {
  const wanted = address.toLowerCase();
  let [low, high] = [0, holders.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const middleAddress = holders[middle]?.address.toLowerCase() ?? '';
    if (middleAddress === wanted) return middle;
    if (middleAddress < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** @returns null for an address without an allocation */
export function claimOf(claims: Claims, address: string): Claim | null {
  const index = indexOf(claims, address);
  const holder = claims.holders[index];
  if (!holder) return null;
  const { openzeppelin, uniswap, sablier } = claims.trees;
  return {
    ...holder,
    openzeppelin: { root: rootOf('openzeppelin', openzeppelin), proof: proofOf('openzeppelin', openzeppelin, index) },
    uniswap: { root: rootOf('uniswap', uniswap), index, proof: proofOf('uniswap', uniswap, index) },
    sablier: { root: rootOf('sablier', sablier), index, proof: proofOf('sablier', sablier, index) },
  };
}
