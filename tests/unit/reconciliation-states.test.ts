/** What a buyer may learn, which state is stored, and what is read again from earlier versions. */
import { describe, expect, it } from 'vitest';
import { claimIdsOf, entriesOf } from '@/lib/reconciliation/compare/rules.ts';
import { refusalOfMatch } from '@/lib/reconciliation/decide/rules.ts';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import { noticesOf } from '@/lib/reconciliation/notices/rules.ts';
import type { Claim } from '@/lib/reconciliation/rules.ts';
import { rereadOf } from '@/lib/reconciliation/states/rereading/rules.ts';
import { changesOf, type StoredState } from '@/lib/reconciliation/states/rules.ts';
import { bankRow, claimOf, readTo } from '../support/matching.ts';

const RRN = '632112345678';
const OTHER = '632187654321';
const PHONE = '919876543210';
const idle = (id: string) => ({ id, name: 'Asha Rao', isVerified: false });
type Row = NonNullable<Parameters<typeof bankRow>[0]>;
const READ = readTo('2026-11-20');

function compared(rows: readonly Row[], claims: readonly Partial<Claim>[]) {
  const [bankRows, claimList] = [rows.map((row) => bankRow(row)), claims.map(claimOf)];
  return { bankRows, claimList, read: READ, ...matchAll(bankRows, claimList, READ) };
}
const stateOf = (row: Row | null, claim: Partial<Claim>) =>
  compared(row ? [row] : [], [claim]).claims.get('purchase-1');

describe('the buyer', () => {
  it.each<[string, Row, Partial<Claim>, boolean]>([
    ['whom the row names', {}, {}, true],
    ['whose order the note names', { payerName: 'SYED SADIQ', narration: 'UPI PUR-700001' }, {}, false],
    ['for whom this payer paid before', { payerName: 'SYED SADIQ' }, { payerNames: ['SYED SADIQ'] }, true],
    ['whom another amount names', { amountPaise: 5n }, {}, true],
    ['whose purchase is approved', { payerName: 'SYED SADIQ' }, { status: 'APPROVED' }, true],
    ['of another name', { payerName: 'SYED SADIQ' }, {}, false],
    ['of another name and amount', { payerName: 'SYED SADIQ', amountPaise: 5n }, {}, false],
    ['of a row that names nobody', { payerName: null, narration: `INB IMPS/${RRN}/XX1/COWL--` }, {}, false],
    [
      'with the name of another member',
      { payerMembers: [idle('buyer-1'), idle('b9')] },
      { isBuyerVerified: false },
      false,
    ],
    ['of a payment of another member', { payerMembers: [idle('b9')] }, { buyerName: 'Asha Kale' }, false],
    ['of another name, rejected', { payerName: 'SYED SADIQ' }, { status: 'REJECTED' }, false],
  ])('%s learns day and amount, or not', (_, row, claim, isDisclosed) => {
    expect(stateOf(row, claim)).toMatchObject({ isDisclosed });
    const notices = noticesOf(compared([row], [claim]));
    expect(notices).toHaveLength(isDisclosed && (claim.status ?? 'PENDING') === 'PENDING' ? 1 : 0);
  });
});

it('the mail about another amount names the rest of a row that is used in part', () => {
  const row = { amountPaise: 354_000n, restPaise: 236_000n, ownerId: 'buyer-1' };
  expect(noticesOf(compared([row], [{}]))).toMatchObject([{ state: 'AMOUNT_DIFFERS', amountPaise: 236_000n }]);
});

