import { canonicalJson } from '@/lib/core/canonical.ts';
import {
  costPaise,
  feePaise,
  formatQuantity,
  formatRupees,
  type Paise,
  type PriceMicros,
  tokensFor,
} from '@/lib/core/money.ts';
import { WORDS } from '@/lib/core/words.ts';

/** Ways to pay that a buyer can choose. */
export type PayMethod = 'UPI' | 'BANK' | 'MANUAL';
export type PurchaseStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';

/** How long the payment screen counts down; nothing happens at its end but what it shows (spec point 4). */
export const PAYMENT_SECONDS = 900;

export interface Quote {
  readonly orderAmountPaise: Paise;
  /** Whole tokens, rounded down. */
  readonly quantity: bigint;
  readonly feePaise: Paise;
  readonly totalPaise: Paise;
}

/** What an order amount buys and costs. The price must be above 0. */
export function quote(orderAmountPaise: Paise, priceMicros: PriceMicros, feeBps: number): Quote {
  const fee = feePaise(orderAmountPaise, feeBps);
  return {
    orderAmountPaise,
    quantity: tokensFor(orderAmountPaise, priceMicros),
    feePaise: fee,
    totalPaise: orderAmountPaise + fee,
  };
}

/** Bounds that the company sets for one order; null for none. */
export interface OrderBounds {
  readonly minPaise: Paise | null;
  readonly maxPaise: Paise | null;
}

const NO_BOUNDS: OrderBounds = { minPaise: null, maxPaise: null };

/**
 * Why an order can't be placed, null if it can. `amountPaise` is null for what is not an amount; `remaining` is what can
 * still be sold.
 */
export function orderProblem(
  amountPaise: Paise | null,
  priceMicros: PriceMicros,
  remaining: bigint,
  { minPaise, maxPaise }: OrderBounds = NO_BOUNDS,
): string | null {
  if (priceMicros <= 0n) return WORDS.tokenMissing;
  if (amountPaise === null || amountPaise <= 0n) return WORDS.amountInvalid;
  const quantity = tokensFor(amountPaise, priceMicros);
  if (quantity < 1n)
    return `The smallest order is ${formatRupees(costPaise(1n, priceMicros))}, the price of one token.`;
  if (minPaise !== null && amountPaise < minPaise) return `The smallest order is ${formatRupees(minPaise)}.`;
  if (maxPaise !== null && amountPaise > maxPaise)
    return `The largest order is ${formatRupees(maxPaise)}. Please enter a smaller amount.`;
  if (quantity > remaining) {
    return remaining < 1n
      ? 'All tokens of this sale are sold or on hold.'
      : `Only ${formatQuantity(remaining)} tokens are left. Please enter a smaller amount.`;
  }
  return null;
}

/** Only a pending purchase is approved or rejected, and only an approved one is taken back; each once. */
export function canDecide(from: PurchaseStatus, to: PurchaseStatus): boolean {
  if (from === 'PENDING') return to === 'APPROVED' || to === 'REJECTED';
  return from === 'APPROVED' && to === 'REVERSED';
}

/** The number that the buy screen gives an order: the last six digits of the clock in milliseconds (spec point 4). */
export function orderNumberAt(nowMs: number): string {
  return `PUR-${String(nowMs % 1_000_000).padStart(6, '0')}`;
}

/** The number of the n-th order that came with the same one: six digits of a clock repeat every 17 minutes. */
export function orderNumberWithSuffix(orderNumber: string, nth: number): string {
  return nth <= 1 ? orderNumber : `${orderNumber}-${nth}`;
}

/** What screens show as transaction ID (spec point 9). */
export function shownTransactionId(it: {
  id: string;
  referenceNumber?: string | null;
  transactionId?: string | null;
}): string {
  return it.referenceNumber || it.transactionId || it.id.slice(0, 16);
}

export interface Submission {
  readonly purchaseId: string | null;
  readonly method: PayMethod;
  readonly orderAmountPaise: Paise;
  /** What the buyer says was paid. */
  readonly claimedAmountPaise: Paise;
  /** Normalised. */
  readonly reference: string | null;
  readonly receiptId: string | null;
}

/** All of a submission as one text: under one `Idempotency-Key` it must stay the same. */
export function submissionContent(it: Submission): string {
  return canonicalJson({ ...it });
}

/**
 * What makes two submissions without a key the same call, as one text; null when they never are: without an order number
 * two equal payments are two.
 */
export function implicitKey(it: Submission): string | null {
  if (it.purchaseId === null) return null;
  return canonicalJson([it.purchaseId, it.method, it.claimedAmountPaise, it.reference]);
}

/** Which tabs the payment screen has: Manual always, the others when the payee can be paid so. */
export interface PayTabs {
  readonly tabs: readonly PayMethod[];
  readonly preselected: PayMethod;
}

/**
 * UPI comes first if it is there, Banking if only that is, else Manual; above the limit of one UPI payment Banking does,
 * so that nobody starts a payment that the UPI app will refuse.
 */
export function payTabs(
  payee: { hasBank: boolean; hasUpi: boolean },
  totalPaise: Paise,
  upiLimitPaise: Paise,
): PayTabs {
  const tabs: PayMethod[] = [];
  if (payee.hasBank) tabs.push('BANK');
  if (payee.hasUpi) tabs.push('UPI');
  tabs.push('MANUAL');
  const bankFirst = payee.hasBank && (!payee.hasUpi || totalPaise > upiLimitPaise);
  return { tabs, preselected: bankFirst ? 'BANK' : payee.hasUpi ? 'UPI' : 'MANUAL' };
}

/** What the buyer says was paid against what is due, for the admin; null when they agree. */
export function amountDifference(totalPaise: Paise, claimedAmountPaise: Paise): string | null {
  const difference = claimedAmountPaise - totalPaise;
  if (difference === 0n) return null;
  return difference > 0n ? `${formatRupees(difference)} more than due` : `${formatRupees(-difference)} less than due`;
}

/** An account is new for this long after its registration. */
export const NEW_ACCOUNT_SECONDS = 86_400;

/** Seconds from the registration to the submission while the account was new, for the admin; null later. */
export function accountAgeIfNew(registered: Date, submitted: Date): number | null {
  const seconds = Math.max(0, Math.floor((submitted.getTime() - registered.getTime()) / 1000));
  return seconds < NEW_ACCOUNT_SECONDS ? seconds : null;
}

/** Seconds from the order to its proof when the payment screen's time was over, for the admin; null in time or unknown. */
export function orderAgeIfLate(orderAgeSeconds: number | null): number | null {
  return orderAgeSeconds !== null && orderAgeSeconds > PAYMENT_SECONDS ? orderAgeSeconds : null;
}

/** Seconds after a pause in which proofs are still taken: who had paid when it began must not be left without an order. */
export const PAUSE_GRACE_SECONDS = 1_800;

/**
 * Why nothing can be bought: the sale is paused. Null while it goes on, and for what began before the pause.
 * @param graceSeconds 0 for who would only begin now
 */
export function pauseProblem(
  sale: { readonly paused_at: Date | null; readonly pause_reason: string | null },
  now: Date,
  graceSeconds: number,
): string | null {
  if (!sale.paused_at || now.getTime() < sale.paused_at.getTime() + graceSeconds * 1000) return null;
  return `The sale is paused: ${sale.pause_reason ?? ''}`;
}
