import { expect, test } from 'vitest';
import { readAmountDraft } from '@/islands/purchases/buy/amount.ts';

test.each([
  ['₹ 1,00,000.50', '100000.50'],
  ['1 000', '1000'],
  [' 5000 ', '5000'],
  ['Rs. 5000', '5000'],
  ['rs 5,000/-', '5000'],
  ['INR 5,000', '5000'],
  ['1,180.00 INR', '1180.00'],
  ['5000/-', '5000'],
  ['१०००', '1000'],
  ['৳௧௨', null],
  ['௧௨', '12'],
  ['５００', '500'],
  ['١٬١٨٠٫٥٠', '1180.50'],
  ['۱۱۸۰', '1180'],
  ['১,১৮০', '1180'],
  ['𑄷𑄶𑄶', '100'],
  ['.5', '.5'],
  ['5.', '5.'],
  ['', ''],
  ['1e5', null],
  ['-5', null],
  ['5.5.5', null],
  ['five', null],
  ['Rs', ''],
])('%j is read as %j', (typed, read) => {
  expect(readAmountDraft(typed)).toBe(read);
});
