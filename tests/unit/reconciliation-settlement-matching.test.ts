/** Payments of settlements against claims, and settlements against the bank. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '@/lib/reconciliation/compare/rules.ts';
import { assignmentOf } from '@/lib/reconciliation/decide/rules.ts';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import type { BankRow, Claim, RowReference } from '@/lib/reconciliation/rules.ts';
import { creditOf, type Settlement, type TransferRow } from '@/lib/reconciliation/settlements/credit.rules.ts';
import { bankRow, claimOf, readTo } from '../support/matching.ts';

const READ = readTo('2026-11-20');
const order: RowReference = { reference: 'PUR-700001', source: 'ORDER' };
const number: RowReference = { reference: '632112345678', source: 'REFERENCE' };
const payment: RowReference = { reference: 'pay_DEXrnipqTmWVGE', source: 'PAYMENT_ID' };

const CREDIT = {
  narration: 'NEFT CR-YESB0000001-RAZORPAY SOFTWARE PVT LTD-SETTLEMENT-HDFCN52026111900',
  payerName: null,
};
/** A payment of ₹1,180.00 for PUR-700001, of a settlement that the bank has. */
const line = (row: Partial<BankRow> = {}, creditedOn: string | null = '2026-11-19'): BankRow =>
  bankRow({
    references: [order, number, payment],
    narration: 'Razorpay · pay_DEXrnipqTmWVGE · PUR-700001',
    settlement: {
      provider: 'Razorpay',
      reference: 'setl_1',
      kind: 'PAYMENT',
      creditedOn,
      credit: creditedOn === null ? null : CREDIT,
    },
    ...row,
  });
const refund = (row: Partial<BankRow> = {}): BankRow =>
  line({
    id: 'row-2',
    side: 'DEBIT',
    references: [payment],
    settlement: { provider: 'Razorpay', reference: 'setl_2', kind: 'REFUND', creditedOn: null, credit: null },
    ...row,
  });
const bucketOf = (rows: readonly BankRow[], claims: readonly Claim[], id = 'row-1') =>
  matchAll(rows, claims, READ).rows.get(id)?.bucket;

