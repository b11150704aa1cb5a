/* Order numbers in the notes of payers. A payer may write any order number, so it says whom they may mean and proves nothing. */
import type { BankRow } from '../rules.ts';
import { tokensOf } from './references.rules.ts';

/** An order number has this many tokens at most: `PUR`, its digits, and suffixes. */
const ORDER_TOKENS_MAX = 4;

/** The form in which order numbers are compared: without separators, which notes lose. */
export const orderKey = (orderNumber: string): string => tokensOf(orderNumber).join('');

/** The texts of a narration that may be an order number, the longest first at each token that begins with `PUR`. */
export function orderTexts({ narration }: Pick<BankRow, 'narration'>): string[][] {
  if (!/pur/i.test(narration)) return [];
  const tokens = tokensOf(narration);
  return tokens.flatMap((token, at) =>
    token.startsWith('PUR')
      ? [Array.from({ length: ORDER_TOKENS_MAX }, (_, n) => tokens.slice(at, at + ORDER_TOKENS_MAX - n).join(''))]
      : [],
  );
}

/** The order numbers that the note may name, as they are stored. */
export function orderNumbersIn({ narration }: Pick<BankRow, 'narration'>): string[] {
  const tokens = tokensOf(narration);
  return tokens.flatMap((token, at) => {
    if (!token.startsWith('PUR')) return [];
    const parts = [token.slice(3), ...tokens.slice(at + 1, at + ORDER_TOKENS_MAX)].filter(Boolean);
    return parts.map((_, n) => `PUR-${parts.slice(0, n + 1).join('-')}`);
  });
}
