import { shareOf } from '../core/money.ts';
import type { RewardSign } from '../core/rewards.ts';

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

/** The rule in force at an approval. */
export interface ReferralRule {
  /** From 1. */
  readonly version: number;
  readonly rewardBps: number;
  /** Days between the approval and the credit. */
  readonly waitDays: number;
  /** The signs that make a reward wait for a review. */
  readonly signs: readonly RewardSign[];
}

const DAY_MS = 86_400_000;

/**
 * Whether a reward waits.
 * @param signs what was seen; a sign that the rule does not list changes nothing
 * @returns the signs that an admin reviews, and the end of the waiting period (null without one); null if it is credited now
 */
export function waitOf(
  rule: ReferralRule,
  signs: readonly RewardSign[],
  approvedAt: Date,
): { readonly signs: RewardSign[]; readonly heldUntil: Date | null } | null {
  const reviewed = signs.filter((sign) => rule.signs.includes(sign));
  if (reviewed.length === 0 && rule.waitDays === 0) return null;
  const heldUntil = rule.waitDays === 0 ? null : new Date(approvedAt.getTime() + rule.waitDays * DAY_MS);
  return { signs: reviewed, heldUntil };
}

const CODE_LENGTH_MAX = 24;

/** The referral code of an invitation link, '/register?ref=CODE', not checked; '' without one. */
export function referralCodeOf(url: URL): string {
  return (url.searchParams.get('ref') ?? '').trim().slice(0, CODE_LENGTH_MAX).toUpperCase();
}