describe('a payment of a settlement', () => {
  test.each<[string, readonly BankRow[], readonly Claim[], string]>([
    ['by number, order and amount', [line()], [claimOf()], 'EXACT'],
    ['by its number alone', [line({ references: [number, payment] })], [claimOf()], 'EXACT'],
    [
      'by its order alone',
      [line({ references: [order, payment] })],
      [claimOf({ reference: '999912345678' })],
      'SUGGESTED',
    ],
    [
      'by its order and the phone of the buyer',
      [line({ references: [order, payment], narration: 'Razorpay · PUR-700001 · 9876543210' })],
      [claimOf({ reference: '999912345678' })],
      'EXACT',
    ],
    [
      'by its order and the phone, of a claim without a number',
      [line({ narration: 'Razorpay · PUR-700001 · 9876543210' })],
      [claimOf({ reference: null })],
      'EXACT',
    ],
    ['by its order, of a claim without a number', [line()], [claimOf({ reference: null })], 'SUGGESTED'],
    [
      'whose buyer gave the aggregator’s number',
      [line({ references: [{ reference: '403993715521', source: 'PAYMENT_ID' }] })],
      [claimOf({ reference: '403993715521' })],
      'EXACT',
    ],
    [
      'whose buyer and aggregator name different payments',
      [line()],
      [claimOf({ reference: '999912345678' })],
      'SUGGESTED',
    ],
    ['of a settlement that is not at the bank', [line({}, null)], [claimOf()], 'SETTLEMENT'],
    [
      'unless it is no payment: a chargeback that came back',
      [
        line({
          settlement: {
            provider: 'Razorpay',
            reference: 'setl_1',
            kind: 'CHARGEBACK',
            creditedOn: '2026-11-19',
            credit: CREDIT,
          },
        }),
      ],
      [claimOf()],
      'SETTLEMENT',
    ],
    ['of another amount', [line({ amountPaise: 100_000n })], [claimOf()], 'AMOUNT_DIFFERS'],
    ['too late', [line({ date: '2026-12-18' })], [claimOf()], 'SUGGESTED'],
    ['that is also a row of the bank', [line(), bankRow({ id: 'row-2' })], [claimOf()], 'CONFLICT'],
    [
      'with two claims',
      [line()],
      [claimOf(), claimOf({ purchaseId: 'purchase-2', orderNumber: 'PUR-700002' })],
      'CONFLICT',
    ],
    ['that was refunded', [line(), refund()], [claimOf()], 'REVERSED'],
    ['that was refunded in part', [line(), refund({ amountPaise: 5_000n })], [claimOf()], 'CONFLICT'],
    ['of a rejected purchase', [line()], [claimOf({ status: 'REJECTED' })], 'REOPEN'],
    ['of an approved purchase', [line()], [claimOf({ status: 'APPROVED' })], 'ALREADY_USED'],
    [
      'again, for an order that was approved with another',
      [line({ references: [order] })],
      [claimOf({ status: 'APPROVED', rowId: 'row-9' })],
      'WITHOUT_CLAIM',
    ],
    ['that nobody claims', [line()], [], 'WITHOUT_CLAIM'],
    ['whose note says return', [line({ narration: 'Razorpay · RETURN GIFT' })], [claimOf()], 'EXACT'],
  ])('%s', (_, rows, claims, bucket) => {
    expect(bucketOf(rows, claims)).toBe(bucket);
  });

  test('an order number in the narration of a bank never decides', () => {
    const row = bankRow({ references: [], narration: 'UPI/CR/ASHA/PUR-700001' });
    expect(bucketOf([row], [claimOf({ reference: null })])).toBe('SUGGESTED');
  });

  test('buyers read about it when the bank has it, and never that it is missing', () => {
    const stateOf = (rows: BankRow[]) =>
      matchAll(rows, [claimOf({ submittedOn: '2026-11-17' })], READ).claims.get('purchase-1')?.bankState;
    expect([stateOf([line()]), stateOf([line({}, null)]), stateOf([])]).toEqual(['SEEN', 'UNKNOWN', 'NOT_FOUND']);
  });

  test('is in no sum and cannot be assigned before its settlement is at the bank', () => {
    const [row, claim] = [line({}, null), claimOf()];
    const alone = { contesting: [], ownTokens: new Set<string>(), members: [] };
    const matches = matchAll([row], [claim], READ);
    expect(entriesOf({ bankRows: [row], claimList: [claim], ...matches })).toEqual([]);
    expect(assignmentOf({ ...alone, row, claim, rows: [row], claims: [claim] })).toMatchObject({ verb: 'refuse' });
    const credit = bankRow({ isSettlementCredit: true });
    expect(assignmentOf({ ...alone, row: credit, claim, rows: [credit], claims: [claim] })).toMatchObject({
      verb: 'refuse',
    });
  });
});

