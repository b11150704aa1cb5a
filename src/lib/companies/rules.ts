import type { Paise } from '@/lib/core/money.ts';

/**
 * Whether to approve or to reverse a purchase needs a second admin, who is not the first: its final amount is above the company's bound.
 * `abovePaise` null: none does.
 */
export function needsSecondApprover(finalAmountPaise: Paise, abovePaise: Paise | null): boolean {
  return abovePaise !== null && finalAmountPaise > abovePaise;
}
