import { describe, expect, it } from 'vitest';
import { formatPaise, parsePaise, parsePrice } from '@/lib/core/money.ts';
import * as rules from '@/lib/purchases/rules.ts';

const paise = (rupees: string) => parsePaise(rupees) ?? -1n;
const micros = (rupees: string) => parsePrice(rupees) ?? -1n;

describe('quote', () => {
  const table: readonly (readonly [string, string, number, bigint, string, string])[] = [
    // order       price   fee     tokens  fee        total
    ['1000', '0.25', 1800, 4000n, '180.00', '1180.00'],
    ['4.35', '0.05', 1800, 87n, '0.78', '5.13'],
    ['0.7', '0.1', 0, 7n, '0.00', '0.70'],
    ['1', '0.25', 10_000, 4n, '1.00', '2.00'],
    ['0.03', '0.01', 1800, 3n, '0.01', '0.04'],
    ['100.05', '3', 725, 33n, '7.25', '107.30'],
  ];
  it.each(table)('%s at %s', (order, price, bps, quantity, fee, total) => {
    const got = rules.quote(paise(order), micros(price), bps);
    expect([got.quantity, formatPaise(got.feePaise), formatPaise(got.totalPaise)]).toEqual([quantity, fee, total]);
  });
});

describe('orderProblem', () => {
  const table: readonly (readonly [string, string, bigint, string | null])[] = [
    // amount  price    left   problem
    ['1000', '0.25', 4000n, null],
    ['1000', '0.25', 3999n, 'Only 3,999 tokens are left. Please enter a smaller amount.'],
    ['1000', '0.25', 0n, 'All tokens of this sale are sold or on hold.'],
    ['0.24', '0.25', 10n, 'The smallest order is ₹0.25, the price of one token.'],
    ['0.33', '0.333333', 10n, 'The smallest order is ₹0.34, the price of one token.'],
    ['0.34', '0.333333', 10n, null],
    ['0', '0.25', 10n, 'Please enter a valid amount.'],
    ['abc', '0.25', 10n, 'Please enter a valid amount.'],
    ['10', '0', 10n, 'No token selected.'],
  ];
  it.each(table)('%s at %s with %s left', (amount, price, left, problem) =>
    expect(rules.orderProblem(parsePaise(amount), micros(price), left)).toBe(problem),
  );
});

describe('a purchase', () => {
  const states: rules.PurchaseStatus[] = ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED'];
  it('can be decided once while pending, and reversed once when approved', () => {
    const open = states.flatMap((from) =>
      states.filter((to) => rules.canDecide(from, to)).map((to) => `${from} ${to}`),
    );
    expect(open).toEqual(['PENDING APPROVED', 'PENDING REJECTED', 'APPROVED REVERSED']);
  });
  it('gets an order number from its time', () => {
    expect(rules.orderNumberAt(1_763_712_000_042)).toBe('PUR-000042');
    expect(rules.orderNumberAt(1_763_712_987_654)).toBe('PUR-987654');
    expect([1, 2, 3].map((n) => rules.orderNumberWithSuffix('PUR-000042', n))).toEqual([
      'PUR-000042',
      'PUR-000042-2',
      'PUR-000042-3',
    ]);
  });
  it('shows the reference, else the transaction ID, else the start of its own id', () => {
    const id = '0190f2b6-7c1a-7000-8000-00000000000a';
    expect(rules.shownTransactionId({ id, referenceNumber: 'R', transactionId: 'T' })).toBe('R');
    expect(rules.shownTransactionId({ id, referenceNumber: '', transactionId: 'T' })).toBe('T');
    expect(rules.shownTransactionId({ id, referenceNumber: null })).toBe('0190f2b6-7c1a-70');
  });
  it('says how the paid amount differs from the due one', () => {
    expect(rules.amountDifference(118000n, 118000n)).toBeNull();
    expect(rules.amountDifference(118000n, 100000n)).toBe('₹180.00 less than due');
    expect(rules.amountDifference(118000n, 118005n)).toBe('₹0.05 more than due');
    expect(rules.amountDifference(118000n, 236000n)).toBe('₹1,180.00 more than due');
  });
  it('calls a claim of more than twice the amount due what it is, without a figure', () => {
    for (const claimed of [236001n, 354000n, 1_180_000n, 11_800_000n, 99_999_999_999n]) {
      expect(rules.isImplausibleClaim(118000n, claimed)).toBe(true);
      expect(rules.amountDifference(118000n, claimed)).toMatch(/^more than twice the amount due, [^\d₹]+$/);
    }
    for (const claimed of [1n, 59000n, 118000n, 177000n, 236000n])
      expect(rules.isImplausibleClaim(118000n, claimed)).toBe(false);
  });
});

