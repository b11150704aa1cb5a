/** The audit trail that the demonstration's past would have left. */
import type { PastEvent } from '../../audit/service.ts';
import type { StockEntry } from '../../ledger/rules.ts';
import type { PlannedOrder, SalePlan } from './plan.ts';
import { type DemoRefund, refundEvents } from './refunds.ts';
import { type DemoReview, refusalEvents } from './rewards.ts';

/** The ledger entries of an approval. */
export interface Posted {
  readonly entry: StockEntry;
  /** Tokens credited to the referrer; 0 without a reward. */
  readonly reward: bigint;
  /** A reward that was not credited; null without one. */
  readonly held: { readonly quantity: bigint; readonly rule: number; readonly review: DemoReview } | null;
  /** Numbers of the entries of the reversal. */
  readonly reversalEntries: readonly bigint[];
}

/** What has happened besides the plan. */
interface TrailFacts {
  readonly posted: ReadonlyMap<string, Posted>;
  readonly refunds: readonly DemoRefund[];
  /** Of the launch, or of keys and webhooks. */
  readonly events: readonly PastEvent[];
}

/** @param admins ids by the plan's admin indexes. @returns the events, the oldest first */
export function trailOf(plan: SalePlan, admins: readonly string[], facts: TrailFacts): PastEvent[] {
  const adminOf = (index: number) => ({ kind: 'admin', id: admins[index] ?? '' }) as const;
  const events: PastEvent[] = [];
  for (const [index, person] of plan.people.entries()) {
    const subject = { subjectKind: 'user', subjectId: person.id } as const;
    const own = { kind: 'member', id: person.id } as const;
    const add = (at: number, event: Omit<PastEvent, 'at' | 'subjectKind' | 'subjectId'>): void => {
      events.push({ at: new Date(at), ...subject, ...event });
    };
    const referrerId = person.referrer?.id ?? null;
    add(person.joinedAt, { actor: null, action: 'user.register', after: { memberId: person.memberId, referrerId } });
    const changed = [
      ...(person.portrait === null ? [] : ['profile_image_id']),
      ...(person.kycDigits === null ? [] : ['aadhaar_last4', 'aadhaar_hash']),
      ...(person.walletAddress === null ? [] : ['wallet_address']),
    ];
    if (changed.length > 0)
      add(person.joinedAt + 660_000, { actor: own, action: 'profile.update', after: { changed } });
    if (person.verifiedAt !== null)
      add(person.verifiedAt, {
        actor: adminOf(index % admins.length),
        action: 'user.approve',
        before: { isApproved: false },
        after: { isApproved: true },
      });
    if (person.closedAt !== null)
      add(person.closedAt, {
        actor: adminOf(0),
        action: 'user.update',
        before: { status: 'ACTIVE' },
        after: { status: person.status },
      });
    if (person.deletionRequestedAt !== null)
      add(person.deletionRequestedAt, { actor: own, action: 'user.request-deletion' });
  }
  for (const order of plan.orders) events.push(...eventsOf(order, adminOf, facts.posted.get(order.id)));
  for (const refund of facts.refunds) events.push(...refundEvents(refund, admins));
  events.push(...facts.events);
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function eventsOf(
  order: PlannedOrder,
  adminOf: (index: number) => NonNullable<PastEvent['actor']>,
  posted: Posted | undefined,
): PastEvent[] {
  const { orderNumber, quantity, decision } = order;
  const subject = { subjectKind: 'purchase', subjectId: order.id } as const;
  const submitted: PastEvent = {
    at: new Date(order.createdAt),
    actor: { kind: 'member', id: order.buyer.id },
    action: 'purchase.submit',
    ...subject,
    after: { orderNumber, method: order.method, quantity, finalAmountPaise: order.finalAmountPaise },
  };
  if (!decision) return [submitted];
  const { status } = decision;
  const decided: PastEvent = {
    at: new Date(decision.at),
    actor: adminOf(decision.admin),
    action: status === 'APPROVED' ? 'purchase.approve' : 'purchase.reject',
    ...subject,
    before: { status: 'PENDING' },
    after: posted
      ? {
          status,
          orderNumber,
          entry: posted.entry.seq,
          quantity,
          reward: posted.reward,
          ...(posted.held && { heldReward: posted.held.quantity, rewardRule: posted.held.rule }),
        }
      : { status, orderNumber, quantity },
  };
  if (posted?.held) {
    const { review, quantity: held } = posted.held;
    return [submitted, decided, ...refusalEvents(order, review, { quantity: held, actor: adminOf(0) })];
  }
  if (!order.reversal || !posted) return [submitted, decided];
  const reversed: PastEvent = {
    at: new Date(order.reversal.at),
    actor: adminOf(order.reversal.admin),
    action: 'purchase.reverse',
    ...subject,
    before: { status: 'APPROVED' },
    after: { status: 'REVERSED', orderNumber, entries: posted.reversalEntries, quantity, reward: posted.reward },
  };
  return [submitted, decided, reversed];
}
