import { isFrozen, SALE_FROZEN } from '../companies/rules.ts';
import { canonicalJson } from '../core/canonical.ts';
import type { LaunchState } from '../core/launch-states.ts';
import {
  costPaise,
  feePaise,
  formatQuantity,
  formatRupeesOfPaise,
  type Paise,
  type PriceMicros,
  tokensFor,
} from '../core/money.ts';
import { SPEC_TEXTS } from '../core/spec-texts.ts';
import { t } from '../core/texts.ts';

/** Ways to pay that a buyer can choose. */
export type PayMethod = 'UPI' | 'BANK' | 'MANUAL';
export type PurchaseStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';

/** Length of the payment screen's countdown. Its end changes only what the screen shows (docs/product.md). */
export const PAYMENT_SECONDS = 900;

export interface Quote {
  readonly orderAmountPaise: Paise;
  /** Whole tokens, rounded down. */
  readonly quantity: bigint;
  readonly feePaise: Paise;
  readonly totalPaise: Paise;
}

/** Tokens, fee and total of an order amount. The price must be above 0. */
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
 * Why an order can't be placed; null if it can.
 * @param amountPaise null if the input is not an amount
 * @param remaining whole tokens that can still be sold
 */
export function orderProblem(
  amountPaise: Paise | null,
  priceMicros: PriceMicros,
  remaining: bigint,
  { minPaise, maxPaise }: OrderBounds = NO_BOUNDS,
): string | null {
  if (priceMicros <= 0n) return t(SPEC_TEXTS.tokenMissing);
  if (amountPaise === null || amountPaise <= 0n) return t(SPEC_TEXTS.amountInvalid);
  const quantity = tokensFor(amountPaise, priceMicros);
  if (quantity < 1n) {
    const least = formatRupeesOfPaise(costPaise(1n, priceMicros));
    return t('The smallest order is {least}, the price of one token.', { least });
  }
  if (minPaise !== null && amountPaise < minPaise)
    return t('The smallest order is {least}.', { least: formatRupeesOfPaise(minPaise) });
  if (maxPaise !== null && amountPaise > maxPaise)
    return t('The largest order is {most}. Please enter a smaller amount.', { most: formatRupeesOfPaise(maxPaise) });
  if (quantity > remaining) {
    return remaining < 1n
      ? t('All tokens of this sale are sold or on hold.')
      : t('Only {left} tokens are left. Please enter a smaller amount.', { left: formatQuantity(remaining) });
  }
  return null;
}

/**
 * What a purchase is worth to the bound of two admins: the final amount, or the tokens at the highest price of the last 30
 * days if that is more. So nobody sells below the bound by setting the price down for a moment.
 */
export function worthPaise(
  purchase: { readonly finalAmountPaise: Paise; readonly quantity: bigint },
  highestPriceMicros: PriceMicros,
): Paise {
  const atHighest = costPaise(purchase.quantity, highestPriceMicros);
  return atHighest > purchase.finalAmountPaise ? atHighest : purchase.finalAmountPaise;
}

/** Only a pending purchase can be approved or rejected, and only an approved one can be reversed. */
export function canDecide(from: PurchaseStatus, to: PurchaseStatus): boolean {
  if (from === 'PENDING') return to === 'APPROVED' || to === 'REJECTED';
  return from === 'APPROVED' && to === 'REVERSED';
}

/** Order number of the buy screen: the last six digits of the clock in milliseconds (docs/product.md). */
export function orderNumberAt(nowMs: number): string {
  return `PUR-${String(nowMs % 1_000_000).padStart(6, '0')}`;
}

/** Number of the n-th order with the same number: six digits of a clock repeat every 17 minutes. */
export function orderNumberWithSuffix(orderNumber: string, nth: number): string {
  return nth <= 1 ? orderNumber : `${orderNumber}-${nth}`;
}

/** What screens show as transaction ID (docs/product.md). */
export function shownTransactionId(purchase: {
  id: string;
  referenceNumber?: string | null;
  transactionId?: string | null;
}): string {
  return purchase.referenceNumber || purchase.transactionId || purchase.id.slice(0, 16);
}

