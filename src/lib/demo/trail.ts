/** What the audit trail would hold of the demonstration, had it happened here. */
import type { PastEvent } from '../audit/service.ts';
import type { SealedEntry } from '../ledger/chain.ts';
import type { DemoPlan, PlannedOrder } from './plan.ts';

/** What an approval wrote into the ledger. */
export interface Booked {
  readonly entry: SealedEntry;
  /** Tokens of the referrer, 0 where nobody earned any. */
  readonly reward: bigint;
  /** Numbers of the entries by which a reversal took it back. */
  readonly takenBack: readonly bigint[];
}

/** In the order in which it happened. `admins` in the order in which the plan counts them. */
export function trailOf(plan: DemoPlan, admins: readonly string[], booked: ReadonlyMap<string, Booked>): PastEvent[] {
  const adminOf = (index: number) => ({ kind: 'admin', id: admins[index] ?? '' }) as const;
  const events: PastEvent[] = [];
  for (const [index, it] of plan.people.entries()) {
    const subject = { subjectKind: 'user', subjectId: it.id } as const;
    const own = { kind: 'member', id: it.id } as const;
    const add = (at: number, event: Omit<PastEvent, 'at' | 'subjectKind' | 'subjectId'>): void => {
      events.push({ at: new Date(at), ...subject, ...event });
    };
    const referrerId = it.referrer?.id ?? null;
    add(it.joinedAt, { actor: null, action: 'user.register', after: { memberId: it.memberId, referrerId } });
    const changed = [
      ...(it.portrait === null ? [] : ['profile_image_id']),
      ...(it.kycDigits === null ? [] : ['aadhaar_last4', 'aadhaar_hash']),
      ...(it.walletAddress === null ? [] : ['wallet_address']),
    ];
    if (changed.length > 0) add(it.joinedAt + 660_000, { actor: own, action: 'profile.update', after: { changed } });
    if (it.verifiedAt !== null)
      add(it.verifiedAt, {
        actor: adminOf(index % admins.length),
        action: 'user.approve',
        before: { isApproved: false },
        after: { isApproved: true },
      });
    if (it.closedAt !== null)
      add(it.closedAt, {
        actor: adminOf(0),
        action: 'user.update',
        before: { status: 'ACTIVE' },
        after: { status: it.status },
      });
    if (it.deletionRequestedAt !== null) add(it.deletionRequestedAt, { actor: own, action: 'user.request-deletion' });
  }
  for (const order of plan.orders) events.push(...eventsOf(order, adminOf, booked.get(order.id)));
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function eventsOf(
  order: PlannedOrder,
  adminOf: (index: number) => NonNullable<PastEvent['actor']>,
  booked: Booked | undefined,
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
    after: booked
      ? { status, orderNumber, entry: booked.entry.seq, quantity, reward: booked.reward }
      : { status, orderNumber, quantity },
  };
  if (!order.reversal || !booked) return [submitted, decided];
  const reversed: PastEvent = {
    at: new Date(order.reversal.at),
    actor: adminOf(order.reversal.admin),
    action: 'purchase.reverse',
    ...subject,
    before: { status: 'APPROVED' },
    after: { status: 'REVERSED', orderNumber, entries: booked.takenBack, quantity, reward: booked.reward },
  };
  return [submitted, decided, reversed];
}
