/** Settlement files by the column names of aggregators, which must never be read as a bank statement. */
import { describe, expect, test } from 'vitest';
import { lineColumnsOf, looksSettled, providerOf } from '@/lib/reconciliation/settlements/columns.rules.ts';
import type { LineMeaning } from '@/lib/reconciliation/statement/contract.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const file = (header: string, ...lines: string[]): Uint8Array => bytesOf(`${[header, ...lines].join('\n')}\n`);

const REPORTS: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'Paytm',
    'Paytm for Business',
    'Transaction_ID,Order_ID,Transaction_Date,Transaction_Type,Status,Paytm MID,Bank_Transaction_ID,Amount,Commission,GST,Settled_Amount,UTR_No.,Settled_Date',
    [
      '20261125111212,PUR-123456,25-11-2026 10:00:00,ACQUIRING,SUCCESS,COW1,633012345671,1180.00,11.80,2.12,1166.08,YESB26330123456,26-11-2026',
    ],
  ],
  [
    'CCAvenue',
    'CCAvenue payout',
    'CCAvenue Ref#,Order No,Order Date,Order Amt,TDR,Tax,Amt Payable,UTR No,Settlement Date,Bank Ref No',
    ['113456789012,PUR-123456,25-11-2026 10:00:00,1180.00,11.80,2.12,1166.08,YESB26330123456,26-11-2026,633012345671'],
  ],
  [
    'PhonePe',
    'PhonePe with spaces in its names',
    'Payment Type,Merchant Order Id,PhonePe Transaction Id,Transaction Date,Settlement Date,RRN,Amount,Fee,IGST,CGST,SGST,UTR,Net Settlement Amount',
    [
      'PAYMENT,PUR-123456,T2611251234567890123456,2026-11-25 10:00:00,2026-11-26,633012345671,1180.00,-11.80,-2.12,0,0,YESB26330123456,1166.08',
    ],
  ],
  [
    'Easebuzz',
    'Easebuzz with other names',
    'Settlement ID,Txn ID,Easebuzz Transaction ID,Amount,Service Charge,GST,Net Settlement Amount,UTR No,Transaction Date,Settlement Date,Bank Ref Num',
    ['S1,PUR123456,E260000001,1180.00,11.80,2.12,1166.08,YESB26330123456,2026-11-25 10:00:00,2026-11-26,633012345671'],
  ],
  [
    'BharatPe',
    'BharatPe with its fee',
    'BharatPe Txn ID,Order ID,Transaction Date,Bank Ref No,Amount,MDR,GST on MDR,Settlement Amount,Settlement UTR',
    ['1234567890,PUR-123456,2026-11-25 10:00:00,633012345671,1180.00,11.80,2.12,1166.08,YESB26330123456'],
  ],
  [
    'Settlement',
    'a gateway without its name',
    'Transaction ID,Order ID,Payment Date,RRN,Gross Amount,Gateway Charges,GST,Net Amount,Settlement UTR,Payout Date',
    ['PG1,PUR-123456,2026-11-25 10:00:00,633012345671,1180.00,11.80,2.12,1166.08,YESB26330123456,2026-11-26'],
  ],
];

describe.each(REPORTS)('%s: %s', (provider, _, header, lines) => {
  test.each([undefined, { kind: 'STATEMENT' as const, headerLine: 1, columns: {}, dateOrder: null }])(
    'is read as its net sum',
    (mapping) => {
      const reading = readBytes(file(header, ...lines), { mapping });
      expect(reading).toMatchObject({
        layout: provider,
        mapping: { kind: 'SETTLEMENT' },
        problems: [],
        question: null,
      });
      expect(reading.settlementFile).toMatchObject({
        payments: 1,
        grossPaise: 118_000n,
        feePaise: 1_180n,
        taxPaise: 212n,
        netPaise: 116_608n,
      });
      const references = reading.rows[0]?.references.map(({ reference }) => reference);
      expect(references).toEqual(expect.arrayContaining(['633012345671', 'PUR-123456']));
    },
  );

  test('is refused where its sums do not agree', () => {
    const { problems } = readBytes(file(header, ...lines.map((line) => line.replace('1166.08', '1166.09'))));
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining('are missing, but its fee and tax are') }]);
  });
});

