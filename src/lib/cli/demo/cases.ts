/** Turns ordinary orders into those that an admin has to check twice, both among the waiting ones and in the history. */
import { formatRupeesOfPaise } from '../../core/money.ts';
import { HOUR_MS, MINUTE_MS } from './calendar.ts';
import type { Decision, Order, OrdersPlan } from './orders.ts';
import type { Person } from './people.ts';
import type { Dice } from './random.ts';

const REVERSAL_REASONS = [
  'The bank returned the payment two days after it was approved.',
  'Approved by mistake: the payment belongs to another order of this member.',
  'The payment came from another person’s account and was sent back.',
  'The bank returned the payment after it was approved.',
];

type Test = (order: Order) => boolean;

interface Cases {
  readonly dice: Dice;
  readonly now: number;
  readonly admins: number;
  readonly orders: readonly Order[];
  /** The oldest order that passes the test and is not part of a case yet; it then is. */
  take(fits: Test): Order | null;
  takeNewest(fits: Test): Order | null;
  isTaken(order: Order): boolean;
}

const isWaiting: Test = (order) => order.decision === null;
const hasReference: Test = (order) => order.reference !== null && order.proof !== null;
const isApproved: Test = (order) => order.decision?.status === 'APPROVED';
const isRejected: Test = (order) => order.decision?.status === 'REJECTED';

/** Changes some of the orders; each of them becomes part of at most one case. */
export function addCases(
  dice: Dice,
  orders: readonly Order[],
  guide: Person,
  { now, admins }: Pick<OrdersPlan, 'now' | 'admins'>,
): void {
  const taken = new Set<Order>();
  const take = (order: Order | undefined): Order | null => {
    if (order) taken.add(order);
    return order ?? null;
  };
  const cases: Cases = {
    dice,
    now,
    admins,
    orders,
    take: (fits) => take(orders.find((order) => !taken.has(order) && fits(order))),
    takeNewest: (fits) => take(orders.findLast((order) => !taken.has(order) && fits(order))),
    isTaken: (order) => taken.has(order),
  };
  addGuideOrders(cases, guide);
  addWaitingConflicts(cases);
  addRejectedConflicts(cases);
  addSameFiles(cases);
  addAmountDifferences(cases);
  addResubmissions(cases);
  addReversals(cases);
  addRefunds(cases, guide);
}

/** The guide gets one order of each status. */
function addGuideOrders({ takeNewest }: Cases, guide: Person): void {
  const since = guide.joinedAt + HOUR_MS;
  for (const hasStatus of [isWaiting, isRejected, isApproved]) {
    const order = takeNewest((it) => it.createdAt > since && hasReference(it) && it.method === 'UPI' && hasStatus(it));
    if (order) order.buyer = guide;
  }
}

function addWaitingConflicts({ take, now }: Cases): void {
  // Pairs of waiting orders with the same reference.
  for (let pair = 0; pair < 3; pair++) {
    const first = take((it) => isWaiting(it) && hasReference(it));
    const second = take(
      (it) => isWaiting(it) && hasReference(it) && it.buyer !== first?.buyer && it.createdAt >= (first?.createdAt ?? 0),
    );
    if (first && second) second.reference = first.reference;
  }
  // A waiting order with the reference of one that was approved meanwhile.
  const late = take((it) => isWaiting(it) && hasReference(it) && now - it.createdAt > 5 * HOUR_MS);
  const approved = take(
    (it) => isWaiting(it) && hasReference(it) && it.buyer !== late?.buyer && now - it.createdAt > 4 * HOUR_MS,
  );
  if (!late || !approved) return;
  approved.decision = { status: 'APPROVED', at: now - 90 * MINUTE_MS, admin: 0, reason: null };
  late.reference = approved.reference;
}

/** Orders that were rejected because their reference was another member's. */
function addRejectedConflicts({ take, dice }: Cases): void {
  for (let time = 0; time < 4; time++) {
    const rejected = take((it) => isRejected(it) && hasReference(it));
    const owner = take(
      (order) =>
        isApproved(order) &&
        hasReference(order) &&
        order.buyer !== rejected?.buyer &&
        order.createdAt > (rejected?.buyer.joinedAt ?? 0) &&
        isOpenUntil(rejected, order),
    );
    if (!rejected?.decision || !owner?.decision) continue;
    rejected.createdAt = Math.min(owner.createdAt + dice.int(2, 9) * MINUTE_MS, owner.decision.at - MINUTE_MS);
    rejected.reference = owner.reference;
    rejected.decision = decided(rejected.decision, {
      at: owner.decision.at + dice.int(2, 8) * MINUTE_MS,
      reason: 'This UTR belongs to a payment that was approved for another member.',
    });
  }
}

const decided = (decision: Decision, change: Partial<Decision>): Decision => ({ ...decision, ...change });

/** The buyer's account was still open when the owner of the reference ordered. */
function isOpenUntil(rejected: Order | null, owner: Order): boolean {
  const closedAt = rejected?.buyer.closedAt ?? null;
  return closedAt === null || closedAt > owner.createdAt + HOUR_MS;
}

