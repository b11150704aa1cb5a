/** When money goes back to a member, how much, and who may approve it. */
import { describe, expect, it } from 'vitest';
import {
  approvalProblem,
  availablePaise,
  causeOf,
  type MoneyFacts,
  moneyProblem,
  referenceOf,
  refundProblem,
} from '../../src/lib/refunds/rules.ts';

/** A reversed purchase of 1,180 rupees that the bank has. */
const reversed: MoneyFacts = {
  status: 'REVERSED',
  finalPaise: 118_000n,
  rowPaise: 118_000n,
  allocatedPaise: 0n,
  refundedPaise: 0n,
  causes: [],
  otherOrder: null,
  orderWithRow: null,
  isTakenBack: false,
  isErased: false,
};
/** An approved one for which 1,500 rupees came. */
const overpaid: MoneyFacts = { ...reversed, status: 'APPROVED', rowPaise: 150_000n, allocatedPaise: 118_000n };

describe('availablePaise', () => {
  it('is all that came for a reversed purchase, and what is above the price for an approved one', () => {
    expect(availablePaise(reversed)).toBe(118_000n);
    expect(availablePaise(overpaid)).toBe(32_000n);
    expect(availablePaise({ ...overpaid, rowPaise: 118_000n })).toBe(0n);
  });

  it('is what the bank’s row says, and without a row what was approved', () => {
    expect(availablePaise({ ...reversed, rowPaise: 100_000n })).toBe(100_000n);
    expect(availablePaise({ ...reversed, rowPaise: null, allocatedPaise: null })).toBe(118_000n);
  });

  it('is less what was paid back before, and never below 0', () => {
    expect(availablePaise({ ...reversed, refundedPaise: 18_000n })).toBe(100_000n);
    expect(availablePaise({ ...reversed, refundedPaise: 118_000n })).toBe(0n);
    expect(availablePaise({ ...overpaid, rowPaise: 100_000n })).toBe(0n);
  });
});

describe('moneyProblem', () => {
  it.each<[string, Partial<MoneyFacts>, bigint | null, string | null]>([
    ['a reversed purchase', {}, null, null],
    ['the last paisa', {}, 118_000n, null],
    ['one paisa more', {}, 118_001n, 'Only ₹1,180.00 of this payment can be paid back.'],
    ['less than came', { rowPaise: 100_000n }, 100_001n, 'Only ₹1,000.00 of this payment can be paid back.'],
    [
      'the payment of another order',
      { otherOrder: 'PUR-7' },
      null,
      'This payment belongs to PUR-7, which is approved.',
    ],
    ['a payment that another order has', { orderWithRow: 'PUR-8' }, null, 'This payment was given to PUR-8.'],
    ['what the bank took back', { isTakenBack: true }, null, 'The bank has already taken this payment back.'],
    ['what was paid back', { refundedPaise: 118_000n }, null, 'Nothing of this payment is left to pay back.'],
  ])('%s', (_, facts, amount, problem) => {
    expect(moneyProblem({ ...reversed, ...facts }, amount)).toBe(problem);
  });
});

describe('refundProblem', () => {
  it.each<[string, Partial<MoneyFacts>, string | null]>([
    ['a reversed purchase', {}, null],
    ['a pending one', { status: 'PENDING' }, 'Only a reversed or an overpaid purchase can be refunded.'],
    ['a rejected one', { status: 'REJECTED' }, 'Only a reversed or an overpaid purchase can be refunded.'],
    [
      'an erased account',
      { isErased: true },
      'The account of this member was deleted, so nobody can say where to pay.',
    ],
    [
      'a second refund of one cause',
      { causes: ['REVERSAL'], refundedPaise: 50_000n },
      'This purchase already has a refund for that. Please cancel it first.',
    ],
    ['the rest after a paid one', { causes: [], refundedPaise: 100n }, null],
    ['one of each cause', { causes: ['OVERPAID'], refundedPaise: 32_000n }, null],
  ])('%s', (_, facts, problem) => {
    expect(refundProblem({ ...reversed, ...facts }, null)).toBe(problem);
  });

  it('knows the cause by the status', () => {
    expect(['REVERSED', 'APPROVED', 'PENDING'].map(causeOf)).toEqual(['REVERSAL', 'OVERPAID', null]);
  });
});

describe('approvalProblem', () => {
  const waiting = { state: 'WAITING_FOR_APPROVAL', userId: 'member', payeeVersion: 2 } as const;
  const admin = { adminId: 'admin', payeeVersion: 2 };

  it('is null for another admin who has seen the account', () => {
    expect(approvalProblem(waiting, admin)).toBeNull();
  });

  it('forbids a refund to oneself, in every state', () => {
    for (const state of ['WAITING_FOR_APPROVAL', 'APPROVED'] as const)
      expect(approvalProblem({ ...waiting, state }, { ...admin, adminId: 'member' })?.code).toBe('forbidden');
  });

  it.each(['WAITING_FOR_ACCOUNT', 'APPROVED', 'EXPORTED', 'PAID', 'CANCELLED'] as const)('refuses %s', (state) => {
    expect(approvalProblem({ ...waiting, state }, admin)).toMatchObject({ code: 'conflict' });
    expect(approvalProblem({ ...waiting, state }, admin)).not.toHaveProperty('isOutdated');
  });

  it.each([1, 3])('refuses version %s of the account, which is not the stored one', (payeeVersion) => {
    expect(approvalProblem(waiting, { ...admin, payeeVersion })).toMatchObject({ code: 'conflict', isOutdated: true });
  });
});

it('each payout has its own reference', () => {
  expect([referenceOf('RFD-0000000042', 1), referenceOf('RFD-0000000042', 2)]).toEqual([
    'RFD0000000042',
    'RFD0000000042R2',
  ]);
});
