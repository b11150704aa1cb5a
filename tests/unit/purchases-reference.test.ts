import { expect, test } from 'vitest';
import { readReference } from '@/islands/purchases/pay/reference.ts';

const RRN = '412345678901';

test.each([
  [`UTR: ${RRN}`, RRN],
  [`UTR No. ${RRN}`, RRN],
  [`UPI Ref No: ${RRN}.`, RRN],
  [`UPI transaction ID: ${RRN}`, RRN],
  [`RRN-${RRN} `, RRN],
  [`Ref#${RRN}`, RRN],
  ['Reference number SBINN12345678901', 'SBINN12345678901'],
  // Text that could be a number of its own is not split.
  [RRN, RRN],
  [`UTR${RRN}`, `UTR${RRN}`],
  ['4123 4567 8901', '4123 4567 8901'],
  ['UTR: 4123', 'UTR: 4123'],
  ['paid to cowl', 'paid to cowl'],
  ['Ref number', 'Ref number'],
  ['', ''],
])('%j is read as %j', (pasted, read) => {
  expect(readReference(pasted)).toBe(read);
});