function addSameFiles({ takeNewest, now }: Cases): void {
  for (const [index, hasStatus] of [isWaiting, isWaiting, isRejected].entries()) {
    const second = takeNewest((it) => hasStatus(it) && hasReference(it) && it.createdAt > now - 60 * 24 * HOUR_MS);
    const first = takeNewest(
      (order) =>
        hasReference(order) &&
        order.method === second?.method &&
        order.createdAt < second.createdAt &&
        (index === 0 ? isWaiting(order) : isApproved(order)),
    );
    if (!first || !second) continue;
    second.sameFileAs = first;
    second.proof = first.proof;
    if (second.decision)
      second.decision = decided(second.decision, { reason: 'The same receipt was sent for another order.' });
  }
}

/** Claims without the charge, of a rupee more, and of half the amount. */
const CLAIMS_PAISE: readonly ((order: Order) => bigint)[] = [
  (order) => order.orderAmountPaise,
  (order) => order.claimedAmountPaise + 100n,
  (order) => order.claimedAmountPaise / 2n,
  (order) => order.orderAmountPaise,
];

function addAmountDifferences({ take, dice }: Cases): void {
  for (const claim of CLAIMS_PAISE) {
    const waiting = take((it) => isWaiting(it) && it.proof !== null);
    if (waiting) waiting.claimedAmountPaise = claim(waiting);
    const rejected = take((it) => isRejected(it) && it.proof !== null);
    if (!rejected?.decision) continue;
    const duePaise = rejected.claimedAmountPaise;
    rejected.claimedAmountPaise = rejected.orderAmountPaise;
    const missing = formatRupeesOfPaise(duePaise - rejected.claimedAmountPaise);
    rejected.decision = decided(rejected.decision, {
      reason: `${missing} are missing: the platform fees were not paid.`,
    });
  }
  for (let time = 0; time < 9; time++) {
    const approved = take((it) => isApproved(it) && it.proof !== null && it.index % 71 === 5);
    if (approved) approved.claimedAmountPaise += BigInt(dice.int(1, 9)) * 100n;
  }
}

/** After a rejection because of its picture, a member submits the same payment again. */
function addResubmissions({ take, isTaken, orders, now }: Cases): void {
  const unreadable = orders.filter(
    (it) => !isTaken(it) && it.decision?.reason?.startsWith('The picture') && hasReference(it),
  );
  for (const rejected of unreadable) {
    const again = take(
      (order) =>
        isApproved(order) &&
        order.buyer === rejected.buyer &&
        order.method === rejected.method &&
        order.createdAt > (rejected.decision?.at ?? now) &&
        hasReference(order),
    );
    if (!again) continue;
    again.orderAmountPaise = rejected.orderAmountPaise;
    again.claimedAmountPaise = rejected.claimedAmountPaise;
    again.reference = rejected.reference;
  }
}

function addReversals({ take, dice, admins }: Cases): void {
  for (const [time, reason] of REVERSAL_REASONS.entries()) {
    const order = take((it) => isApproved(it) && hasReference(it) && it.index > 180 + 170 * time);
    if (!order?.decision) continue;
    const admin = (order.decision.admin + 1) % admins;
    order.reversal = { at: order.decision.at + dice.int(20, 70) * HOUR_MS, admin, reason };
  }
}

const WITHDRAWN = 'The member asked for the money back, and the team agreed.';
const PAID_TWICE = 'The member paid twice and asked for one payment back.';

/** A refund in each state; the guide's waits for the account. */
const REFUNDS = [
  { state: 'PAID', daysAgo: 12, reason: PAID_TWICE },
  { state: 'CANCELLED', daysAgo: 9, reason: 'The bank returned the payment after it was approved.' },
  { state: 'EXPORTED', daysAgo: 6, reason: PAID_TWICE },
  { state: 'APPROVED', daysAgo: 4, reason: WITHDRAWN },
  { state: 'APPROVED', daysAgo: 3, reason: PAID_TWICE },
  { state: 'WAITING_FOR_APPROVAL', daysAgo: 2, reason: WITHDRAWN },
  { state: 'WAITING_FOR_ACCOUNT', daysAgo: 1, reason: PAID_TWICE },
] as const;
const REFUND_MAX_PAISE = 5_000_000n;

function addRefunds({ take, now, admins }: Cases, guide: Person): void {
  for (const [time, { state, daysAgo, reason }] of REFUNDS.entries()) {
    const isGuides = state === 'WAITING_FOR_ACCOUNT';
    const isBuyers: Test = isGuides
      ? ({ buyer }) => buyer === guide
      : ({ buyer, index }) => buyer !== guide && buyer.status === 'ACTIVE' && index > 150 + 40 * time;
    const isSmall: Test = ({ orderAmountPaise }) => orderAmountPaise <= REFUND_MAX_PAISE;
    const order = take((it) => isApproved(it) && hasReference(it) && isSmall(it) && isBuyers(it));
    if (!order?.decision) continue;
    const at = now - daysAgo * 24 * HOUR_MS;
    order.reversal = { at, admin: (order.decision.admin + 1) % admins, reason };
    order.refund = { state, createdAt: at + HOUR_MS };
  }
}
