/** Settlement files of payment aggregators, read without the process around it. */
import { describe, expect, test } from 'vitest';
import {
  cashfreeCsv,
  cashfreeXlsx,
  type PlannedLine,
  paymentOf,
  payuCsv,
  razorpayApiCsv,
  razorpayCsv,
  refundOf,
  settlementOf,
} from '../support/settlements.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const [first, second] = [settlementOf('2026-11-19'), settlementOf('2026-11-21')];
const days = { day: '2026-11-18', time: '00:15:10' };
const paid = paymentOf(first, { ...days, order: 'PUR-700001', rrn: '632112345678' });
const returned = paymentOf(second, { ...days, day: '2026-11-20', note: 'For PUR-700002, thanks' });
const LINES: readonly PlannedLine[] = [
  paid,
  paymentOf(first, { ...days, amountPaise: 50_050n, feePaise: 0n, taxPaise: 0n }),
  returned,
  refundOf(returned),
  refundOf(paid, { kind: 'CHARGEBACK', settlement: second, day: '2026-11-20' }),
  paymentOf(second, { ...days, day: '2026-11-20', amountPaise: 500_000n, feePaise: 10_000n, taxPaise: 1_800n }),
  paymentOf(second, { kind: 'ADJUSTMENT', amountPaise: -1_234n, feePaise: 0n, taxPaise: 0n, ...days }),
  paymentOf(null, { ...days, amountPaise: 99_999n }),
];

const FILES: readonly (readonly [string, string, Uint8Array])[] = [
  ['Razorpay', 'CSV of the dashboard', bytesOf(razorpayCsv(LINES))],
  ['Razorpay', 'table of the API in paise', bytesOf(razorpayApiCsv(LINES))],
  ['Cashfree', 'CSV with a summary', bytesOf(cashfreeCsv(LINES))],
  ['Cashfree', 'workbook with a summary', cashfreeXlsx(LINES)],
  ['PayU', 'CSV', bytesOf(payuCsv(LINES))],
];

describe.each(FILES)('%s, %s', (provider, _, bytes) => {
  const reading = readBytes(bytes);

  test('every settled line is read with its sums', () => {
    expect(reading.problems).toEqual([]);
    expect(reading).toMatchObject({
      layout: provider,
      question: null,
      period: { from: '2026-11-18', to: '2026-11-20' },
    });
    expect(reading.settlementFile).toMatchObject({
      provider,
      held: 1,
      payments: 4,
      grossPaise: 118_000n + 50_050n + 118_000n + 500_000n,
      feePaise: 2_360n + 2_360n + 10_000n,
      taxPaise: 425n + 425n + 1_800n,
      returnedPaise: 236_000n,
      adjustmentsPaise: -1_234n,
      settlements: [
        { reference: first.id, utr: first.utr.toUpperCase(), settledOn: '2026-11-19' },
        { reference: second.id, utr: second.utr.toUpperCase(), settledOn: '2026-11-21' },
      ],
    });
    const { grossPaise, feePaise, taxPaise, returnedPaise, adjustmentsPaise, netPaise } =
      reading.settlementFile ?? expect.fail('no settlement file');
    expect(netPaise).toBe(grossPaise - feePaise - taxPaise - returnedPaise + adjustmentsPaise);
    expect(reading.creditsPaise - reading.debitsPaise).toBe(netPaise);
  });

  test('amounts are gross, days are those of India, and the payment is identified', () => {
    const [one, , three, refund, chargeback] = reading.rows;
    expect(one).toMatchObject({
      date: '2026-11-18',
      time: '00:15:10',
      side: 'CREDIT',
      amountPaise: 118_000n,
      transactionId: paid.id,
      settlementLine: { reference: first.id, kind: 'PAYMENT', feePaise: 2_360n, taxPaise: 425n },
    });
    expect(one?.references).toEqual(
      expect.arrayContaining([
        { reference: 'PUR-700001', source: 'ORDER' },
        { reference: paid.id, source: 'PAYMENT_ID' },
      ]),
    );
    if (!_.includes('API')) expect(one?.references).toContainEqual({ reference: '632112345678', source: 'REFERENCE' });
    if (provider !== 'PayU') expect(three?.references).toContainEqual({ reference: 'PUR-700002', source: 'ORDER' });
    expect(refund).toMatchObject({ side: 'DEBIT', amountPaise: 118_000n, settlementLine: { kind: 'REFUND' } });
    expect(refund?.references).toEqual([{ reference: returned.id, source: 'PAYMENT_ID' }]);
    expect(chargeback).toMatchObject({ side: 'DEBIT', settlementLine: { kind: 'CHARGEBACK' } });
    expect(chargeback?.references).toEqual([{ reference: paid.id, source: 'PAYMENT_ID' }]);
  });
});