describe('the state of a claim', () => {
  it.each<[string, Row]>([
    ['one digit is wrong', { reference: '632112345679' }],
    ['two digits are swapped', { reference: '632112345687' }],
    ['the number was cut', { reference: '6321123456' }],
    ['the note has the order number', { reference: OTHER, narration: `UPI/CR/${OTHER}/ASHA RAO/HDFC/x@y/PUR-700001` }],
    [
      'the number is in the note',
      {
        references: [
          { reference: OTHER, source: 'NARRATION' },
          { reference: RRN, source: 'NOTE' },
        ],
      },
    ],
  ])('is SUGGESTED and never missing, if %s', (_, row) => {
    const { claims, rows } = compared([row], [{}]);
    expect(claims.get('purchase-1')).toMatchObject({ bankState: 'SUGGESTED', rowId: null });
    expect(rows.get('row-1')).toMatchObject({ bucket: 'SUGGESTED' });
  });

  it('leaves no claim out of the buckets: one whose payment another order has is without a payment', () => {
    const rightful = { purchaseId: 'rightful', status: 'APPROVED', rowId: 'row-1' } as const;
    const stranger = { purchaseId: 'stranger', buyerId: 'b2', orderNumber: 'PUR-2', buyerName: 'Wolfgang Xi' };
    const { claimList, ...all } = compared([{ spentOn: 'rightful', restPaise: 0n }], [rightful, stranger]);
    expect(all.claims.get('stranger')).toMatchObject({ bankState: 'CONFLICT', isDisclosed: false });
    const entries = entriesOf({ ...all, claimList });
    expect(entries.map((entry) => [entry.bucket, ...claimIdsOf(entry)])).toEqual([['NOT_AT_BANK', 'stranger']]);
  });

  it.each<[string, Row]>([
    ['was paid back', { restPaise: 0n }],
    ['is marked', { notOursReason: 'Sent back by hand' }],
    ['is a settlement', { isSettlementCredit: true }],
  ])('leaves a claim whose payment %s among those without one, which is no untrue "not found"', (_, row) => {
    const { claimList, ...all } = compared([row], [{}]);
    expect(all.claims.get('purchase-1')).toMatchObject({ bankState: 'CHECKING', isDisclosed: false });
    const entries = entriesOf({ ...all, claimList });
    expect(entries.map((entry) => [entry.bucket, ...claimIdsOf(entry)])).toEqual([['NOT_AT_BANK', 'purchase-1']]);
  });

  it('shows a row that waits for a second admin with its claim, however little they share', () => {
    const waiting = { rowId: 'row-1', waitingRowId: 'row-1' };
    const claim = { ...waiting, reference: '633999888777', buyerName: 'Wolfgang Xi', duePaise: 5n };
    const { rows, claims } = compared([{ ownerId: 'buyer-1' }], [claim]);
    expect(rows.get('row-1')).toMatchObject({ bucket: 'SUGGESTED', suggestions: [{ purchaseId: 'purchase-1' }] });
    // The decision of one admin is not the bank's.
    expect(claims.get('purchase-1')).toEqual({ bankState: 'SUGGESTED', rowId: null, isDisclosed: false });
    const exact = compared([{ ownerId: 'buyer-1' }], [waiting]);
    expect(exact.rows.get('row-1')?.bucket).toBe('EXACT');
    expect(exact.claims.get('purchase-1')).toMatchObject({ bankState: 'SEEN', rowId: 'row-1', isDisclosed: true });
    const differs = compared([{ payerName: 'SYED SADIQ' }], [waiting]);
    expect(differs.claims.get('purchase-1')).toMatchObject({ bankState: 'CHECKING', isDisclosed: false });
  });

  it('shows the claim that one of two admins gave the row to next to the one that names its number', () => {
    const given = {
      purchaseId: 'given',
      buyerId: 'b2',
      reference: '633999888777',
      rowId: 'row-1',
      waitingRowId: 'row-1',
    };
    const { rows, claims } = compared([{ ownerId: 'b2' }], [{}, { ...given, orderNumber: 'PUR-2' }]);
    expect(rows.get('row-1')).toMatchObject({ bucket: 'CONFLICT', rivals: { purchaseIds: ['given', 'purchase-1'] } });
    for (const id of ['given', 'purchase-1']) expect(claims.get(id)?.bankState).toBe('CONFLICT');
  });

  it('is nothing that somebody checks, once the claim is rejected', () => {
    const [pending, approved] = [{ status: 'PENDING' }, { status: 'APPROVED', rowId: 'row-1' }] as const;
    const rows: Row[][] = [
      [{}],
      [{}, { id: 'row-2' }],
      [{ payerName: 'SYED SADIQ' }],
      [{ narration: `REV-UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000001-${RRN}` }],
      [{ amountPaise: 5n, restPaise: 5n }],
      [{ rejectedPurchaseId: 'purchase-1' }],
      [{ spentOn: 'rival', restPaise: 0n }],
    ];
    const rivals: Partial<Claim>[] = [
      { ...pending, buyerName: 'Wolfgang Xi' },
      { ...pending, buyerName: 'Asha Kale' },
      { ...approved, buyerName: 'Wolfgang Xi' },
    ];
    const seen = new Set<string | undefined>();
    for (const list of rows)
      for (const claims of [
        [],
        ...rivals.map((it) => [{ ...it, purchaseId: 'rival', buyerId: 'b2', orderNumber: 'PUR-2' }]),
      ])
        for (const buyerName of ['Asha Rao', 'Kavya Iyer']) {
          const own = { buyerName };
          const stateIn = (status: Claim['status']) =>
            compared(list, [{ ...own, status }, ...claims]).claims.get('purchase-1')?.bankState;
          expect([list, claims, ['CONFLICT', 'CHECKING'].includes(stateIn('REJECTED') ?? '')]).toEqual([
            list,
            claims,
            false,
          ]);
          seen.add(stateIn('PENDING'));
        }
    // The same rows say so of a claim that waits.
    expect([...seen]).toEqual(expect.arrayContaining(['CONFLICT', 'CHECKING']));
  });

  it('has another amount while only a part has come', () => {
    const spent = { partPaise: 500n, rowId: 'row-1' };
    expect(stateOf(null, spent)).toMatchObject({ bankState: 'AMOUNT_DIFFERS', rowId: 'row-1', isDisclosed: true });
    expect(stateOf(null, { ...spent, partPaise: 0n })).toMatchObject({ bankState: 'SEEN' });
    // Another payment may be the rest.
    expect(stateOf({ reference: '632112345679' }, spent)).toMatchObject({ bankState: 'SUGGESTED', isDisclosed: true });
  });

  it('is stored as far as it changed, and ends when nothing is known any more', () => {
    const first = compared([{}], [{}, { purchaseId: 'p2', reference: null }]);
    const other = {
      purchaseId: 'elsewhere',
      rowId: 'row-9',
      isDisclosed: true,
      isRejected: true,
      isGivenAway: false,
    } as const;
    const stored: StoredState[] = [
      {
        purchaseId: 'purchase-1',
        state: 'SEEN',
        rowId: 'row-1',
        isDisclosed: false,
        isRejected: false,
        isGivenAway: false,
      },
      { purchaseId: 'p2', state: 'NOT_FOUND', rowId: null, isDisclosed: true, isRejected: false, isGivenAway: false },
      { ...other, state: 'SEEN' },
    ];
    expect(changesOf(first, stored)).toEqual({
      changed: [{ purchaseId: 'purchase-1', state: 'SEEN', rowId: 'row-1', isDisclosed: true }],
      ended: ['p2'],
    });
    const again = changesOf(first, stored).changed.map((it) => ({ ...it, isRejected: false, isGivenAway: false }));
    expect(changesOf(first, [...again, { ...other, state: 'SEEN', isGivenAway: true }]).ended).toEqual(['elsewhere']);
    expect(changesOf(first, [...again, { ...other, state: 'SEEN' }]).ended).toEqual([]);
    expect(changesOf(first, again)).toEqual({ changed: [], ended: [] });
    for (const state of ['CONFLICT', 'CHECKING', 'SUGGESTED'] as const) {
      expect(changesOf(first, [...again, { ...other, state }]).ended).toEqual(['elsewhere']);
      expect(changesOf(first, [...again, { ...other, state, isRejected: false }]).ended).toEqual([]);
    }
  });
});

