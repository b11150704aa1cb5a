/** What the reconciliation screen says: the line that proves a reading, marked differences, and the sentences for buyers. */
import { describe, expect, test } from 'vitest';
import { ruleTextOf } from '../../src/islands/admin/reconciliation/decisions.ts';
import { closestOf, segmentsOf } from '../../src/islands/admin/reconciliation/difference.ts';
import { provingLine } from '../../src/islands/admin/reconciliation/provingLine.ts';
import { formatBankDay, formatBankPeriod } from '../../src/lib/core/bank-days.ts';
import { bankTitle, isContradicted, statesOf } from '../../src/lib/purchases/bank-filter.rules.ts';
import { adminBankText, buyerBankText, verificationOf } from '../../src/lib/purchases/bank-state.rules.ts';
import { BANK_FILTERS, BANK_STATES } from '../../src/lib/purchases/calls.ts';

describe('the line that proves a reading', () => {
  const reading = {
    period: { from: '2026-11-01', to: '2026-11-20' },
    rows: 312,
    newRows: 287,
    opening: '410200.00',
    credits: '1864250.00',
    debits: '211000.00',
    closing: '2063450.00',
    balanceCheck: 'RUNS' as const,
    problems: [],
    settlementFile: null,
  };

  test('has account, days, rows and the sums as the bank has them', () => {
    expect(provingLine('HDFC ••4417', reading)).toBe(
      'HDFC ••4417 · 1–20 Nov · 312 rows, 287 new · ₹4,10,200.00 + ₹18,64,250.00 − ₹2,11,000.00 = ₹20,63,450.00, as the bank says',
    );
  });

  test('claims nothing that was not checked', () => {
    const problems = [{ line: 0, message: 'The sums do not fit.' }];
    expect(provingLine(null, { ...reading, problems })).toBe(
      '1–20 Nov · 312 rows, 287 new · ₹4,10,200.00 + ₹18,64,250.00 − ₹2,11,000.00; the bank says ₹20,63,450.00',
    );
    const none = { ...reading, opening: null, closing: null, balanceCheck: 'NONE' as const };
    expect(provingLine(null, none)).toMatch(/ · credits ₹18,64,250\.00, debits ₹2,11,000\.00$/);
    expect(provingLine(null, { ...none, balanceCheck: 'FILTERED' })).toMatch(/as the total that you entered$/);
    expect(provingLine(null, { ...none, balanceCheck: 'FILTERED', problems })).not.toContain('entered');
  });

  test('counts one row and no new ones', () => {
    expect(provingLine(null, { ...reading, rows: 1, newRows: 0 })).toContain('1 row, none new');
  });
});

