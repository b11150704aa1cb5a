/** The made-up purchases: who bought when, how much, how they paid and what an admin decided. */
import { feePaise } from '../../core/money.ts';
import type { RefundState } from '../../refunds/calls.ts';
import { afterWork, DAY_MS, dayPicker, endOfToday, MINUTE_MS, momentOf, past } from './calendar.ts';
import type { Person } from './people.ts';
import { type Dice, diceOf } from './random.ts';

/** Names the sample files. */
export type ProofKind = 'upi-screen' | 'bank-screen' | 'bank-advice' | 'cash-slip';

export type Method = 'UPI' | 'BANK' | 'MANUAL';

export interface Decision {
  readonly status: 'APPROVED' | 'REJECTED';
  readonly at: number;
  /** Index into the company's admins. */
  readonly admin: number;
  readonly reason: string | null;
}

/** Of an approval that was wrong. */
export interface Reversal {
  readonly at: number;
  readonly admin: number;
  readonly reason: string;
}

/** Of the money of a reversed purchase. */
export interface PlannedRefund {
  readonly state: RefundState;
  readonly createdAt: number;
}

/** Writable, because `addCases` changes some of them. */
export interface Order {
  /** From 0, the same in every demonstration. */
  readonly index: number;
  buyer: Person;
  createdAt: number;
  method: Method;
  orderAmountPaise: bigint;
  claimedAmountPaise: bigint;
  /** Normalised. */
  reference: string | null;
  proof: ProofKind | null;
  /** The order whose proof was sent again for this one. */
  sameFileAs: Order | null;
  orderAgeSeconds: number;
  decision: Decision | null;
  reversal: Reversal | null;
  refund: PlannedRefund | null;
}

export interface OrdersPlan {
  readonly now: number;
  readonly days: number;
  readonly count: number;
  readonly feeBps: number;
  readonly upiLimitPaise: bigint;
  readonly admins: number;
  readonly seed: number;
}

/** Rupees with their percentage. */
const AMOUNTS = [
  [500, 9],
  [1_000, 14],
  [2_000, 10],
  [2_500, 9],
  [5_000, 17],
  [7_500, 5],
  [10_000, 13],
  [15_000, 5],
  [25_000, 7],
  [50_000, 5],
  [75_000, 2],
  [100_000, 2],
  [200_000, 1],
  [500_000, 0.5],
] as const;

const REJECTIONS = [
  'The UTR was not found in our bank statement. Please check it and send the proof again.',
  'The picture is too small to read. Please send a screenshot that shows the UTR and the amount.',
  'The payment was returned by your bank. Please pay again and send the new UTR.',
  'The receipt shows a payment to another account.',
  'The date on the receipt is older than the order.',
] as const;

export function planOrders(people: readonly Person[], plan: OrdersPlan): Order[] {
  const dice = diceOf(plan.seed);
  const pickDay = dayPicker(plan.days);
  return Array.from({ length: plan.count }, () => momentOf(dice, plan.now, pickDay(dice)))
    .sort((a, b) => a - b)
    .map((at, index) => planOrder(diceOf(plan.seed + index * 7919), people, plan, index, at));
}

function planOrder(dice: Dice, people: readonly Person[], plan: OrdersPlan, index: number, plannedAt: number): Order {
  const buyer = buyerAt(dice, people, plannedAt);
  // New members buy a few minutes after they joined.
  const earliest = buyer.joinedAt + dice.int(6, 50) * MINUTE_MS;
  const createdAt = Math.min(Math.max(past(plannedAt, plan.now), earliest), plan.now - dice.int(60, 200) * 1000);
  const orderAmountPaise = amountOf(dice);
  const finalPaise = orderAmountPaise + feePaise(orderAmountPaise, plan.feeBps);
  const method = methodOf(dice, finalPaise, plan.upiLimitPaise);
  const daysAgo = Math.floor((endOfToday(plan.now) - plannedAt) / DAY_MS);
  return {
    index,
    buyer,
    createdAt,
    method,
    orderAmountPaise,
    claimedAmountPaise: finalPaise,
    reference: method === 'MANUAL' ? null : referenceOf(dice, method, createdAt, buyer, orderAmountPaise),
    proof: proofOf(dice, method),
    sameFileAs: null,
    orderAgeSeconds: dice.chance(0.06) ? dice.int(905, 5_400) : dice.int(45, 780),
    decision: decisionOf(dice, daysAgo, createdAt, plan),
    reversal: null,
    refund: null,
  };
}