const problemsOf = (text: string) => readBytes(bytesOf(text)).problems;
const TWO = [paid, paymentOf(first, days)];

describe('a settlement file is refused', () => {
  test('if a net sum is not the gross sum less fee and tax', () => {
    const text = razorpayCsv(TWO).replace('1152.15', '1153.15');
    expect(problemsOf(text)).toEqual([
      { line: 2, message: 'Of this line ₹26.85 are missing, but its fee and tax are ₹23.60 and ₹4.25.' },
    ]);
  });

  test('if its summary has another net sum than its lines', () => {
    const text = cashfreeCsv(TWO).replace('2304.30', '2304.31');
    expect(problemsOf(text)).toEqual([
      { line: 2, message: `The summary says ₹2,304.31 for settlement ${first.id}, but its lines add up to ₹2,304.30.` },
    ]);
  });

  test('if a payment is in it twice, in another currency, or unreadable', () => {
    expect(problemsOf(razorpayCsv([paid, paid]))[0]?.message).toBe(`This line repeats payment ${paid.id} of line 2.`);
    expect(problemsOf(razorpayCsv(TWO).replace('INR', 'USD'))[0]?.message).toBe(
      'This line is in USD. Only INR can be compared.',
    );
    expect(problemsOf(razorpayCsv(TWO).replace('1180.00', '1.180,00x'))[0]?.line).toBe(2);
    expect(problemsOf(razorpayCsv(TWO).replaceAll('18/11/2026 00:15:10', '18/31/2026'))[0]?.line).toBe(2);
  });

  test('if a comma without quotes shifts the cells of a line', () => {
    const text = razorpayCsv(TWO).replace(',upi,', ',upi, UPI, collect,');
    expect(problemsOf(text)).toEqual([
      {
        line: 2,
        message: 'This line has more cells than the header has columns. Upload the file as the aggregator gives it.',
      },
    ]);
  });

  test('if a settlement has two numbers of transfers', () => {
    const lines = [paid, paymentOf({ ...first, utr: 'HDFCN52026111900' }, days)];
    expect(problemsOf(razorpayCsv(lines))[0]?.message).toContain(`Settlement ${first.id} has several UTRs`);
  });

  test('if a spreadsheet has rounded its ids', () => {
    const text = payuCsv([paymentOf(first, { ...days, id: '4.03994E+17' })]);
    expect(problemsOf(text)[0]?.message).toContain('A spreadsheet has rounded a number');
  });
});

test('without a settled line there is nothing to import', () => {
  expect(problemsOf(razorpayCsv([paymentOf(null, days)]))).toEqual([
    { line: 0, message: 'This file has no settled payments.' },
  ]);
});

test('dates that can be read in two ways are asked for', () => {
  const lines = [
    paymentOf(settlementOf('2026-11-09'), { day: '2026-11-05' }),
    paymentOf(settlementOf('2026-11-08'), { day: '2026-11-07' }),
    paymentOf(settlementOf('2026-11-10'), { day: '2026-11-06' }),
  ];
  const bytes = bytesOf(razorpayCsv(lines));
  const open = readBytes(bytes);
  expect(open.question).toBe('DATE_ORDER');
  const chosen = readBytes(bytes, { mapping: { ...open.mapping, dateOrder: 'DMY' } });
  expect([chosen.question, chosen.rows.map((row) => row.date)]).toEqual([null, lines.map((line) => line.day)]);
});
