import { isAmountDraft } from '@/lib/core/money.ts';

/** The zero of each script that people in India write figures in; the nine others follow it. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];

function asLatin(figure: string): string {
  const code = figure.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? figure : String(code - zero);
}

/**
 * The digits with an optional point (docs/product.md) of an amount as it is typed or pasted: '₹ 1,00,000.50', 'Rs. 5000/-',
 * 'INR 5,000', '१०००'. Null for anything else.
 */
export function readAmountDraft(text: string): string | null {
  const bare = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asLatin)
    .replace(/^\s*(?:rs\.?|inr|₹)|(?:inr|rs\.?|₹)\s*$|\/-\s*$/gi, '')
    .replace(/[₹,\s]/g, '');
  return isAmountDraft(bare) ? bare : null;
}