describe('repeated calls', () => {
  const base: rules.Submission = {
    purchaseId: 'PUR-123456',
    method: 'UPI',
    orderAmountPaise: 100000n,
    claimedAmountPaise: 118000n,
    reference: '412345678901',
    receiptId: 'r1',
  };
  it('is a different call if anything differs under the same key', () => {
    const variants: Partial<rules.Submission>[] = [
      { purchaseId: null },
      { method: 'BANK' },
      { orderAmountPaise: 1n },
      { claimedAmountPaise: 1n },
      { reference: null },
      { receiptId: null },
    ];
    const texts = [base, ...variants.map((it) => ({ ...base, ...it }))].map(rules.submissionContent);
    expect(new Set(texts).size).toBe(texts.length);
  });
  it('without a key, order, method, amount and reference identify a call', () => {
    const key = rules.implicitKey(base);
    expect(rules.implicitKey({ ...base, receiptId: 'r2' })).toBe(key);
    expect(rules.implicitKey({ ...base, reference: '412345678902' })).not.toBe(key);
    expect(rules.implicitKey({ ...base, claimedAmountPaise: 1n })).not.toBe(key);
    expect(rules.implicitKey({ ...base, purchaseId: null })).toBeNull();
  });
});

describe('payTabs', () => {
  const table: readonly (readonly [boolean, boolean, string, string, string])[] = [
    // bank   upi    total      tabs               preselected
    [true, true, '1180', 'BANK UPI MANUAL', 'UPI'],
    [true, true, '100000', 'BANK UPI MANUAL', 'UPI'],
    [true, true, '100000.01', 'BANK UPI MANUAL', 'BANK'],
    [true, false, '1180', 'BANK MANUAL', 'BANK'],
    [false, true, '1180', 'UPI MANUAL', 'UPI'],
    [false, true, '200000', 'UPI MANUAL', 'UPI'],
    [false, false, '1180', 'MANUAL', 'MANUAL'],
  ];
  it.each(table)('bank %s, UPI %s, ₹%s', (hasBank, hasUpi, total, tabs, preselected) => {
    const got = rules.payTabs({ hasBank, hasUpi }, paise(total), paise('100000'));
    expect([got.tabs.join(' '), got.preselected]).toEqual([tabs, preselected]);
  });
});

describe('ages that admins see', () => {
  const table: readonly (readonly [number | null, number | null])[] = [
    // order age  late
    [null, null],
    [0, null],
    [900, null],
    [901, 901],
    [86_400, 86_400],
  ];
  it.each(table)('an order of %s seconds is late on the payment screen: %s', (age, late) => {
    expect(rules.orderAgeIfLate(age)).toBe(late);
  });
  it('an account is new for one day', () => {
    const registered = new Date('2026-11-20T10:00:00.000Z');
    const after = (seconds: number): Date => new Date(registered.getTime() + seconds * 1000);
    expect([0, 59.9, 86_399, 86_400, -5].map((seconds) => rules.accountAgeIfNew(registered, after(seconds)))).toEqual([
      0,
      59,
      86_399,
      null,
      0,
    ]);
  });
});
