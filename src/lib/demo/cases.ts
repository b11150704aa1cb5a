/** What an admin has to look at twice, made of ordinary orders: each kind is there among the waiting and in the history. */
import { formatRupees } from '../core/money.ts';
import { HOUR_MS, MINUTE_MS } from './calendar.ts';
import type { Decision, Order, OrdersPlan } from './orders.ts';
import type { Person } from './people.ts';
import type { Dice } from './random.ts';

const TAKEN_BACK = [
  'The bank returned the payment two days after it was approved.',
  'Approved by mistake: the payment belongs to another order of this member.',
  'The payment was found to come from an account of somebody else and was sent back.',
  'The bank returned the payment after it was approved.',
];

/** Changes some of the orders. Those that it makes something of are not used for something else. */
export function addCases(
  dice: Dice,
  orders: readonly Order[],
  guide: Person,
  { now, admins }: Pick<OrdersPlan, 'now' | 'admins'>,
): void {
  const used = new Set<Order>();
  const take = (fits: (order: Order) => boolean, newestFirst = false): Order | null => {
    const found = newestFirst
      ? orders.findLast((it) => !used.has(it) && fits(it))
      : orders.find((it) => !used.has(it) && fits(it));
    if (found) used.add(found);
    return found ?? null;
  };
  const waits = (it: Order): boolean => it.decision === null;
  const hasReference = (it: Order): boolean => it.reference !== null && it.proof !== null;
  const was = (status: Decision['status']) => (it: Order) => it.decision?.status === status;

  showGuide();
  referencesInConflict();
  sameFiles();
  amountsThatDiffer();
  sentAgain();
  takenBack();

  /** The guide has one of each status, whatever chance gave. */
  function showGuide(): void {
    const since = guide.joinedAt + HOUR_MS;
    for (const fits of [waits, was('REJECTED'), was('APPROVED')]) {
      const order = take((it) => it.createdAt > since && hasReference(it) && it.method === 'UPI' && fits(it), true);
      if (order) order.buyer = guide;
    }
  }

  function referencesInConflict(): void {
    // Of two who wait one has the number of the other.
    for (let pair = 0; pair < 3; pair++) {
      const first = take((it) => waits(it) && hasReference(it));
      const second = take(
        (it) => waits(it) && hasReference(it) && it.buyer !== first?.buyer && it.createdAt >= (first?.createdAt ?? 0),
      );
      if (first && second) second.reference = first.reference;
    }
    // One waits with the number of another that was approved meanwhile.
    const late = take((it) => waits(it) && hasReference(it) && now - it.createdAt > 5 * HOUR_MS);
    const approved = take(
      (it) => waits(it) && hasReference(it) && it.buyer !== late?.buyer && now - it.createdAt > 4 * HOUR_MS,
    );
    if (late && approved) {
      approved.decision = { status: 'APPROVED', at: now - 90 * MINUTE_MS, admin: 0, reason: null };
      late.reference = approved.reference;
    }
    // And in the history one was refused for it.
    for (let time = 0; time < 4; time++) {
      const refused = take((it) => was('REJECTED')(it) && hasReference(it));
      const owner = take(
        (it) =>
          was('APPROVED')(it) &&
          hasReference(it) &&
          it.buyer !== refused?.buyer &&
          it.createdAt > (refused?.buyer.joinedAt ?? 0) &&
          stays(refused, it),
      );
      if (!refused?.decision || !owner?.decision) continue;
      refused.createdAt = Math.min(owner.createdAt + dice.int(2, 9) * MINUTE_MS, owner.decision.at - MINUTE_MS);
      refused.reference = owner.reference;
      refused.decision = {
        ...refused.decision,
        at: owner.decision.at + dice.int(2, 8) * MINUTE_MS,
        reason: 'This UTR belongs to a payment that was approved for another member.',
      };
    }
  }

  function sameFiles(): void {
    for (const [index, fits] of [waits, waits, was('REJECTED')].entries()) {
      const second = take((it) => fits(it) && hasReference(it) && it.createdAt > now - 60 * 24 * HOUR_MS, true);
      const first = take(
        (it) =>
          hasReference(it) &&
          it.method === second?.method &&
          it.createdAt < second.createdAt &&
          (index === 0 ? waits(it) : was('APPROVED')(it)),
        true,
      );
      if (!first || !second) continue;
      second.sameFileAs = first;
      second.proof = first.proof;
      if (second.decision)
        second.decision = { ...second.decision, reason: 'The same receipt was sent for another order.' };
    }
  }

  function amountsThatDiffer(): void {
    // Without the charge, a rupee more, half of it.
    const claims: readonly ((order: Order) => bigint)[] = [
      (it) => it.orderAmountPaise,
      (it) => it.claimedAmountPaise + 100n,
      (it) => it.claimedAmountPaise / 2n,
      (it) => it.orderAmountPaise,
    ];
    for (const claim of claims) {
      const waiting = take((it) => waits(it) && it.proof !== null);
      if (waiting) waiting.claimedAmountPaise = claim(waiting);
      const refused = take((it) => was('REJECTED')(it) && it.proof !== null);
      if (!refused?.decision) continue;
      const due = refused.claimedAmountPaise;
      refused.claimedAmountPaise = refused.orderAmountPaise;
      const reason = `${formatRupees(due - refused.claimedAmountPaise)} are missing: the platform charge was not paid.`;
      refused.decision = { ...refused.decision, reason };
    }
    for (let time = 0; time < 9; time++) {
      const approved = take((it) => was('APPROVED')(it) && it.proof !== null && it.index % 71 === 5);
      if (approved) approved.claimedAmountPaise += BigInt(dice.int(1, 9)) * 100n;
    }
  }

  function takenBack(): void {
    for (const [time, reason] of TAKEN_BACK.entries()) {
      const wrong = take((it) => was('APPROVED')(it) && hasReference(it) && it.index > 180 + 170 * time);
      if (!wrong?.decision) continue;
      const admin = (wrong.decision.admin + 1) % admins;
      wrong.reversal = { at: wrong.decision.at + dice.int(20, 70) * HOUR_MS, admin, reason };
    }
  }

  /** An order that was refused for its picture, and the next one of the same member with the same payment. */
  function sentAgain(): void {
    for (const refused of orders.filter(
      (it) => !used.has(it) && it.decision?.reason?.startsWith('The picture') && hasReference(it),
    )) {
      const again = take(
        (it) =>
          was('APPROVED')(it) &&
          it.buyer === refused.buyer &&
          it.method === refused.method &&
          it.createdAt > (refused.decision?.at ?? now) &&
          hasReference(it),
      );
      if (!again) continue;
      again.orderAmountPaise = refused.orderAmountPaise;
      again.claimedAmountPaise = refused.claimedAmountPaise;
      again.reference = refused.reference;
    }
  }
}

/** The refused one was still a member in use when the owner of the number sent it. */
function stays(refused: Order | null, owner: Order): boolean {
  const closedAt = refused?.buyer.closedAt ?? null;
  return closedAt === null || closedAt > owner.createdAt + HOUR_MS;
}
