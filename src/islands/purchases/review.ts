import { t } from '@/lib/core/texts.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Whether a review takes longer than members may expect: its hold has ended, or it is older than a day. */
export function isReviewLate(
  { createdAt, holdEndedAt }: Pick<Transaction, 'createdAt' | 'holdEndedAt'>,
  nowMs: number,
): boolean {
  return holdEndedAt !== null || nowMs - Date.parse(createdAt) > DAY_MS;
}

/** How long a review takes: a sentence after what our team is doing. @param nowMs since the epoch */
export function reviewTime(purchase: Pick<Transaction, 'createdAt' | 'holdEndedAt'>, nowMs: number): string {
  return isReviewLate(purchase, nowMs) ? t('It takes longer than usual.') : t('Usually within a day.');
}
