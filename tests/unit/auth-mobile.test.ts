/** Mobile numbers as people write them: the form's hint and the server's decision are one. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { mobileHint } from '@/islands/auth/mobile.ts';
import { toE164 } from '@/lib/accounts/phone/service.ts';
import { mobile } from '@/lib/core/fields.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import * as z from '@/lib/core/zod.ts';
import { inDigits, NUMBERING_SYSTEMS } from '../support/scripts.ts';

const OUTSIDE = 'For a number outside India, begin with + and its country code.';
const INDIAN = 'We will use +91 98765 43210.';

test.each([
  ['9876543210'],
  ['98765 43210'],
  ['+91 98765-43210'],
  ['919876543210'],
  ['0091 9876543210'],
  ['09876543210'],
  ['(+91) 98765 43210'],
  ['+910 98765 43210'],
  ['+91 (0) 98765 43210'],
  ['+91 098765 43210'],
  ['00910 98765 43210'],
  ['91-98765-43210'],
  ['+91.98765.43210'],
  ['(98765) 43210'],
  ['+९१ ९८७६५ ४३२१०'],
  ['९८७६५४३२१०'],
  ['＋９１ ９８７６５ ４３２１０'],
  ['+৯১ ৯৮৭৬৫ ৪৩২১০'],
  ['۹۸۷۶۵۴۳۲۱۰'],
  ['\u202a+91 98765 43210\u202c'],
  ['+91\u00a098765\u201143210'],
  ['98765–43210'],
])('%j is one Indian number for the form and for the server', (typed) => {
  const sent = z.parse(mobile, typed);
  expect([mobileHint(typed), toE164(sent), toE164(typed)]).toEqual([INDIAN, '+919876543210', '+919876543210']);
});

test.each([
  ['', null],
  ['98765', null],
  ['5876543210', null],
  ['1234567890', null],
  ['+91 58765 43210', null],
  ['98765 432101', null],
  ['+44 7911 123456', '+447911123456'],
  ['(+44) 7911 123456', '+447911123456'],
  ['+971 50 123 4567', '+971501234567'],
  ['+९७१ ५० १२३ ४५६७', '+971501234567'],
  ['+1 (212) 555-2368', '+12125552368'],
])('%j is no Indian number: %s', (typed, number) => {
  expect([mobileHint(typed), toE164(typed)]).toEqual([OUTSIDE, number]);
});

it('decides on every spelling as the form has said', () => {
  const gap = fc.constantFrom('', ' ', '-', '.', '\u00a0', '–');
  const head = fc.constantFrom('', '0', '91', '+91', '0091', '(+91)', '+91 (0)', '+910', '00', '+', '+44', '0 91');
  const national = fc.stringMatching(/^[0-9]{9,11}$/);
  fc.assert(
    fc.property(
      head,
      gap,
      national,
      gap,
      fc.constantFrom(...NUMBERING_SYSTEMS),
      (start, before, digits, middle, system) => {
        const typed = inDigits(`${start}${before}${digits.slice(0, 5)}${middle}${digits.slice(5)}`, system);
        const hasIndianHint = mobileHint(typed).startsWith('We will use');
        const used = toE164(typed);
        expect(hasIndianHint).toBe(used?.startsWith('+91') ?? false);
        if (hasIndianHint) expect(mobileHint(typed)).toBe(`We will use ${spacedMobile(used ?? '')}.`);
      },
    ),
    { numRuns: 1_000 },
  );
});
