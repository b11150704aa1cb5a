import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Match } from '@/lib/reconciliation/contract.ts';

/** A purchase that a bank row may pay for. */
export interface ClaimChoice {
  readonly purchase: AdminTransaction;
  /** Why it is proposed; empty for one that was searched for. */
  readonly reasons: readonly string[];
  /** Of a suggestion: its score, and how far the next one is behind; null for others. */
  readonly score: number | null;
  readonly lead: number | null;
}

/** The claims of a match: what it is matched with, what is suggested, and what the admin searched for. Each once. */
export function claimsOf(match: Match, searched: readonly AdminTransaction[]): readonly ClaimChoice[] {
  const suggested = match.suggestions.map(({ purchase, score, reasons }, index): ClaimChoice => {
    const following = match.suggestions[index + 1];
    return { purchase, reasons, score, lead: following ? score - following.score : null };
  });
  const plain = [...(match.purchase ? [match.purchase] : []), ...searched].map(
    (purchase): ClaimChoice => ({ purchase, reasons: [], score: null, lead: null }),
  );
  const known = new Map<string, ClaimChoice>();
  for (const choice of [...suggested, ...plain]) {
    if (!known.has(choice.purchase.id)) known.set(choice.purchase.id, choice);
  }
  return [...known.values()];
}
