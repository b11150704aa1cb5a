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
