import { formatQuantity } from '../core/money.ts';
import { plural, t } from '../core/texts.ts';

/** A member's pending purchases. */
export interface OpenPurchases {
  readonly count: number;
  /** Whole tokens that they hold; a purchase whose hold has ended holds none. */
  readonly held: bigint;
}

/** What the company allows for the pending purchases of one member; 0 for no limit. */
export interface PurchaseCaps {
  readonly openMax: number;
  /** Whole tokens. */
  readonly privateSupply: bigint;
  /** Of the private supply, in basis points. */
  readonly shareBps: number;
}

/** Why a member can't submit another purchase; null if they can. */
export function openProblem(open: OpenPurchases, { openMax }: PurchaseCaps): string | null {
  if (openMax === 0 || open.count < openMax) return null;
  const { count } = open;
  const text = plural(
    count,
    'You have {count} open payment. Please wait for its review before you submit another one.',
    'You have {count} open payments. Please wait for their review before you submit another one.',
  );
  return t(text, { count });
}

/** Whole tokens that the next purchase of a member may hold, 0 or more; null for no limit. Rounds the share up. */
export function holdableLeft(open: OpenPurchases, { privateSupply, shareBps }: PurchaseCaps): bigint | null {
  if (shareBps === 0) return null;
  const limit = (privateSupply * BigInt(shareBps) + 9_999n) / 10_000n;
  return limit > open.held ? limit - open.held : 0n;
}

/**
 * Why a member can't order so many tokens; null if they can.
 * @param left what `holdableLeft` returned
 */
export function heldProblem(quantity: bigint, left: bigint | null): string | null {
  if (left === null || quantity <= left) return null;
  if (left < 1n)
    return t(
      'Your open payments hold as many tokens as one member may hold. Please wait for their review before you submit another one.',
    );
  return t(
    'Your open payments may hold only {left} more tokens. Please enter a smaller amount, or wait for their review.',
    { left: formatQuantity(left) },
  );
}

/** Hours after which the hold of a manual order without a proof ends. */
export const UNPROVEN_HOURS = 2;

/** A buyer, as far as they are known when an order is submitted. */
export interface ProvenBuyer {
  /** An admin verified the buyer 24 hours ago, or earlier: one admin could verify free accounts and let them hold the sale. */
  readonly isVerifiedLong: boolean;
  /** Whole tokens that another order with a proof may hold for those that the buyer has; null for no limit. */
  readonly provable: bigint | null;
}

/** Whether the hold of an order counts against the ceiling of unproven holds. @param quantity whole tokens */
export function isUnproven(
  { receiptId }: { readonly receiptId: string | null },
  { isVerifiedLong, provable }: ProvenBuyer,
  quantity: bigint,
): boolean {
  return receiptId === null || !isVerifiedLong || (provable !== null && quantity > provable);
}

/** Payment of an order, as far as it is known when the order is submitted. */
export interface PaymentEvidence {
  readonly hasProof: boolean;
  /** A credit of the bank with the reference and the amount of the order is free. */
  readonly isAtBank: boolean;
}

/** Whether an order may end unproven holds of others. */
export function mayDisplace({ hasProof, isAtBank }: PaymentEvidence): boolean {
  return hasProof || isAtBank;
}

/**
 * Hours until the hold of an order ends; 0 for never.
 * @param holdHours as the company sets them, 0 for never
 */
export function reservedHours(
  holdHours: number,
  order: { readonly method: string; readonly hasProof: boolean },
): number {
  if (order.method !== 'MANUAL' || order.hasProof) return holdHours;
  return holdHours === 0 ? UNPROVEN_HOURS : Math.min(holdHours, UNPROVEN_HOURS);
}

/** Why an order without a proof can't be submitted now. */
export function proofProblem(): string {
  return t(
    'Many orders without a proof of payment are waiting. Please send the proof of your payment with this order: a screenshot or a PDF.',
  );
}

/** Why an order with a proof could not be submitted. */
export function busyProblem(): string {
  return t('Many orders are arriving right now. Please send your order again.');
}
