/** Files as admins have sent them: each is read whole, proposed rightly, or refused with what to do. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../support/statements/read.ts';

const bytesOfFile = (path: string): Uint8Array =>
  new Uint8Array(fs.readFileSync(new URL(`../support/statements/field/${path}`, import.meta.url)));
const read = (path: string) => readBytes(bytesOfFile(path));

const WHOLE = { problems: [], creditsPaise: 24_308_000n, debitsPaise: 59_000n };

describe('a statement of four rows', () => {
  test.each([
    'bandhan.csv',
    'comma-unquoted.txt',
    'federal-xls.xls',
    'indusind-withdrawl.csv',
    'iob.csv',
    'karnataka.csv',
    'kotak-onecol.csv',
    'paytm-bank.csv',
    'rbl-withdrawl-amt.csv',
    'slash-dash.csv',
    'union-csv.csv',
  ])('%s is read whole, and its balances run', (name) => {
    const reading = read(`statements/${name}`);
    expect(reading).toMatchObject({ ...WHOLE, balanceCheck: 'RUNS', unnamedColumns: [], warnings: [] });
    expect(reading.rows.map(({ date, side, amountPaise }) => [date, side, amountPaise])).toEqual([
      ['2026-11-24', 'CREDIT', 118_000n],
      ['2026-11-24', 'DEBIT', 59_000n],
      ['2026-11-25', 'CREDIT', 23_600_000n],
      ['2026-11-26', 'CREDIT', 590_000n],
    ]);
    const references = reading.rows.map((row) => row.references.map(({ reference }) => reference));
    for (const [at, number] of ['633012345671', '633012345672', 'SBIN426330123456', '633012345674'].entries())
      expect(references[at]).toContain(number);
  });

  test('a comma without quotation marks in its narration is put back', () => {
    const [first] = read('statements/comma-unquoted.txt').rows;
    expect(first?.narration).toBe('UPI-RAO, ASHA-asha@ybl-YESB0YBLUPI-633012345671-PAY');
    expect(first?.valueDate).toBe('2026-11-24');
  });

  test.each(['mt940-erpnext.sta', 'mt940-long-ref.sta', 'mt940-wise.sta', 'mt940-zero.sta'])(
    '%s is read whole',
    (name) => {
      const reading = read(`mt940/${name}`);
      expect(reading).toMatchObject({ ...WHOLE, balanceCheck: 'TOTALS', warnings: [] });
      expect(reading.rows).toHaveLength(4);
    },
  );
});

test('a movement with a space after its mark is read', () => {
  const { rows, problems } = read('mt940/space-after-mark.sta');
  expect(problems).toEqual([]);
  expect(rows.map(({ side, amountPaise }) => [side, amountPaise])).toEqual([['CREDIT', 118_000n]]);
});

test('a negative deposit that the balance proves is a debit', () => {
  const { rows, problems } = read('statements/reversal-negative-deposit.csv');
  expect(problems).toEqual([]);
  expect(rows.map(({ side, amountPaise }) => [side, amountPaise])).toEqual([
    ['CREDIT', 118_000n],
    ['DEBIT', 118_000n],
  ]);
});

describe('the narration', () => {
  test.each([
    ['narr-hsbc.csv', 'Narrative'],
    ['narr-remit.csv', 'Remittance Information'],
    ['narr-hindi.csv', 'विवरण'],
  ])('of %s is %s', (name, narration) => {
    const { columns, mapping, rows, warnings } = read(`statements/${name}`);
    expect(mapping.kind === 'STATEMENT' && columns[mapping.columns.narration ?? -1]).toBe(narration);
    expect(rows[0]).toMatchObject({ side: 'CREDIT', amountPaise: 319_898n });
    expect(rows[0]?.references.map(({ reference }) => reference)).toContain('633055500942');
    expect(warnings).toEqual([]);
  });

  test('debit and credit of a Hindi header are proposed', () => {
    const { mapping } = read('statements/narr-hindi.csv');
    expect(mapping.columns).toEqual({ date: 0, narration: 1, reference: 2, debit: 3, credit: 4, balance: 5 });
  });
});

test.each([
  ['ofx.ofx', 'This is an OFX file'],
  ['qif.qif', 'This is a QIF file'],
  ['camt053.xml', 'This is a camt.053 file'],
])('%s is refused by its format', (name, format) => {
  const refusal = { code: 'invalid', message: expect.stringContaining(format) };
  expect(() => read(`statements/${name}`)).toThrow(expect.objectContaining(refusal));
  expect(() => read(`statements/${name}`)).toThrow('Download the statement from your bank as Excel or CSV');
});

describe('a settlement file', () => {
  test.each([
    ['settle-phonepe.csv', 118_000n, 0n, 0n],
    ['settle-bharatpe.csv', 118_000n, 0n, 0n],
    ['settle-easebuzz.csv', 116_608n, 1_180n, 212n],
  ])('%s is proposed as one, also where a statement was expected', (name, netPaise, feePaise, taxPaise) => {
    const bytes = bytesOfFile(`settlements/${name}`);
    const expected = { kind: 'STATEMENT' as const, headerLine: 1, columns: {}, dateOrder: null };
    for (const mapping of [undefined, expected]) {
      const reading = readBytes(bytes, { mapping });
      expect(reading).toMatchObject({
        kinds: ['SETTLEMENT'],
        mapping: { kind: 'SETTLEMENT' },
        problems: [],
        question: null,
      });
      expect(reading.settlementFile).toMatchObject({ payments: 1, grossPaise: 118_000n, netPaise, feePaise, taxPaise });
      expect(reading.settlementFile?.settlements).toMatchObject([{ utr: 'YESB26330123456' }]);
      const references = reading.rows[0]?.references.map(({ reference }) => reference);
      expect(references).toEqual(expect.arrayContaining(['633012345671', 'PUR-123456']));
    }
    expect(() => readBytes(bytes, { mapping: { ...expected, columns: { date: 1, narration: 2, credit: 3 } } })).toThrow(
      'its lines are no money at your bank',
    );
  });

  test('of Razorpay keeps its net sum', () => {
    const { settlementFile, problems } = read('settlements/settle-razorpay-recon.csv');
    expect(problems).toEqual([]);
    expect(settlementFile?.netPaise).toBe(88_876n);
  });
});
