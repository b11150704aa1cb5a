/** Texts to buyers name no payee, in no spelling, and honest ones pass. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payeeProblem } from '@/lib/core/payee.rules.ts';
import { PAYEES, payeeText } from '../support/payee-spellings.ts';

const SITE = {
  values: ['412345678901', '+919876500000', 'help@sale.example.com', 'SBINR52026112712345678'],
  hosts: ['sale.example.com', 'token-sale.example.in:8080'],
};
const HONEST: readonly string[] = [
  'Please send a clearer screenshot.',
  'The amount paid does not match the order.',
  'You have paid ₹58,000 and not ₹59,000.',
  'You have paid ₹1,00,00,000 for PUR-123456.',
  'You have paid Rs. 59000 in place of Rs 60000/-.',
  'Please look at PUR-123456 and PUR-234567 again.',
  'Your payment of 27-11-2026 reached us at 14:30.',
  'We have booked it on 2026-11-27, from 10:00 to 12:30.',
  'Please check the UTR 412345678901 that you have entered.',
  'Please check the UTR 4123 4567 8901 that you have entered.',
  'The number SBINR52026112712345678 is not in our statement.',
  'Call us at +91 98765 00000, or 9876500000.',
  'Write to help@sale.example.com.',
  'It is at https://token-sale.example.in:8080/user/payment-history.',
  'You find it under https://sale.example.com/user/payment-history and at sale.example.com.',
  'The UTR has 12 digits. It is in the SMS of your bank.',
  'Please open your bank app at home and look at the rate of ₹10 a token.',
  '500 tokens @ ₹10 are ₹5,000. 500 tokens @ Rs 10 as well.',
  'Please pay by UPI or NEFT to the account on the payment screen.',
  'We do not send 0 tokens to anybody. No one of us does.',
  'Support is closed from 24 to 26 January, 2027, under section 42 of the Act of 2013.',
  'The sale of stage 2 begins on 1 December 2026, 10 a.m. at ₹12.50 a token, with 1,00,000 tokens.',
  'Do you see one or two payments? Please tell us both.',
  'कृपया साफ़ स्क्रीनशॉट भेजें। भुगतान की राशि ₹59,000 है।',
  'आपका ऑर्डर PUR-123456 दो दिन में देखा जाएगा।',
  '© 2026 Example Private Limited, CIN U74999MH2020PTC123456, GSTIN 27ABCDE1234F1Z5. All rights reserved.',
  'Branch ABCD 0 12 tokens, four of 0, 100,000 in all.',
  'Please write to our team: the statement ends at 31.03.2026, i.e. before your payment.',
];

describe('a text that names a payee', () => {
  it.each(PAYEES)('is refused: %s', (_, text) => {
    expect(payeeProblem(text, SITE)).not.toBeNull();
  });
  it('is refused in generated spellings', () => {
    fc.assert(
      fc.property(payeeText, (text) => payeeProblem(text, SITE) !== null),
      { numRuns: 2_000 },
    );
  });
  it('is refused also for the number of another buyer', () => {
    expect(payeeProblem('Please check the UTR 412345678902.', SITE)).toBe('number');
    expect(payeeProblem('Please check the UTR 412345678901 and 9.', SITE)).toBeNull();
    expect(payeeProblem('Call +91 98765 00000 1234 5678.', SITE)).toBe('number');
  });
});

describe('an honest text', () => {
  it.each(HONEST)('passes: %s', (text) => {
    expect(payeeProblem(text, SITE)).toBeNull();
  });
});

describe('a text of the longest length', () => {
  const LONG = 1_000;
  it.each(['a ', '9', 'a@', 'upi', 'one', 'a.', '₹1,', '((', 'o k ', '1 a ', 'नौ', 'sbin0', '\u200b', 'at the rate '])(
    'is read in a few milliseconds: %s',
    (part) => {
      const text = part.repeat(LONG / part.length).slice(0, LONG);
      const since = performance.now();
      payeeProblem(text, SITE);
      expect(performance.now() - since).toBeLessThan(100);
    },
  );
});
