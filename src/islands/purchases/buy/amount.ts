import { latinDigits } from '@/lib/core/digits.ts';
import { isAmountDraft } from '@/lib/core/money.ts';

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
    .replace(/[₹,\s]/g, '');
  return isAmountDraft(bare) ? bare : null;
}
