import { shareOf } from '@/lib/core/money.ts';

/**
 * Whole tokens that the referrer gets for a purchase: the company's share of it, rounded down, and no more than the pool
 * still has once the buyer was credited (decisions, point 5).
 */
export function reward(quantity: bigint, rewardBps: number, available: bigint): bigint {
  const due = shareOf(quantity, rewardBps);
  if (available <= 0n || due <= 0n) return 0n;
  return due < available ? due : available;
}

/** Whether a purchase of the buyer rewards the referrer: one level, nobody themselves, only an active member. */
export function earnsReward(buyerId: string, referrer: { id: string; status: string } | null): boolean {
  return referrer !== null && referrer.id !== buyerId && referrer.status === 'ACTIVE';
}
