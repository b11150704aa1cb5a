/** Amounts as statements write them. Text that is not surely an amount is null, never 0. */
import { latinDigits } from '../../core/digits.ts';
import { type Paise, parsePaise } from '../../core/money.ts';
import type { Side } from '../rules.ts';

export interface StatedAmount {
  /** Below zero where the text has a minus or parentheses. */
  readonly paise: Paise;
  /** From a suffix such as `Cr.`; null without one. */
  readonly side: Side | null;
}

/** Cells of the side that a row does not use. */
export const isBlankAmount = (text: string): boolean => /^(?:|[-–—.]+|nil|n\.?\/?a\.?)$/i.test(text);

/** Minus signs of other keyboards and fonts. */
const MINUS = /[\u2010-\u2013\u2212\uFE63\uFF0D]/g;

/** A minus after the paise, as accounting programs write it. After whole rupees it can be the end of '500/-'. */
const TRAILING_MINUS = /^([^-+()]*\.\d\d) ?-$/;

/** '/-' or '/=' after whole rupees, as on a cheque. */
const SLASH_DASH = /(?<=\d)\/[-=](?= ?\(?(?:[cd]r\.?)?\)?$)/i;

/** Lakh groups, thousands, or no groups at all; the last group has three digits. */
const GROUPED = /^(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/;

/** Longer texts are no amounts; the bound keeps the time of the expressions below small for any text. */
const LENGTH_MAX = 40;

/**
 * Reads '1,23,456.70', 'INR 25,236.00', '₹500', '(12.50)', '-3', '590.00-', '10728.27 Cr.', '1,180/-'. Null for anything else: more than
 * two decimals that are not zeros, a comma as the decimal mark, groups of another size.
 */
export function parseAmount(stated: string): StatedAmount | null {
  if (stated.length > LENGTH_MAX) return null;
  const text = latinDigits(stated).replace(MINUS, '-').replace(SLASH_DASH, '').replace(TRAILING_MINUS, '-$1');
  const suffix = /(?<!\s)\s*\(?\b(cr|dr)\b\.?\)?$/i.exec(text) ?? /(?<=\d)(cr|dr)\.?$/i.exec(text);
  const side = suffix === null ? null : suffix[1]?.toUpperCase() === 'CR' ? 'CREDIT' : 'DEBIT';
  const bare = suffix === null ? text : text.slice(0, suffix.index).trim();
  const parts = /^(\()?([+-])?\s*(?:(?:₹|inr|rs\.?)\s*)?(?:([+-])\s*)?([\d,]*(?:\.\d*)?)(\))?$/i.exec(bare);
  if (!parts) return null;
  const [, opened, sign, innerSign, digits = '', closed] = parts;
  if ((opened === undefined) !== (closed === undefined) || (sign && innerSign) || (opened && (sign || innerSign)))
    return null;
  if (!GROUPED.test(digits)) return null;
  const paise = parsePaise(digits.replaceAll(',', '').replace(/(\.\d\d)0+$/, '$1'));
  if (paise === null) return null;
  return { paise: opened || sign === '-' || innerSign === '-' ? -paise : paise, side };
}

/** Decimals that are right in the sums of a spreadsheet, as far as its 15 digits reach. */
const DECIMALS = 6;
const NOISE = 1e-6;

/**
 * A numeric cell. Sums of a spreadsheet are a little off, as 0.30000000000000004 and 1180.0000000002 are; null for more decimals than
 * two beyond that, and for amounts that are too large.
 */
export function amountOfNumber(value: number): Paise | null {
  if (!Number.isFinite(value)) return null;
  if (Math.abs(value) < NOISE) return 0n;
  const length = String(Math.trunc(Math.abs(value))).length;
  return paiseOfDigits(value.toPrecision(Math.min(15, length + DECIMALS)));
}

function paiseOfDigits(text: string): Paise | null {
  const [, sign, digits = ''] = /^(-?)([\d.]+)$/.exec(text) ?? [];
  const paise = parsePaise(digits.includes('.') ? digits.replace(/(?<!0)0+$/, '') : digits);
  return paise === null ? null : sign === '-' ? -paise : paise;
}

/** A cell that says on which side an amount is: 'CR', 'Dr.', 'Credit', 'D'. */
export function parseSide(text: string): Side | null {
  if (/^\(?(?:cr?|credit|deposit)\.?\)?$/i.test(text)) return 'CREDIT';
  return /^\(?(?:dr?|debit|withdrawal)\.?\)?$/i.test(text) ? 'DEBIT' : null;
}