const NAMES: readonly (readonly [LineMeaning, readonly string[]])[] = [
  [
    'entityId',
    [
      'PhonePeReferenceId',
      'PhonePe Reference Id',
      'Easebuzz ID',
      'BharatPe Txn ID',
      'CCAvenue Ref#',
      'CCAvenue Reference No',
      'Tracking ID',
      'Transaction_ID',
    ],
  ],
  [
    'net',
    [
      'Settled Amount',
      'Settlement Amount',
      'Net Settlement Amount',
      'Settled_Amount',
      'Amt Payable',
      'Amount Payable',
      'Payout Amount',
    ],
  ],
  ['fee', ['Fee', 'Service Charge', 'Commission', 'MDR', 'TDR', 'PG Charges', 'Platform Fee']],
  ['tax', ['GST', 'Tax', 'GST on MDR', 'Service Tax', 'GST Amount', 'IGST']],
  ['utr', ['UTR', 'UTR Number', 'UTR_No.', 'Settlement UTR', 'SettlementUTR', 'Payout UTR']],
  [
    'paidAt',
    ['TransactionDate', 'Transaction Date', 'CreationDate', 'Payment Date', 'Order Date', 'Payment Date Time'],
  ],
  ['settledAt', ['SettlementDate', 'Settled_Date', 'Settlement Date', 'Payout Date']],
  ['order', ['MerchantReferenceId', 'Merchant Order Id', 'Order_ID', 'Order No']],
  ['bankReference', ['BankReferenceNo', 'Bank Ref Num', 'Bank Ref No', 'RRN', 'Bank_Transaction_ID', 'Customer UTR']],
];
describe.each(NAMES)('%s', (meaning, names) => {
  test.each(names)('is %s', (name) => {
    expect(lineColumnsOf(['X', name])(meaning)).toEqual([1]);
  });
});

test('how a buyer paid is not what a line is', () => {
  const header = 'Transaction ID,Order ID,Payment Date,Payment Type,Amount,Fee,Tax,Settlement Amount,Settlement UTR';
  const { settlementFile, problems } = readBytes(
    file(header, 'P1,PUR-123456,25-Nov-2026,UPI,1180.00,0.00,0.00,1180.00,YESB1'),
  );
  expect(problems).toEqual([]);
  expect(settlementFile).toMatchObject({ payments: 1, netPaise: 118_000n });
});

describe('amount, fee and UTR under names that a statement can have too', () => {
  const header = 'Date,Customer,Paid Amount,Bank Charges,UTR,Mode';
  const bytes = file(header, '25-Nov-2026,ASHA RAO,1180.00,11.80,YESB26330123456,UPI');

  test('are proposed as a settlement file, and an admin can say that it is a statement', () => {
    expect(readBytes(bytes)).toMatchObject({
      kinds: ['STATEMENT', 'SETTLEMENT'],
      mapping: { kind: 'SETTLEMENT' },
      question: 'MAPPING',
      rows: [],
    });
    const mapping = { kind: 'STATEMENT' as const, headerLine: 1, columns: {}, dateOrder: null };
    const reading = readBytes(bytes, { mapping });
    expect(reading.mapping.kind).toBe('STATEMENT');
    expect(reading.warnings).toContainEqual({
      kind: 'SETTLEMENT',
      message: expect.stringMatching(/^This looks like a settlement file/),
    });
  });

  test.each([
    ['Date,Narration,UTR,Amount,Charges,Balance', false],
    ['Txn Date,Description,Ref No,Debit,Credit,Balance', false],
    ['Date,Narration,UTR,Amount', false],
    ['Date,Narration,Amount,Tax', false],
    ['Date,Gross,TDR,UTR', true],
    ['Paid on,Txn Amount,IGST,UTR Number', true],
    ['Date,AMT,Commission,UTR', true],
  ])('%s: %s', (names, expected) => {
    expect(looksSettled(names.split(','))).toBe(expected);
  });
});

test('the reports of three aggregators keep their names', () => {
  expect(providerOf(['PayU ID', 'Amount'])).toBe('PayU');
  expect(providerOf(['entity_id', 'order_receipt'])).toBe('Razorpay');
  expect(providerOf(['cf_payment_id'])).toBe('Cashfree');
});
