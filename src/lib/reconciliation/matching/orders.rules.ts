/* Order numbers in the notes of payers. A payer may write any order number, so it says whom they may mean and proves nothing. */
import { latinDigits } from '../../core/digits.ts';
import type { BankRow } from '../rules.ts';
import { tokensOf } from './references.rules.ts';

/** An order number has this many tokens at most: `PUR`, its digits, and suffixes. */
const ORDER_TOKENS_MAX = 4;

/** The form in which order numbers are compared: without separators, which notes lose. */
export const orderKey = (orderNumber: string): string => tokensOf(orderNumber).join('');

/** Where an order number may begin: `PUR-990001`, `forPUR990001`, `PUR NO 990001`, `Order 990001`. */
const HEAD = /^(?:PUR(.*)|.*?(?:PUR|ORDER|ORD)(?:NO|NUM|NUMBER|ID)?(\d.*)?)$/;
/** A word between the head and the number. */
const BETWEEN = /^(?:NO|NUM|NUMBER|ID|REF)$/;

/** The tokens after each head: `['990001', '2', …]`. Letters at the end of the first number are a word of the payer. */
function numbersIn({ narration }: Pick<BankRow, 'narration'>): string[][] {
  const text = latinDigits(narration.normalize('NFKC')).toUpperCase();
  if (!/PUR|ORD/.test(text)) return [];
  const tokens = tokensOf(text);
  return tokens.flatMap((token, at) => {
    const match = HEAD.exec(token);
    if (!match) return [];
    const glued = match[1] ?? match[2] ?? '';
    const from = BETWEEN.test(tokens[at + 1] ?? '') && glued === '' ? at + 2 : at + 1;
    const parts = [glued, ...tokens.slice(from, from + ORDER_TOKENS_MAX - 1)].filter(Boolean);
    const [digits] = /^\d+(?=[A-Z])/.exec(parts[0] ?? '') ?? [];
    return digits === undefined ? [parts] : [parts, [digits]];
  });
}

/** The first so many of the parts, the most first. */
const beginnings = (parts: readonly string[]): (readonly string[])[] =>
  parts.map((_, nth) => parts.slice(0, parts.length - nth));

/** The texts of a narration that may be an order number, the longest first at each place where one may begin. */
export const orderTexts = (row: Pick<BankRow, 'narration'>): string[][] =>
  numbersIn(row).map((parts) => beginnings(parts).map((some) => `PUR${some.join('')}`));

/** The order numbers that the note may name, as they are stored. */
export const orderNumbersIn = (row: Pick<BankRow, 'narration'>): string[] =>
  numbersIn(row).flatMap((parts) => beginnings(parts).map((some) => `PUR-${some.join('-')}`));
