/** The rewards of the demonstration that wait for a review, or were refused in one: some of the newest. */
import type { PastEvent } from '../../audit/service.ts';
import type { RewardSign } from '../../core/rewards.ts';
import { HOUR_MS } from './calendar.ts';
import type { PlannedOrder, SalePlan } from './plan.ts';

const REFUSED_AFTER_HOURS = 5;
const REFUSAL = 'The payment came from your own bank account.';

export interface DemoReview {
  readonly signs: readonly RewardSign[];
  /** By the first admin; null while it waits. */
  readonly refused: { readonly at: Date; readonly reason: string } | null;
}

/** @returns the reviews by the ids of their purchases; none in a sale that takes no orders any more */
export function reviewsOf({ orders, guide }: SalePlan, now: Date): ReadonlyMap<string, DemoReview> {
  if (!orders.some((order) => order.decision === null)) return new Map();
  const rewarded = orders
    .filter(
      ({ decision, reversal, buyer: { referrer } }) =>
        decision?.status === 'APPROVED' && reversal === null && referrer !== null && referrer.closedAt === null,
    )
    .sort((a, b) => decidedAt(b) - decidedAt(a));
  const own = rewarded.find(({ buyer }) => buyer.referrer === guide);
  const [first, ...older] = rewarded.filter(({ buyer }) => buyer.referrer !== guide);
  const refusedAt = (order: PlannedOrder): Date => new Date(decidedAt(order) + REFUSED_AFTER_HOURS * HOUR_MS);
  const second = older.find((order) => refusedAt(order) <= now);
  const reviews = new Map<string, DemoReview>();
  if (own) reviews.set(own.id, { signs: ['mobile'], refused: null });
  if (first) reviews.set(first.id, { signs: ['browser', 'network'], refused: null });
  if (second) reviews.set(second.id, { signs: ['payer'], refused: { at: refusedAt(second), reason: REFUSAL } });
  return reviews;
}

const decidedAt = ({ decision }: PlannedOrder): number => decision?.at ?? 0;

/** What the audit trail has of a refusal. @param quantity whole tokens */
export function refusalEvents(
  { id, orderNumber }: PlannedOrder,
  { signs, refused }: DemoReview,
  { quantity, actor }: { readonly quantity: bigint; readonly actor: PastEvent['actor'] },
): PastEvent[] {
  if (!refused) return [];
  return [
    {
      at: refused.at,
      actor,
      action: 'reward.refuse',
      subjectKind: 'purchase',
      subjectId: id,
      before: { state: 'HELD' },
      after: { state: 'REFUSED', orderNumber, quantity, signs: [...signs] },
    },
  ];
}