test('days of a statement are short, and have years where they differ', () => {
  expect(formatBankDay('2026-11-08')).toBe('8 Nov');
  expect(formatBankDay('soon')).toBe('soon');
  expect(formatBankPeriod({ from: '2026-10-28', to: '2026-11-20' })).toBe('28 Oct – 20 Nov');
  expect(formatBankPeriod({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov');
  expect(formatBankPeriod({ from: '2025-12-28', to: '2026-01-03' })).toBe('28 Dec 2025 – 3 Jan 2026');
});

describe('marked differences', () => {
  const marked = (text: string, other: string): string =>
    segmentsOf(text, other)
      .map((part) => (part.differs ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['432187654321', '432187654321', '432187654321'],
    ['432187564321', '432187654321', '432187[5]64321'],
    ['43218765432', '432187654321', '43218765432'],
    ['4321876543219', '432187654321', '432187654321[9]'],
    ['', '1', ''],
  ])('%s next to %s', (text, other, expected) => expect(marked(text, other)).toBe(expected));

  test('the closest of several numbers is compared', () => {
    expect(closestOf('432187564321', ['999999999999', '432187654321'])).toBe('432187654321');
    expect(closestOf('432187564321', [])).toBeNull();
  });
});

test('the text of a rule leaves out what changes from payment to payment', () => {
  expect(ruleTextOf({ narration: 'INT.PD:01-10-2026 TO 31-10-2026' })).toBe('INT.PD');
  expect(ruleTextOf({ narration: 'NEFT CR-HDFC0000240-OWN TRANSFER ACME-N123456789012345' })).toBe('OWN TRANSFER ACME');
  expect(ruleTextOf({ narration: '123456 1' })).toBe('');
});

describe('what is said of a purchase', () => {
  const purchase = {
    status: 'PENDING' as const,
    finalAmount: '1180.00',
    bankState: 'SEEN' as const,
    bankSeenOn: '2026-11-18',
    bankAmount: '1180.00',
    statementReadUntil: '2026-11-20',
    received: null,
    referenceState: null,
  };
  const missing = { bankSeenOn: null, bankAmount: null };

  test('of a part payment, what came and what is still due', () => {
    const part = { ...purchase, finalAmount: '2360.00', received: '1416.00' };
    expect(buyerBankText(part)).toBe('₹1,416.00 of ₹2,360.00 received. ₹944.00 are still due.');
    expect(adminBankText(part)).toBe('₹1,416.00 of ₹2,360.00 received, ₹944.00 remain due.');
    expect(verificationOf(part)).toBeNull();
    // Another payment may be the rest: nobody is asked to pay it again.
    const more = { ...part, bankState: 'SUGGESTED' as const };
    expect(buyerBankText(more)).toBe('₹1,416.00 of ₹2,360.00 received. A payment that may be yours is being checked.');
    expect(adminBankText(more)).toBe(
      '₹1,416.00 of ₹2,360.00 received. Another payment at the bank may be the rest: look at it in Reconciliation.',
    );
  });

  test('to its buyer, only what is true', () => {
    expect(buyerBankText(purchase)).toBe('Seen at the bank on 18 Nov, waiting for approval.');
    expect(buyerBankText({ ...purchase, status: 'APPROVED' })).toBe('Seen at the bank on 18 Nov.');
    expect(buyerBankText({ ...purchase, ...missing, bankState: 'NOT_FOUND', statementReadUntil: '2026-11-17' })).toBe(
      'Not found yet: the statement was read up to 17 Nov.',
    );
    expect(buyerBankText({ ...purchase, bankState: 'AMOUNT_DIFFERS', bankAmount: '1000.00' })).toBe(
      'Found ₹1,000.00, due ₹1,180.00.',
    );
    expect(buyerBankText({ ...purchase, ...missing, bankState: 'CONFLICT' })).toContain(
      'more than one payment or order',
    );
    expect(buyerBankText({ ...purchase, ...missing, bankState: 'UNKNOWN' })).toBeNull();
    expect(buyerBankText({ ...purchase, ...missing, bankState: 'NOT_FOUND', statementReadUntil: null })).toBeNull();
  });

  test('to admins, with the amount of the bank', () => {
    expect(adminBankText(purchase)).toBe('Seen at the bank on 18 Nov: ₹1,180.00.');
    expect(adminBankText({ ...purchase, bankState: 'AMOUNT_DIFFERS', bankAmount: '1000.00' })).toBe(
      'Seen at the bank on 18 Nov: ₹1,000.00, due ₹1,180.00.',
    );
    expect(adminBankText({ ...purchase, ...missing, bankState: 'NOT_FOUND' })).toBe(
      'Not at the bank: the statement was read up to 20 Nov.',
    );
    expect(adminBankText({ ...purchase, ...missing, bankState: 'CONFLICT' })).toContain('In conflict');
    expect(adminBankText({ ...purchase, ...missing, bankState: 'UNKNOWN' })).toBeNull();
  });

  test.each(BANK_STATES)('the marker of a pending claim never says that it failed: %s', (bankState) => {
    const isSeen = bankState === 'SEEN';
    expect(verificationOf({ ...purchase, bankState })).toBe(isSeen ? 'VERIFIED' : null);
    // Anybody can name the number of a payment.
    expect(verificationOf({ ...purchase, bankState, referenceState: 'CONFLICT' })).toBeNull();
    expect(verificationOf({ ...purchase, bankState, status: 'REJECTED' })).toBe(
      isSeen ? 'VERIFIED' : bankState === 'UNKNOWN' ? null : 'FAILED',
    );
  });

  test('the marker of a decided claim follows the decision and the statement', () => {
    expect(verificationOf({ ...purchase, status: 'REJECTED', bankState: 'NOT_FOUND' })).toBe('FAILED');
    expect(verificationOf({ ...purchase, bankState: 'UNKNOWN' })).toBeNull();
    expect(verificationOf({ ...purchase, status: 'APPROVED', bankState: 'UNKNOWN', referenceState: 'MATCHED' })).toBe(
      'VERIFIED',
    );
  });
});

describe('the filters by bank state', () => {
  test('have each state once', () => {
    expect(BANK_FILTERS.flatMap(statesOf).toSorted()).toEqual(BANK_STATES.toSorted());
  });

  test('and the marks are of the states with a sentence, which are seen or contradict the claim', () => {
    const facts = {
      status: 'PENDING' as const,
      finalAmount: '1180.00',
      bankSeenOn: '2026-11-18',
      bankAmount: '1000.00',
      statementReadUntil: '2026-11-20',
    };
    for (const bankState of BANK_STATES) {
      const purchase = { ...facts, bankState, received: null };
      expect([bankState, adminBankText(purchase) === null]).toEqual([
        bankState,
        bankTitle(bankState) === 'No statement',
      ]);
      expect([bankState, isContradicted(purchase)]).toEqual([bankState, !['SEEN', 'UNKNOWN'].includes(bankState)]);
    }
    const returned = { ...facts, bankState: 'CHECKING', received: null } as const;
    expect(adminBankText({ ...returned, status: 'APPROVED' })).toMatch(/took the payment of this approved order back/);
  });
});
