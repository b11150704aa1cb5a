import { describe, expect, it } from 'vitest';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { claimOutcome } from '@/lib/reconciliation/matching/claim-state.rules.ts';
import { differenceLabel, rivalScore, rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import { differsByOneEdit, isCut } from '@/lib/reconciliation/matching/similar.rules.ts';
import { ranked } from '@/lib/reconciliation/matching/suggest.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { bankRow, claimOf, readTo } from '../support/matching.ts';

const outcomeOf = (row: BankRow, claims: readonly Claim[], others: readonly BankRow[] = []) =>
  rowOutcome(indexOf([row, ...others], claims), row);
const bucketOf = (...args: Parameters<typeof outcomeOf>) => outcomeOf(...args).bucket;

describe('a row is EXACT', () => {
  it('with the reference, the amount and a date in time', () =>
    expect(outcomeOf(bankRow(), [claimOf()])).toEqual({
      bucket: 'EXACT',
      purchaseId: 'purchase-1',
      differencePaise: 0n,
      label: null,
      suggestions: [],
      rivals: { purchaseIds: [], rowIds: [] },
    }));

  it.each([
    ['3 days before the submission', '2026-11-21', 'EXACT'],
    ['4 days before', '2026-11-22', 'SUGGESTED'],
    ['10 days after', '2026-11-08', 'EXACT'],
    ['11 days after', '2026-11-07', 'SUGGESTED'],
  ])('paid %s: %s is %s', (_, submittedOn, bucket) =>
    expect(bucketOf(bankRow(), [claimOf({ submittedOn })])).toBe(bucket),
  );

  it.each([
    ['NEFT, 16 characters', 'HDFCN26320112345'],
    ['NEFT, N and 15 digits', 'N320261123456789'],
    ['RTGS', 'HDFCR52026111812345678'],
  ])('by %s', (_, reference) => expect(bucketOf(bankRow({ reference }), [claimOf({ reference })])).toBe('EXACT'));

  it('by a UPI number that a bank padded to sixteen digits, and one that lost its zero in a spreadsheet', () => {
    const padded = bankRow({ reference: '0000632112345678' });
    expect(bucketOf(padded, [claimOf()])).toBe('EXACT');
    expect(bucketOf(bankRow({ reference: '53211234567' }), [claimOf({ reference: '053211234567' })])).toBe('EXACT');
    expect(bucketOf(bankRow({ reference: '053211234567' }), [claimOf({ reference: '53211234567' })])).toBe('EXACT');
  });

  it('when only other purchases with the reference are rejected or reversed', () => {
    const others = [
      claimOf({ purchaseId: 'p2', status: 'REJECTED' }),
      claimOf({ purchaseId: 'p3', status: 'REVERSED' }),
    ];
    expect(outcomeOf(bankRow(), [...others, claimOf()])).toMatchObject({ bucket: 'EXACT', purchaseId: 'purchase-1' });
  });

  it('when the other row with its number is marked as not ours', () => {
    const marked = bankRow({ id: 'row-2', notOursReason: 'interest' });
    expect(bucketOf(bankRow(), [claimOf()], [marked])).toBe('EXACT');
    expect(bucketOf(marked, [claimOf()])).toBe('NOT_OURS');
  });
});

describe('a row is not EXACT', () => {
  it.each([
    ['one digit is missing', '63211234567'],
    ['the last digit is missing and another is added in front', '963211234567'],
    ['it has thirteen digits', '0632112345678'],
    ['two digits are swapped', '632112354678'],
    ['it was cut after ten', '6321123456'],
  ])('when %s', (_, reference) =>
    expect(['SUGGESTED', 'WITHOUT_CLAIM']).toContain(bucketOf(bankRow({ reference }), [claimOf()])),
  );

  it.each([
    ['as the UPI address', '9876543210@ybl', '9876543210'],
    ['with the country in front', '919876543210@ybl', '919876543210'],
    ['before a hyphen', '919876543210-1@okaxis', '919876543210'],
    ['of another person with twelve digits', '632112345678@paytm', '632112345678'],
  ])('by a number in a UPI address: %s', (_, vpa, reference) => {
    const narration = `UPI-ASHA RAO-${vpa.toUpperCase()}-HDFC0000001-700000000001-NOTE`;
    const row = bankRow({ reference, narration, vpa });
    expect(bucketOf(row, [claimOf({ reference })])).not.toBe('EXACT');
  });

  it('by a phone number, an order number, zeros, a branch or a short number of the narration', () => {
    for (const reference of ['9876543210', '09876543210', 'PUR700001', '000000000000', 'HDFC0123456', '20261118'])
      expect(bucketOf(bankRow({ reference }), [claimOf({ reference })]), reference).not.toBe('EXACT');
  });

  it('by a number that is the whole of another column', () => {
    const row = bankRow({ references: [{ reference: '20261118', source: 'REFERENCE' }] });
    expect(bucketOf(row, [claimOf({ reference: '20261118' })])).toBe('EXACT');
  });
});

describe('another amount', () => {
  it.each([
    ['1 % short', 116_820n, 'TDS'],
    ['the fee left out', 100_000n, 'FEE_LEFT_OUT'],
    ['twice', 236_000n, 'PAID_TWICE'],
    ['1 % and a paisa short', 116_819n, null],
    ['a part', 59_000n, 'PART'],
    ['one paisa more', 118_001n, null],
  ])('%s', (_, amountPaise, label) =>
    expect(outcomeOf(bankRow({ amountPaise }), [claimOf()])).toMatchObject({
      bucket: 'AMOUNT_DIFFERS',
      purchaseId: 'purchase-1',
      differencePaise: amountPaise - 118_000n,
      label,
    }),
  );

  it('rounds one percent in either direction, and has no label for equal amounts', () => {
    const claim = { duePaise: 118_050n, feePaise: 0n };
    expect([116_869n, 116_870n, 116_871n].map((paid) => differenceLabel(paid, claim))).toEqual(['TDS', 'TDS', null]);
    expect(differenceLabel(118_050n, claim)).toBeNull();
    expect(differenceLabel(1n, { duePaise: 1n, feePaise: 0n })).toBeNull();
  });
});

describe('a CONFLICT', () => {
  it('of two claims for one row names both', () => {
    const claims = [claimOf({ purchaseId: 'p2', duePaise: 5n }), claimOf({ purchaseId: 'p1' })];
    expect(outcomeOf(bankRow(), claims)).toMatchObject({
      bucket: 'CONFLICT',
      purchaseId: null,
      rivals: { purchaseIds: ['p1', 'p2'], rowIds: [] },
    });
  });

  it('of two rows for one claim names the other row, also when that one is used or reversed', () => {
    for (const other of [{}, { spentOn: 'p9' }, { narration: 'REV-UPI/632112345678' }]) {
      const outcome = outcomeOf(bankRow(), [claimOf()], [bankRow({ id: 'row-2', ...other })]);
      expect(outcome).toMatchObject({ bucket: 'CONFLICT', rivals: { purchaseIds: ['purchase-1'], rowIds: ['row-2'] } });
    }
  });

  it("of a credit with the number of the account's own debit, also without a claim", () => {
    const debit = bankRow({ id: 'row-2', side: 'DEBIT', date: '2026-11-17' });
    expect(bucketOf(bankRow(), [claimOf()], [debit])).toBe('CONFLICT');
    expect(bucketOf(bankRow(), [], [debit])).toBe('CONFLICT');
    expect(bucketOf(bankRow(), [claimOf()], [{ ...debit, beneficiaryId: 'account-2' }])).toBe('EXACT');
  });
});

describe('a REVERSED row', () => {
  it.each(['CRADJ/632112345678', 'REV-UPI-632112345678', 'UPI REVERSAL 632112345678', 'NEFT RETURN 632112345678'])(
    'says %s',
    (narration) => expect(bucketOf(bankRow({ narration }), [claimOf()])).toBe('REVERSED'),
  );

  it('is no name that only begins so', () =>
    expect(bucketOf(bankRow({ narration: 'UPI/CR/632112345678/REVATHI' }), [claimOf()])).toBe('EXACT'));

  it('has a debit of its number and amount, later or on the same day', () => {
    const debit = bankRow({ id: 'row-2', side: 'DEBIT', date: '2026-11-19' });
    expect(bucketOf(bankRow(), [claimOf()], [{ ...debit, date: bankRow().date }])).toBe('REVERSED');
    expect(bucketOf(bankRow(), [claimOf()], [debit])).toBe('REVERSED');
    expect(bucketOf(bankRow(), [claimOf()], [{ ...debit, amountPaise: 1n }])).toBe('CONFLICT');
  });

  it('names the purchase that was approved with its money', () => {
    const debit = bankRow({ id: 'row-2', side: 'DEBIT', date: '2026-11-19' });
    const spent = bankRow({ spentOn: 'purchase-1' });
    const approved = claimOf({ status: 'APPROVED', rowId: 'row-1' });
    expect(outcomeOf(spent, [approved], [debit])).toMatchObject({ bucket: 'REVERSED', purchaseId: 'purchase-1' });
    expect(outcomeOf(bankRow(), [claimOf({ status: 'APPROVED' })], [debit])).toMatchObject({
      purchaseId: 'purchase-1',
    });
  });
});

describe('a row with a decision', () => {
  it('is DECIDED when a purchase was approved with it', () => {
    const spent = bankRow({ spentOn: 'purchase-1', amountPaise: 118_100n });
    expect(outcomeOf(spent, [claimOf({ status: 'APPROVED', rowId: 'row-1' })])).toMatchObject({
      bucket: 'DECIDED',
      purchaseId: 'purchase-1',
      differencePaise: 100n,
    });
  });

  it('is ALREADY_USED when its reference belongs to an approved purchase', () => {
    const claims = [claimOf(), claimOf({ purchaseId: 'p2', status: 'APPROVED' })];
    expect(outcomeOf(bankRow(), claims)).toMatchObject({ bucket: 'ALREADY_USED', purchaseId: 'p2' });
  });

  it('is REOPEN when only a rejected purchase matches exactly', () => {
    const rejected = claimOf({ status: 'REJECTED' });
    expect(outcomeOf(bankRow(), [rejected])).toMatchObject({ bucket: 'REOPEN', purchaseId: 'purchase-1' });
    expect(bucketOf(bankRow({ amountPaise: 1n }), [rejected])).toBe('WITHOUT_CLAIM');
    expect(bucketOf(bankRow(), [{ ...rejected, submittedOn: '2026-10-01' }])).toBe('WITHOUT_CLAIM');
    expect(bucketOf(bankRow(), [rejected, claimOf({ purchaseId: 'p2', status: 'REJECTED' })])).toBe('CONFLICT');
  });
});

describe('a suggestion', () => {
  const suggestionsFor = (row: Partial<BankRow> & { reference?: string }, ...claims: Partial<Claim>[]) =>
    outcomeOf(bankRow({ payerName: null, narration: `UPI/CR/${row.reference}/PAYER/HDFC`, ...row }), [
      ...claims.map(claimOf),
      ANOTHER,
    ]).suggestions;
  /** Of the same amount, and of somebody else. */
  const ANOTHER = claimOf({
    purchaseId: 'another',
    reference: '799999999999',
    buyerId: 'buyer-9',
    buyerName: 'Nobody Else',
    buyerMobile: '+919000000009',
    orderNumber: 'PUR-900009',
    submittedOn: '2026-10-01',
  });
  const typo = '632112345687';

  it.each<[string, Partial<BankRow> & { reference?: string }, number, Partial<Claim>?]>([
    ['reference and amount', { reference: typo, date: '2026-11-25' }, 70],
    ['reference, amount and day', { reference: typo, date: '2026-11-19' }, 80],
    ['a cut reference and amount', { reference: '6321123456', date: '2026-11-25' }, 70],
    [
      'an order number',
      { reference: '700000000001', narration: 'UPI PUR-700001 X', amountPaise: 1n, date: '2026-11-25' },
      60,
    ],
    ['an order number without its dash', { reference: '700000000001', narration: 'PUR700001', date: '2026-11-25' }, 90],
    [
      'name, phone and amount',
      { reference: '700000000001', payerName: 'RAO ASHA', vpa: '9876543210@ybl', date: '2026-11-25' },
      60,
    ],
    ['everything', { reference: typo, payerName: 'ASHA K RAO', vpa: '9876543210-2@ybl', narration: 'PUR-700001' }, 170],
    [
      'letters in place of digits, and amount',
      { reference: '632112345678', date: '2026-11-25' },
      70,
      { reference: '632I1234567B' },
    ],
    [
      'a longer text around the number, and amount',
      { date: '2026-11-25' },
      70,
      { reference: 'REFNO632112345678VIAGPAY' },
    ],
    [
      'the number between letters, and amount',
      { reference: '700000000001', narration: 'RecdIMPS632112345678RAVI', date: '2026-11-25' },
      70,
    ],
    [
      'the number in the note, and amount',
      { references: [{ reference: '632112345678', source: 'NOTE' }], date: '2026-11-25' },
      70,
    ],
  ])('has the points of %s', (_, row, score, claim = {}) => expect(suggestionsFor(row, claim)[0]?.score).toBe(score));

  it('has more points for an amount that no other open claim has', () => {
    const row = { reference: '700000000001', payerName: 'ASHA RAO', narration: 'UPI' };
    expect(suggestionsFor({ ...row, amountPaise: 777n }, { duePaise: 777n })[0]).toMatchObject({
      score: 70,
      gap: null,
    });
    expect(suggestionsFor(row, {})).toEqual([]);
  });

  it('says its reasons', () =>
    expect(suggestionsFor({ reference: typo, payerName: 'ASHA RAO' }, {})[0]).toEqual({
      purchaseId: 'purchase-1',
      score: 95,
      gap: null,
      reasons: [
        'Two neighbouring characters are swapped',
        'Same amount',
        'Same name',
        'Paid within a day of the submission',
      ],
    }));

  it.each([
    ['amount, day and name', { reference: '700000000001', payerName: 'ASHA RAO' }],
    ['a similar reference and the day', { reference: typo, amountPaise: 1n }],
    ['a phone number as the reference', { reference: '9876543210', date: '2026-11-25', payerName: null }],
  ])('needs more than %s', (_, row) => expect(suggestionsFor(row, {})).toEqual([]));

  it('is of at most three, the best first, in the same order for any order of claims', () => {
    const claims = ['p5', 'p4', 'p3', 'p2'].map((purchaseId) => ({ purchaseId, duePaise: 1n, buyerName: 'ASHA RAO' }));
    const all = [...claims, { purchaseId: 'p9' }];
    const row = { reference: typo, payerName: 'ASHA RAO' };
    const ids = (of: Partial<Claim>[]) => suggestionsFor(row, ...of).map((it) => it.purchaseId);
    expect(ids(all)).toEqual(['p9', 'p2', 'p3']);
    expect(ids(all.toReversed())).toEqual(['p9', 'p2', 'p3']);
  });

  it('is never a purchase that has a row of its own, or one that is decided', () => {
    const other = bankRow({ id: 'row-2' });
    expect(bucketOf(bankRow({ reference: typo }), [claimOf()], [other])).toBe('WITHOUT_CLAIM');
    expect(bucketOf(bankRow({ reference: typo }), [claimOf({ status: 'APPROVED' })])).toBe('WITHOUT_CLAIM');
  });

  it('takes the longest order number of the note', () => {
    const row = { reference: '700000000001', narration: 'UPI/PUR-700001-2/X', date: '2026-11-25' };
    const ids = suggestionsFor(row, {}, { purchaseId: 'p2', orderNumber: 'PUR-700001-2' }).map((it) => it.purchaseId);
    expect(ids).toEqual(['p2']);
  });
});

describe('the bank state of a claim', () => {
  const read = readTo('2026-11-20');
  const stateOf = (claim: Partial<Claim>, ...rows: Partial<BankRow>[]) => {
    const claims = [claimOf(claim), claimOf({ purchaseId: 'p9', reference: '999999999999', duePaise: 7n })];
    const index = indexOf(
      rows.map((row) => bankRow(row)),
      claims,
    );
    const { bankState, rowId } = claimOutcome(index, claimOf(claim), read, new Set());
    return { bankState, rowId };
  };

  it.each<[string, Partial<Claim>, Partial<BankRow>[], object]>([
    ['exact', {}, [{}], { bankState: 'SEEN', rowId: 'row-1' }],
    ['paid weeks before', { submittedOn: '2026-12-24' }, [{}], { bankState: 'CHECKING', rowId: 'row-1' }],
    ['of another payer', { buyerName: 'Ravi Menon' }, [{}], { bankState: 'CHECKING', rowId: 'row-1' }],
    [
      'of another payer and amount',
      { buyerName: 'Ravi Menon' },
      [{ amountPaise: 5n }],
      { bankState: 'CHECKING', rowId: 'row-1' },
    ],
    ['rejected and paid', { status: 'REJECTED' }, [{}], { bankState: 'SEEN', rowId: 'row-1' }],
    ['approved by its row', { status: 'APPROVED', rowId: 'row-7' }, [], { bankState: 'SEEN', rowId: 'row-7' }],
    ['approved in the queue', { status: 'APPROVED' }, [{}], { bankState: 'SEEN', rowId: 'row-1' }],
    ['another amount', {}, [{ amountPaise: 5n }], { bankState: 'AMOUNT_DIFFERS', rowId: 'row-1' }],
    ['two rows', {}, [{}, { id: 'row-2' }], { bankState: 'CONFLICT', rowId: null }],
    ['a row of another purchase', {}, [{ spentOn: 'p9' }], { bankState: 'CONFLICT', rowId: 'row-1' }],
    ['a reversed row', {}, [{ narration: 'REV 632112345678' }], { bankState: 'CHECKING', rowId: 'row-1' }],
    ['no row, read beyond', {}, [], { bankState: 'NOT_FOUND', rowId: null }],
    ['no row, read until its day', { submittedOn: '2026-11-20' }, [], { bankState: 'UNKNOWN', rowId: null }],
    ['another account', { beneficiaryId: 'account-2' }, [], { bankState: 'UNKNOWN', rowId: null }],
    ['no account', { beneficiaryId: null }, [], { bankState: 'UNKNOWN', rowId: null }],
    ['no reference', { reference: null }, [], { bankState: 'UNKNOWN', rowId: null }],
    ['a row that is not ours', {}, [{ notOursReason: 'interest' }], { bankState: 'CHECKING', rowId: null }],
    ['a row that was paid back', {}, [{ restPaise: 0n }], { bankState: 'CHECKING', rowId: null }],
    ['a settlement of an aggregator', {}, [{ isSettlementCredit: true }], { bankState: 'CHECKING', rowId: null }],
    ['reversed', { status: 'REVERSED' }, [{}], { bankState: 'UNKNOWN', rowId: null }],
  ])('%s', (_, claim, rows, expected) => expect(stateOf(claim, ...rows)).toEqual(expected));
});

describe('similar references', () => {
  it.each([
    ['1234567890', '1234567890', true],
    ['1234567890', '123456789', true],
    ['1234567890', '1234567809', true],
    ['1234567890', '1234067890', true],
    ['1234567890', '2134567890', true],
    ['1234567890', '12345678', false],
    ['1234567890', '2143567890', false],
    ['1234567890', '1274567891', false],
  ])('%s and %s differ by one edit: %s', (a, b, expected) => {
    expect(differsByOneEdit(a, b)).toBe(expected);
    expect(differsByOneEdit(b, a)).toBe(expected);
  });

  it('are cut from ten characters on', () => {
    expect(isCut('HDFCN26320', 'HDFCN26320112345')).toBe(true);
    expect(isCut('HDFCN2632', 'HDFCN26320112345')).toBe(false);
    expect(isCut('HDFCN26320', 'HDFCN26320')).toBe(false);
  });
});

it('every credit has one outcome, and no debit has one', () => {
  const rows = [
    bankRow(),
    bankRow({ id: 'row-2', reference: '700000000001' }),
    bankRow({ id: 'row-3', side: 'DEBIT', reference: '1' }),
  ];
  const { rows: outcomes, claims } = matchAll(rows, [claimOf()], new Map());
  expect([...outcomes.keys()]).toEqual(['row-1', 'row-2']);
  expect([...claims.values()]).toEqual([{ bankState: 'SEEN', rowId: 'row-1', isDisclosed: true }]);
});

it('of claims that compete for a row, the one that fits best comes first', () => {
  const row = bankRow({ narration: 'UPI-ASHA RAO-632112345678-PUR-700003' });
  const claims = [
    claimOf({ purchaseId: 'purchase-1', duePaise: 5n, buyerName: 'Somebody Else', orderNumber: 'PUR-700001' }),
    claimOf({ purchaseId: 'purchase-2', buyerName: 'Somebody Else', orderNumber: 'PUR-700002' }),
    claimOf({ purchaseId: 'purchase-3', duePaise: 5n, orderNumber: 'PUR-700003' }),
  ];
  const index = indexOf([row], claims);
  const rank = (all: readonly Claim[]) => ranked(all.map((claim) => rivalScore(index, row, claim)));
  const ids = ['purchase-3', 'purchase-2', 'purchase-1'];
  expect(rank(claims).map((it) => it.purchaseId)).toEqual(ids);
  expect(rank(claims.toReversed()).map((it) => it.purchaseId)).toEqual(ids);
  expect(rank(claims)[0]?.reasons).toEqual(expect.arrayContaining(['Order number in the note', 'The payer fits']));
  expect(rank(claims)[1]?.reasons).toContain('The bank names somebody else');
});

describe('rests and part payments', () => {
  const rest = (row: Partial<BankRow> = {}): BankRow =>
    bankRow({ amountPaise: 236_000n, restPaise: 118_000n, ownerId: 'buyer-1', ...row });
  const paid = claimOf({ purchaseId: 'purchase-9', status: 'APPROVED', rowId: 'row-1' });
  const outcomeOf = (row: BankRow, claims: readonly Claim[]) => rowOutcome(indexOf([row], claims), row);

  it('a rest is a credit of its own amount, and never exact', () => {
    expect(outcomeOf(rest(), [paid])).toMatchObject({ bucket: 'WITHOUT_CLAIM' });
    expect(outcomeOf(rest(), [paid, claimOf()])).toMatchObject({
      bucket: 'SUGGESTED',
      suggestions: [{ purchaseId: 'purchase-1' }],
    });
    expect(outcomeOf(rest({ restPaise: 18_000n }), [paid, claimOf()])).toMatchObject({
      bucket: 'AMOUNT_DIFFERS',
      differencePaise: -100_000n,
    });
  });

  it('a rest is suggested for claims of its buyer alone', () => {
    const named = { narration: 'UPI/CR/632112345679/ASHA RAO/HDFC', reference: '632112345679' };
    const claim = claimOf({ reference: '632112345670' });
    expect(outcomeOf(rest(named), [claim]).bucket).toBe('SUGGESTED');
    expect(outcomeOf(rest({ ...named, ownerId: 'buyer-2' }), [claim]).bucket).toBe('WITHOUT_CLAIM');
  });

  it('a rest and a claim of another buyer with its number are in conflict, and a rejected one does not reopen it', () => {
    const foreign = claimOf({ buyerId: 'buyer-2', purchaseId: 'purchase-2' });
    for (const restPaise of [118_000n, 118_001n, 1_000n]) {
      const row = rest({ restPaise });
      expect(outcomeOf(row, [paid, foreign])).toMatchObject({
        bucket: 'CONFLICT',
        rivals: { purchaseIds: ['purchase-2'], rowIds: [] },
      });
      expect(claimOutcome(indexOf([row], [paid, foreign]), foreign, new Map(), new Set()).bankState).toBe('CONFLICT');
      expect(outcomeOf(row, [paid, { ...foreign, status: 'REJECTED' }]).bucket).toBe('WITHOUT_CLAIM');
    }
    const own = claimOf();
    expect(outcomeOf(rest(), [paid, own, foreign]).rivals.purchaseIds).toEqual(['purchase-1', 'purchase-2']);
  });

  it('the last part of a payment is looked at, and compared with what is still due', () => {
    const claim = claimOf({ partPaise: 70_800n, duePaise: 47_200n, rowId: 'row-9' });
    expect(outcomeOf(bankRow({ amountPaise: 47_200n }), [claim])).toMatchObject({ bucket: 'SUGGESTED' });
    expect(outcomeOf(bankRow({ amountPaise: 47_100n }), [claim])).toMatchObject({ differencePaise: -100n });
  });

  it('a rest that the bank took back is returned as a whole', () => {
    const row = rest({ restPaise: 236_000n, spentOn: 'purchase-9' });
    const debit = bankRow({ id: 'debit', side: 'DEBIT', amountPaise: 236_000n });
    expect(rowOutcome(indexOf([row, debit], [paid]), row)).toMatchObject({
      bucket: 'REVERSED',
      purchaseId: 'purchase-9',
    });
  });
});