describe('the credit of a settlement', () => {
  const outcomeOf = (narration: string, payerName: string | null = null) => {
    const given = line({
      settlement: {
        provider: 'Razorpay',
        reference: 'setl_1',
        kind: 'PAYMENT',
        creditedOn: '2026-11-19',
        credit: { narration, payerName },
      },
    });
    const outcome = matchAll([given], [claimOf()], READ).rows.get('row-1');
    return [outcome?.bucket, outcome?.label];
  };
  test.each([
    ['NEFT CR-YESB0000001-RAZORPAY SOFTWARE PVT LTD-SETTLEMENT-HDFCN52026111900', null],
    ['NEFT-AXISCN0456789012-CASHFREE PAYMENTS INDIA PRIVATE LIMITED NODAL', null],
    ['RTGS/PYTMR52026111900012345/ONE97 COMMUNICATIONS LTD', 'ONE 97 COMMUNICATIONS LIMITED'],
    ['NEFT CR-UTIB0000100-PAYU PAYMENTS PVT LTD-MERCHANT-UTIBN62026111900', 'PAYU PAYMENTS PVT LTD'],
    ['NEFT*YESB0000001*YESBN12026111900*PHONEPEPRIVATELIMITED', null],
    ['NEFT/N323253456789012/RESILIENT INNOVATIONS PVT LTD', 'RESILIENT INNOVATIONS PVT LTD'],
    ['NEFT CR-HDFC0000240-AVENUES INDIA PVT LTD CCAVENUE-HDFCN52026111900', 'AVENUES INDIA PVT LTD'],
    ['BY TRANSFER NEFT IBKL0000001 PAYMENT AGGREGATOR ESCROW ACCOUNT', null],
    // It names nobody.
    ['IMPS/632112345670/XX4417', null],
  ])('of an aggregator or of nobody: %s', (narration, payerName) => {
    expect(outcomeOf(narration, payerName)).toEqual(['EXACT', null]);
  });
  test.each([
    ['NEFT CR-YESB0000001-STRANGER KUMAR-TRANSFER-HDFCN52026111900', null],
    ['NEFT CR-UTIB0000100-RAVI MENON-PAYMENT FOR TOKENS-UTIBN62026111900', 'RAVI MENON'],
    ['RTGS/HDFCR52026111900012345/COASTAL TRADERS PVT LTD', 'COASTAL TRADERS PVT LTD'],
    ['UPI/CR/632112345670/ASHA RAO/HDFC/asha@okhdfc', 'ASHA RAO'],
    ['NEFT CR-UTIB0000100-RUPA YUVRAJ-PAYMENT-UTIBN62026111901', 'RUPA YUVRAJ'],
    ['NEFT/N323253456789013/DEEPAYUSH TRADERS', 'DEEPAYUSH TRADERS'],
    // The note is no name of the payer.
    ['UPI-RAVI MENON-RAVI@OKHDFC-HDFC0000001-632112345670-RAZORPAY SETTLEMENT', 'RAVI MENON'],
  ])('of somebody else is looked at: %s', (narration, payerName) => {
    expect(outcomeOf(narration, payerName)).toEqual(['PAYER_DIFFERS', 'NO_AGGREGATOR']);
  });
});

const transfer = (row: Partial<TransferRow> = {}): TransferRow => ({
  id: 'credit-1',
  side: 'CREDIT',
  amountPaise: 115_215n,
  date: '2026-11-19',
  isUsed: false,
  isClaimed: false,
  ...row,
});
const settlement = { id: 'settlement-1', utr: 'HDFCN52026111900', netPaise: 115_215n };