export interface Submission {
  readonly purchaseId: string | null;
  readonly method: PayMethod;
  readonly orderAmountPaise: Paise;
  /** What the buyer says they paid. */
  readonly claimedAmountPaise: Paise;
  /** Normalised. */
  readonly reference: string | null;
  readonly receiptId: string | null;
}

/** The whole submission as one text: it must be the same in each call with the same `Idempotency-Key`. */
export function submissionContent(submission: Submission): string {
  return canonicalJson({ ...submission });
}

/**
 * Submissions without a key are the same call if their implicit keys are equal. Null without an order number: two equal
 * payments are then two purchases.
 */
export function implicitKey({ purchaseId, method, claimedAmountPaise, reference }: Submission): string | null {
  return purchaseId === null ? null : canonicalJson([purchaseId, method, claimedAmountPaise, reference]);
}

/** The tabs of the payment screen: always Manual, and the ways in which the payee can be paid. */
export interface PayTabs {
  readonly tabs: readonly PayMethod[];
  readonly preselected: PayMethod;
}

/**
 * Preselects UPI if the payee has it, else Banking, else Manual. Above the limit of one UPI payment Banking comes before
 * UPI, so that nobody starts a payment that the UPI app will refuse.
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

/** A claim above this multiple of the amount due is a mistake or a bait, and no evidence of a payment. */
const PLAUSIBLE_MULTIPLE = 2n;

const NOT_PLAUSIBLE =
  'more than twice the amount due, and says nothing about the payment. Please go by the bank statement';

/** Whether the claimed amount is so far above the amount due that screens do not show it as a sum of money. */
export function isImplausibleClaim(totalPaise: Paise, claimedAmountPaise: Paise): boolean {
  return claimedAmountPaise > totalPaise * PLAUSIBLE_MULTIPLE;
}

/** The claimed amount compared with the amount due, for the admin; null when they are equal. */
export function amountDifference(totalPaise: Paise, claimedAmountPaise: Paise): string | null {
  const difference = claimedAmountPaise - totalPaise;
  if (difference === 0n) return null;
  if (isImplausibleClaim(totalPaise, claimedAmountPaise)) return NOT_PLAUSIBLE;
  return difference > 0n
    ? `${formatRupeesOfPaise(difference)} more than due`
    : `${formatRupeesOfPaise(-difference)} less than due`;
}

/** An account counts as new for this long after its registration. */
export const NEW_ACCOUNT_SECONDS = 86_400;

/** Seconds from the registration to the submission if the account was new then, for the admin; else null. */
export function accountAgeIfNew(registered: Date, submitted: Date): number | null {
  const seconds = Math.max(0, Math.floor((submitted.getTime() - registered.getTime()) / 1000));
  return seconds < NEW_ACCOUNT_SECONDS ? seconds : null;
}

/** Seconds from the order to its proof if the countdown had ended, for the admin; null if in time or unknown. */
export function orderAgeIfLate(orderAgeSeconds: number | null): number | null {
  return orderAgeSeconds !== null && orderAgeSeconds > PAYMENT_SECONDS ? orderAgeSeconds : null;
}

/** Proofs are accepted for this long after a pause begins: a buyer who had paid by then must get their order. */
export const PAUSE_GRACE_SECONDS = 1_800;

/**
 * The reason why nothing can be bought after the freeze of a launch or during a pause; null if the sale runs or the pause began less than `graceSeconds` ago.
 * @param graceSeconds 0 for a buyer who has not started an order
 */
export function pauseProblem(
  sale: {
    readonly paused_at: Date | null;
    readonly pause_reason: string | null;
    readonly launch_state: LaunchState;
  },
  now: Date,
  graceSeconds: number,
): string | null {
  if (isFrozen(sale)) return t(SALE_FROZEN);
  if (!sale.paused_at || now.getTime() < sale.paused_at.getTime() + graceSeconds * 1000) return null;
  return t('The sale is paused: {reason}', { reason: sale.pause_reason ?? '' });
}
