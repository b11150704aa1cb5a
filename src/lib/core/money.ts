/*
 * Exact money. Amounts are integer paise and prices integer micro-rupees, both bigint; floating-point numbers never occur.
 * Only this file rounds, and each function that rounds documents the direction.
 */

import { formatRupees } from './format.ts';

export { formatQuantity } from './format.ts';

/** Hundredths of a rupee. */
export type Paise = bigint;
/** Millionths of a rupee: a price carries up to six decimals. */
export type PriceMicros = bigint;

const MICROS_PER_PAISA = 10_000n;
const BPS_PER_WHOLE = 10_000n;

/** Digits of an amount before the point: less than ten lakh crore rupees, so that paise fit a JSON number. */
export const RUPEE_DIGITS_MAX = 13;
/** Digits of a price before the point. */
export const PRICE_DIGITS_MAX = 9;
/** 100 % in basis points. */
export const BPS_MAX = 10_000;

/**
 * Parses a decimal text to an integer of its smallest unit: ('4.35', 2) is 435n.
 * Accepts at least one digit and an optional point: no sign, exponent, comma or space. Returns null for other text.
 */
export function parseDecimal(text: string, decimals: number, digitsMax: number): bigint | null {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = match[2] ?? '';
  if (whole.length + fraction.length === 0 || whole.length > digitsMax || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The inverse of `parseDecimal`, always with all decimals: (435n, 2) is '4.35'. */
export function formatDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals === 0 ? '' : `.${digits.slice(cut)}`}`;
}

/** Trims trailing zeros: '0.250000' is '0.25', '18.00' is '18'. */
function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** '1180.5' is 118050n. Null unless digits with an optional point and at most two decimals. */
export function parsePaise(rupees: string): Paise | null {
  return parseDecimal(rupees, 2, RUPEE_DIGITS_MAX);
}

/** 118050n is '1180.50', the format of money in JSON. */
export function formatPaise(amountPaise: Paise): string {
  return formatDecimal(amountPaise, 2);
}

/** '0.25' is 250000n. Null unless digits with an optional point and at most six decimals. */
export function parsePrice(rupees: string): PriceMicros | null {
  return parseDecimal(rupees, 6, PRICE_DIGITS_MAX);
}

/** 250000n is '0.25': two to six decimals, trailing zeros trimmed. */
export function formatPrice(priceMicros: PriceMicros): string {
  return formatDecimal(priceMicros, 6).replace(/0{1,4}$/, '');
}

/** '7.25' is 725, '18' is 1800. Null for more than two decimals or a value outside 0 to 100. */
export function parsePercent(percent: string): number | null {
  const bps = parseDecimal(percent, 2, 3);
  return bps === null || bps > BigInt(BPS_MAX) ? null : Number(bps);
}

/** 725 is '7.25', 1800 is '18'. */
export function formatPercent(bps: number): string {
  return trimZeros(formatDecimal(BigInt(bps), 2));
}

/** Whole tokens that an amount buys, rounded down: floor(amount / price). The price must be above 0. */
export function tokensFor(orderPaise: Paise, priceMicros: PriceMicros): bigint {
  if (priceMicros <= 0n || orderPaise < 0n) throw new RangeError('tokensFor needs a price above 0 and no debt');
  return (orderPaise * MICROS_PER_PAISA) / priceMicros;
}

/** The smallest amount that buys a number of tokens, rounded up to the paisa. */
export function costPaise(quantity: bigint, priceMicros: PriceMicros): Paise {
  return (quantity * priceMicros + MICROS_PER_PAISA - 1n) / MICROS_PER_PAISA;
}

/** The platform fees on an order amount, rounded half up to the paisa. */
export function feePaise(orderPaise: Paise, feeBps: number): Paise {
  return (orderPaise * BigInt(feeBps) + BPS_PER_WHOLE / 2n) / BPS_PER_WHOLE;
}

/** A share of a whole quantity in basis points, rounded down: (1001n, 500) is 50n. */
export function shareOf(quantity: bigint, bps: number): bigint {
  return (quantity * BigInt(bps)) / BPS_PER_WHOLE;
}

/** Part of a total in per cent with two decimals, rounded half up; '0.00' for a total of 0. */
export function percentOf(part: bigint, total: bigint): string {
  return total <= 0n ? '0.00' : formatDecimal((part * 20_000n + total) / (2n * total), 2);
}

/** Whole units as crore (ten million) with two decimals, rounded half up: 123_45_678n is '1.23'. */
export function inCrore(units: bigint): string {
  return formatDecimal((units + 50_000n) / 100_000n, 2);
}

/** 123456750n is '₹12,34,567.50'. */
export function formatRupeesOfPaise(amountPaise: Paise): string {
  return formatRupees(formatPaise(amountPaise));
}

/** True for an incomplete amount in an input: digits with an optional point, or empty. */
export function isAmountDraft(text: string): boolean {
  return /^\d*(?:\.\d*)?$/.test(text);
}
