import { expect, test } from 'vitest';
import { mobileHint } from '@/islands/auth/mobile.ts';

const OUTSIDE = 'For a number outside India, begin with + and its country code.';
const INDIAN = 'We will use +91 98765 43210.';

test.each([
  ['', OUTSIDE],
  ['98765', OUTSIDE],
  ['9876543210', INDIAN],
  ['98765 43210', INDIAN],
  ['+91 98765-43210', INDIAN],
  ['919876543210', INDIAN],
  ['0091 9876543210', INDIAN],
  ['09876543210', INDIAN],
  ['5876543210', OUTSIDE],
  ['+44 7911 123456', OUTSIDE],
])('%j: %s', (typed, hint) => {
  expect(mobileHint(typed)).toBe(hint);
});
