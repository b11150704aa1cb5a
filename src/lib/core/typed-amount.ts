import { latinDigits } from './digits.ts';
import { isAmountDraft } from './money.ts';

/**
 * The digits with an optional point (docs/product.md) of an amount as it is typed or pasted: '₹ 1,00,000.50', 'Rs. 5000/-',
 * 'INR 5,000', '१०००'. Null for anything else.
 */
export function readAmountDraft(text: string): string | null {
  const bare = latinDigits(text)
    .normalize('NFKC')
    // The point and the thousands mark of Arabic and Urdu keyboards.
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(/^\s*(?:rs\.?|inr|₹)|(?:inr|rs\.?|₹)\s*$|\/-\s*$/gi, '')
    .replace(/[₹,\s\p{Cf}]/gu, '');
  return isAmountDraft(bare) ? bare : null;
}

/** The amount without sign, commas and spaces, in digits 0 to 9; the text itself if it is no amount. */
export const typedAmount = (text: string): string => readAmountDraft(text) ?? text;
