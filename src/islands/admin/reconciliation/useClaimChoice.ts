import { useState } from 'react';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { claimsOf } from './claims.ts';
import { keyOf, type MatchQueue } from './useMatchQueue.ts';

export type ChosenClaim = ReturnType<typeof useClaimChoice>;

/** The claims of the match on show, and the chosen one: the best, until the admin chooses. */
export function useClaimChoice(queue: MatchQueue) {
  const key = queue.current ? keyOf(queue.current) : '';
  const [chosen, setChosen] = useState({ key, at: 0 });
  const [searched, setSearched] = useState<{ key: string; purchases: readonly AdminTransaction[] }>({
    key,
    purchases: [],
  });
  const claims = queue.current ? claimsOf(queue.current, searched.key === key ? searched.purchases : []) : [];
  const at = Math.min(chosen.key === key ? chosen.at : 0, Math.max(0, claims.length - 1));
  return {
    claims,
    at,
    claim: claims[at]?.purchase,
    choose: (index: number): void => setChosen({ key, at: index }),
    setSearched: (purchases: readonly AdminTransaction[]): void => {
      setSearched({ key, purchases });
      // What was searched for comes after what was proposed.
      const others = queue.current ? claimsOf(queue.current, []).length : 0;
      if (purchases.length > 0) setChosen({ key, at: others });
    },
  };
}