describe('a settlement', () => {
  test.each<[string, Partial<Settlement>, readonly TransferRow[], boolean, string]>([
    ['that the bank has to the paisa', {}, [transfer()], false, 'CREDITED'],
    ['a paisa more', {}, [transfer({ amountPaise: 115_216n })], false, 'DIFFERS'],
    ['a paisa less', {}, [transfer({ amountPaise: 115_214n })], false, 'DIFFERS'],
    ['gross', {}, [transfer({ amountPaise: 118_000n })], false, 'DIFFERS'],
    ['without a credit', {}, [], false, 'NOT_FOUND'],
    ['without a number', { utr: null }, [transfer()], false, 'NOT_FOUND'],
    ['with two credits', {}, [transfer(), transfer({ id: 'credit-2' })], false, 'CONFLICT'],
    ['whose number another one has', {}, [transfer()], true, 'CONFLICT'],
    ['whose credit is used', {}, [transfer({ isUsed: true })], false, 'USED'],
    ['whose credit a pending order names', {}, [transfer({ isClaimed: true })], false, 'CLAIMED'],
    ['that was taken back', {}, [transfer(), transfer({ id: 'debit', side: 'DEBIT' })], false, 'TAKEN_BACK'],
    [
      'taken back the day before',
      {},
      [transfer(), transfer({ id: 'debit', side: 'DEBIT', date: '2026-11-18' })],
      false,
      'CONFLICT',
    ],
    ['with nothing due', { netPaise: 0n }, [], false, 'NOTHING_DUE'],
    ['that owes the aggregator', { netPaise: -100n }, [transfer({ amountPaise: 100n })], false, 'NOTHING_DUE'],
  ])('%s', (_, given, rows, isShared, state) => {
    expect(creditOf({ ...settlement, ...given }, rows, isShared).state).toBe(state);
  });

  test('is credited by one unused credit of its net sum alone, in any order of the rows', () => {
    const rowOf = fc.record({
      side: fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
      amountPaise: fc.constantFrom(115_215n, 115_214n, 118_000n),
      date: fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20'),
      isUsed: fc.boolean(),
      isClaimed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(rowOf, { maxLength: 4 }), fc.boolean(), (given, isShared) => {
        const rows = given.map((row, nth) => ({ ...row, id: `row-${nth}` }));
        const outcome = creditOf(settlement, rows, isShared);
        expect(creditOf(settlement, rows.toReversed(), isShared)).toEqual(outcome);
        const [only] = rows;
        const isCredit = only?.side === 'CREDIT' && only.amountPaise === 115_215n && !only.isUsed && !only.isClaimed;
        expect(outcome.state === 'CREDITED').toBe(rows.length === 1 && isCredit && !isShared);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('in 2,000 files no payment is exact without a credit, an equal amount and one claim', () => {
  const digits = (n: number): string => String(632_112_000_000 + n);
  const rowOf = fc.record({
    number: fc.nat(5),
    order: fc.nat(5),
    amount: fc.constantFrom(118_000n, 100_000n),
    kind: fc.nat(9),
  });
  const claim = fc.record({ number: fc.nat(5), amount: fc.constantFrom(118_000n, 100_000n) });
  fc.assert(
    fc.property(fc.array(rowOf, { maxLength: 6 }), fc.array(claim, { maxLength: 6 }), (given, claimed) => {
      const rows = given.map((planted, nth) =>
        line(
          {
            id: `row-${nth}`,
            amountPaise: planted.amount,
            side: planted.kind === 0 ? 'DEBIT' : 'CREDIT',
            references: [
              { reference: `pay_${planted.kind === 0 ? planted.number : `x${nth}`}`, source: 'PAYMENT_ID' },
              ...(planted.kind > 1 ? [{ reference: digits(planted.number), source: 'REFERENCE' as const }] : []),
              ...(planted.kind > 4 ? [{ reference: `PUR-70000${planted.order}`, source: 'ORDER' as const }] : []),
            ],
          },
          planted.kind === 9 ? null : '2026-11-19',
        ),
      );
      const claims = claimed.map((planted, nth) =>
        claimOf({
          purchaseId: `p-${nth}`,
          orderNumber: `PUR-70000${nth}`,
          reference: digits(planted.number),
          duePaise: planted.amount,
        }),
      );
      const matches = matchAll(rows, claims, READ);
      const again = matchAll(rows.toReversed(), claims.toReversed(), READ);
      for (const [id, outcome] of matches.rows) {
        expect(again.rows.get(id)).toEqual(outcome);
        if (outcome.bucket !== 'EXACT') continue;
        const row = rows.find((it) => it.id === id) ?? expect.fail('no row');
        const own = claims.filter((candidate) =>
          row.references.some(({ reference }) => [candidate.reference, candidate.orderNumber].includes(reference)),
        );
        expect(own.map((it) => it.purchaseId)).toEqual([outcome.purchaseId]);
        expect([own[0]?.duePaise, row.settlement?.creditedOn]).toEqual([row.amountPaise, '2026-11-19']);
      }
    }),
    { numRuns: 2_000 },
  );
});
