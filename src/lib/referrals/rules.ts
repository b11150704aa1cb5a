import { shareOf } from '../core/money.ts';

/**
 * Whole tokens that the referrer gets for a purchase: the company's share of it, rounded down, and at most what
 * the supply has left after the buyer's credit (docs/contract.md).
 */
export function reward(quantity: bigint, rewardBps: number, available: bigint): bigint {
  const due = shareOf(quantity, rewardBps);
  if (available <= 0n || due <= 0n) return 0n;
  return due < available ? due : available;
}

/** Whether a purchase rewards the buyer's referrer, who must be active and not the buyer. There is only one level. */
export function earnsReward(buyerId: string, referrer: { id: string; status: string } | null): boolean {
  return referrer !== null && referrer.id !== buyerId && referrer.status === 'ACTIVE';
}

const CODE_LENGTH_MAX = 24;

/** The referral code of an invitation link, '/register?ref=CODE', not checked; '' without one. */
export function referralCodeOf(url: URL): string {
  return (url.searchParams.get('ref') ?? '').trim().slice(0, CODE_LENGTH_MAX).toUpperCase();
}
