import { describe, expect, it } from 'vitest';
import { inLanguage } from '@/lib/languages/service.ts';
import { busyProblem, isUnproven, mayDisplace, proofProblem, reservedHours } from '@/lib/purchases/holds.rules.ts';

describe('an order', () => {
  it.each([
    // hasProof, isVerified, isAtBank: unproven, displaces
    [false, false, false, true, false],
    [false, true, false, true, false],
    [false, false, true, true, true],
    [false, true, true, true, true],
    [true, false, false, true, true],
    [true, false, true, true, true],
    [true, true, false, false, true],
    [true, true, true, false, true],
  ])(
    'with proof %s, verified %s, at the bank %s: unproven %s, ends holds %s',
    (hasProof, isVerified, isAtBank, unproven, ends) => {
      const receiptId = hasProof ? 'a receipt' : null;
      expect(isUnproven({ receiptId }, { isVerifiedLong: isVerified, provable: null }, 4000n)).toBe(unproven);
      expect(mayDisplace({ hasProof, isAtBank })).toBe(ends);
    },
  );

  it.each([
    [null, 4000n, false],
    [4000n, 4000n, false],
    [3999n, 4000n, true],
    [0n, 1n, true],
    [-1n, 1n, true],
  ])('of a buyer whose tokens back %s more is unproven with %s: %s', (provable, quantity, unproven) => {
    expect(isUnproven({ receiptId: 'a receipt' }, { isVerifiedLong: true, provable }, quantity)).toBe(unproven);
  });

  it.each([
    ['MANUAL', false, 72, 2],
    ['MANUAL', false, 2, 2],
    ['MANUAL', false, 1, 1],
    ['MANUAL', false, 0, 2],
    ['MANUAL', true, 72, 72],
    ['MANUAL', true, 0, 0],
    ['UPI', true, 72, 72],
    ['BANK', true, 1, 1],
    ['CRYPTO', false, 72, 72],
  ])('%s with proof %s of a company with %i hours holds %i', (method, hasProof, holdHours, hours) => {
    expect(reservedHours(holdHours, { method, hasProof })).toBe(hours);
  });
});

it('a buyer reads in English and Hindi what to do', () => {
  expect(proofProblem()).toMatch(/send the proof of your payment with this order/);
  expect(busyProblem()).toMatch(/send your order again/);
  for (const problem of [proofProblem, busyProblem]) expect(inLanguage('hi', problem)).toMatch(/कृपया .*भेजें/);
});