/** Picks a buyer among the members whose accounts were active at that time. */
function buyerAt(dice: Dice, people: readonly Person[], at: number): Person {
  const members = people.filter((it) => it.appetite > 0 && it.plannedAt < at && (it.closedAt ?? at + 1) > at);
  return dice.weighted(members.map((it) => [it, at - it.plannedAt < DAY_MS ? it.appetite * 3 : it.appetite] as const));
}

function amountOf(dice: Dice): bigint {
  const rupees = dice.weighted(AMOUNTS);
  // Some enter the balance of their account, and a few even paise.
  if (dice.chance(0.2)) return BigInt(Math.floor(rupees * (0.7 + dice.next() * 0.6))) * 100n;
  if (dice.chance(0.03)) return BigInt(rupees) * 100n + BigInt(dice.int(1, 99));
  return BigInt(rupees) * 100n;
}

function methodOf(dice: Dice, finalPaise: bigint, upiLimitPaise: bigint): Method {
  if (finalPaise > upiLimitPaise) return dice.chance(0.9) ? 'BANK' : 'MANUAL';
  return dice.weighted([
    ['UPI', 62],
    ['BANK', 25],
    ['MANUAL', 13],
  ] as const);
}

function proofOf(dice: Dice, method: Method): ProofKind | null {
  if (method === 'UPI') return 'upi-screen';
  if (method === 'BANK') return dice.chance(0.7) ? 'bank-advice' : 'bank-screen';
  return dice.chance(0.45) ? 'cash-slip' : null;
}

const RTGS_FROM_PAISE = 20_000_000n;

/** Numbers as banks make them, with the day in them: 12 digits for UPI and IMPS, 16 characters for NEFT, 22 for RTGS. */
function referenceOf(dice: Dice, method: Method, at: number, buyer: Person, amountPaise: bigint): string {
  const day = new Date(at);
  const year = String(day.getUTCFullYear());
  const dayOfYear = Math.floor((at - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
  const ddd = String(dayOfYear).padStart(3, '0');
  if (method === 'UPI' || dice.chance(0.25)) return `${year.slice(-1)}${ddd}${dice.digits(8)}`;
  if (amountPaise < RTGS_FROM_PAISE) return `${buyer.bankPrefix}N${year.slice(-2)}${ddd}${dice.digits(6)}`;
  return `${buyer.bankPrefix}R5${day.toISOString().slice(0, 10).replaceAll('-', '')}${dice.digits(8)}`;
}

/** Probability that an order still waits, by its age in days. */
const WAITING = [1, 0.9, 0.7, 0.35];

function decisionOf(dice: Dice, daysAgo: number, createdAt: number, { now, admins }: OrdersPlan): Decision | null {
  const isWaiting = dice.chance(WAITING[daysAgo] ?? 0);
  const isRejected = dice.chance(0.085);
  const reason = dice.pick(REJECTIONS);
  const admin = dice.int(0, admins - 1);
  const at = afterWork(createdAt, Math.floor((12 + 420 * dice.next() ** 2) * MINUTE_MS));
  if (isWaiting) return null;
  const decidedAt = Math.max(Math.min(at, now - 2 * MINUTE_MS), createdAt + 30_000);
  return { status: isRejected ? 'REJECTED' : 'APPROVED', at: decidedAt, admin, reason: isRejected ? reason : null };
}