describe('a number in a note', () => {
  it.each([RRN, PHONE])('%s proves nothing', (reference) => {
    const row = bankRow({
      references: [
        { reference: OTHER, source: 'NARRATION' },
        { reference, source: 'NOTE' },
      ],
    });
    const claim = claimOf({ reference });
    expect(rowOutcome(indexOf([row], [claim]), row).bucket).toBe('SUGGESTED');
    const debit = bankRow({ id: 'row-2', side: 'DEBIT', references: [{ reference, source: 'NOTE' }] });
    const own = claimOf({ reference: OTHER });
    expect(rowOutcome(indexOf([row, debit], [own]), row).bucket).toBe('EXACT');
  });
});

describe('an approval together with others', () => {
  it.each<[string, Row, Partial<Claim>, boolean]>([
    ['an exact match', {}, {}, true],
    ['another payer', { payerName: 'SYED SADIQ' }, {}, false],
    ['another member', { payerMembers: [idle('b9')] }, { buyerName: 'Asha Kale' }, false],
    ['a shared name', { payerMembers: [idle('buyer-1'), idle('b9')] }, { isBuyerVerified: false }, false],
    ['another amount', { amountPaise: 5n }, {}, false],
    ['a suggestion', { reference: '632112345679' }, {}, false],
  ])('takes %s, or not', (_, row, claim, isTaken) => {
    const [rows, claims] = [[bankRow(row)], [claimOf(claim)]] as const;
    const near = {
      row: rows[0],
      claim: claims[0],
      rows,
      claims,
      contesting: [],
      ownTokens: new Set<string>(),
      members: [],
    };
    expect(refusalOfMatch(near) === null).toBe(isTaken);
  });
});

describe('a stored row', () => {
  const stored = {
    id: 'row-1',
    side: 'CREDIT',
    narration: `IMPS/P2A/${RRN}/SYED SADIQ/${PHONE}`,
    payerName: null,
    vpa: null,
    transactionId: null,
    references: [
      { reference: PHONE, source: 'NARRATION' },
      { reference: RRN, source: 'NARRATION' },
    ],
  } as const;

  it('of an earlier version gets places, a payer and the numbers that count', () =>
    expect(rereadOf(stored)).toEqual({
      id: 'row-1',
      payerName: 'SYED SADIQ',
      vpa: null,
      isReversal: false,
      references: [
        { reference: PHONE, source: 'NOTE', number: null },
        { reference: RRN, source: 'NARRATION', number: RRN },
      ],
    }));

  it('has no code of the bank as its payer, and a number that looks like a phone number', () => {
    expect(rereadOf({ ...stored, narration: `UPI/MOB/${RRN}/`, payerName: 'MOB' }).payerName).toBeNull();
    const { references } = rereadOf({ ...stored, narration: `IMPS/P2A/${PHONE}/ASHA RAO/HDFC`, references: [] });
    expect(references).toEqual([{ reference: PHONE, source: 'NARRATION', number: PHONE }]);
  });

  it('is a return by the code of the bank alone, with no payer', () => {
    const back = rereadOf({ ...stored, narration: `IMPS/REV/${RRN}/x`, payerName: 'ACCOUNT CLOSED' });
    expect(back).toMatchObject({ isReversal: true, payerName: null });
    expect(rereadOf({ ...stored, narration: `IMPS/P2A/${RRN}/REV THOMAS/x` }).isReversal).toBe(false);
  });
});
