/** Money that a file could hide: in columns without a meaning, behind signs, and in cells that a separator has moved. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementMapping } from '@/lib/reconciliation/statement/contract.ts';
import { lakhs, makePlan, rupees } from '../support/statements/plan.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const file = (...lines: string[]): Uint8Array => bytesOf(`${lines.join('\n')}\n`);
const chosen = (columns: StatementMapping['columns'], more: Partial<StatementMapping> = {}): StatementMapping => ({
  kind: 'STATEMENT',
  headerLine: 1,
  columns,
  dateOrder: null,
  ...more,
});

describe('money in a column without a meaning', () => {
  const columns = { date: 0, narration: 1, credit: 3 };
  const lines = (name: string, sum: string, unused = '0.00'): Uint8Array =>
    file(`Date,Narration,${name},Deposit`, '24/11/2026,A,0.00,1180.00', `25/11/2026,B,${sum},${unused}`);

  test.each([
    ['W/drwn amt', '590.00', '₹590.00'],
    ['Geldausgang', '"1,180.00"', '₹1,180.00'],
    ['Nikasi', 'Rs.590', '₹590.00'],
    ['Lena', '590', '₹590.00'],
    ['', '590.00', '₹590.00'],
    ['Charges', '(590.00)', '−₹590.00'],
    ['Branch Code', '590.00', '₹590.00'],
    ['Sum', '"1,18,000/-"', '₹1,18,000.00'],
  ])('%j with %s is a problem of its line that names the column', (name, sum, shown) => {
    for (const mapping of [undefined, chosen(columns)]) {
      const reading = readBytes(lines(name, sum), { mapping });
      const column = name === '' ? 'Column 3' : `The column "${name}"`;
      expect(reading.problems).toEqual([
        { line: 3, message: expect.stringMatching(new RegExp(`^${column.replace(/[/"]/g, '.')} has `)) },
      ]);
      expect(reading.problems[0]?.message).toContain(`has ${shown} in this line`);
      expect(reading).toMatchObject({ question: 'MAPPING', unnamedColumns: [2] });
    }
  });

  test('is read when its column is named, and left out when an admin says that it moves none', () => {
    const bytes = lines('Lena', '590.00');
    const named = readBytes(bytes, { mapping: chosen({ ...columns, debit: 2 }) });
    expect(named).toMatchObject({ problems: [], debitsPaise: 59_000n, unnamedColumns: [], question: 'CREDIT_TOTAL' });
    const ignored = readBytes(bytes, { mapping: chosen(columns, { ignored: [2] }) });
    expect(ignored).toMatchObject({ problems: [], debitsPaise: 0n, unnamedColumns: [], question: 'CREDIT_TOTAL' });
  });

  test('is in the place of the problem that the row has no amount', () => {
    const { problems } = readBytes(lines('Lena', '590.00', ''), { mapping: chosen(columns) });
    expect(problems).toEqual([{ line: 3, message: expect.stringMatching(/^The column "Lena" has ₹590\.00/) }]);
  });

  test.each([
    ['without a narration', '25/11/2026,,590.00,', 3],
    ['with a date that cannot be read', 'yesterday,B,590.00,', 3],
  ])('is a problem in a line %s', (_, line, at) => {
    const bytes = file('Date,Narration,Lena,Deposit', '24/11/2026,A,,1180.00', line, '26/11/2026,C,,5.00');
    const { problems, rows } = readBytes(bytes, { mapping: chosen(columns) });
    expect(problems.map((problem) => problem.line)).toEqual([at]);
    expect(rows).toHaveLength(2);
  });

  test('a row of 0 is no transaction only where the file has a column of withdrawals', () => {
    const bytes = file('Date,Narration,Ref,Deposit,Out', '24/11/2026,A,590,0.00,', '25/11/2026,B,1,5.00,');
    expect(readBytes(bytes, { mapping: chosen(columns) }).problems).toEqual([
      { line: 2, message: expect.stringMatching(/^This row has no amount in the columns that are chosen/) },
    ]);
    expect(readBytes(bytes, { mapping: chosen({ ...columns, debit: 4 }) }).problems).toEqual([]);
  });

  test('figures next to the deposits must be named even where all are 0', () => {
    const { problems, question } = readBytes(lines('Lena', '0.00', '5.00'), { mapping: chosen(columns) });
    expect(problems).toEqual([
      { line: 1, message: expect.stringMatching(/^The column "Lena" has figures next to the deposits/) },
    ]);
    expect(question).toBe('MAPPING');
  });

  test.each([
    ['a serial number', 'Nr', ['1', '2']],
    ['a number of the branch', 'Branch Code', ['1234', '1234']],
    ['a cheque', 'Cheque No', ['', '000123']],
    ['an account', 'From', ['50100123456789', '50100123456780']],
    ['a phone', 'Mobile', ['9876543210', '9876543210']],
    ['a time', 'At', ['10:15', '11:20']],
    ['an empty column', 'Nothing', ['', '']],
    ['a dash', 'Nothing', ['-', '-']],
    ['the amount again', 'Amount again', ['1180.00', '590.00']],
    ['a second balance', 'Ledger Balance', ['100.00', '2.00']],
  ])('%s is not money', (_, name, [first, second]) => {
    const bytes = file(
      `Date,Narration,${name},Text,Debit,Deposit`,
      `24/11/2026,A,${first},x,,1180.00`,
      `25/11/2026,B,${second},y,590.00,`,
    );
    const mapping = chosen({ date: 0, narration: 1, debit: 4, credit: 5 });
    expect(readBytes(bytes, { mapping })).toMatchObject({ problems: [], unnamedColumns: [] });
  });

  test('a debit under any name is read, asked about or a problem, never left out', () => {
    fc.assert(
      fc.property(
        fc.record({ seed: fc.nat(), rows: fc.integer({ min: 2, max: 12 }) }),
        fc.stringMatching(/^[A-Za-z ]{0,14}$/),
        fc.constantFrom(rupees, lakhs, (paise: bigint) => String(paise / 100n)),
        fc.constantFrom('', '0.00', '-'),
        (options, name, write, unused) => {
          const plan = makePlan(options);
          const whole = plan.rows.map((row) => ({ ...row, paise: (row.paise / 100n + 1n) * 100n }));
          const debits = whole.filter((row) => row.side === 'DEBIT').reduce((sum, row) => sum + row.paise, 0n);
          const cell = (paise: bigint): string => `"${write(paise)}"`;
          const lines = whole.map((row) =>
            [
              row.date,
              'Text',
              row.side === 'DEBIT' ? cell(row.paise) : unused,
              row.side === 'CREDIT' ? cell(row.paise) : unused,
            ].join(','),
          );
          const bytes = file(`Date,Narration,${name},Deposit`, ...lines);
          const reading = readBytes(bytes, { mapping: chosen({ date: 0, narration: 1, credit: 3 }) });
          expect(reading.debitsPaise === debits || reading.problems.length > 0).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the sign of an amount', () => {
  const HEADER = 'Date,Narration,Debit,Credit,Balance';
  const NO_BALANCE = 'Date,Narration,Debit,Credit';
  const sides = (bytes: Uint8Array) => {
    const { rows, problems } = readBytes(bytes);
    return { rows: rows.map(({ side, amountPaise }) => `${side} ${amountPaise}`), problems };
  };

  test.each([
    [
      'withdrawals are all negative',
      [HEADER, '24/11/2026,A,,100.00,600.00', '24/11/2026,B,-50.00,,550.00', '25/11/2026,C,-20.00,,530.00'],
      ['CREDIT 10000', 'DEBIT 5000', 'DEBIT 2000'],
    ],
    [
      'one withdrawal, negative',
      [HEADER, '24/11/2026,A,,100.00,600.00', '24/11/2026,B,-50.00,,550.00'],
      ['CREDIT 10000', 'DEBIT 5000'],
    ],
    [
      'withdrawals in parentheses',
      [HEADER, '24/11/2026,A,,100.00,600.00', '24/11/2026,B,(50.00),,550.00'],
      ['CREDIT 10000', 'DEBIT 5000'],
    ],
    [
      'withdrawals are all negative, without balances',
      [NO_BALANCE, '24/11/2026,A,,100.00', '24/11/2026,B,-50.00,', '25/11/2026,C,-20.00,'],
      ['CREDIT 10000', 'DEBIT 5000', 'DEBIT 2000'],
    ],
    [
      'deposits are all negative',
      [HEADER, '24/11/2026,A,,-100.00,600.00', '24/11/2026,B,,-50.00,650.00', '25/11/2026,C,20.00,,630.00'],
      ['CREDIT 10000', 'CREDIT 5000', 'DEBIT 2000'],
    ],
    [
      'a deposit is taken back',
      [HEADER, '24/11/2026,A,,100.00,600.00', '24/11/2026,B,,70.00,670.00', '25/11/2026,C,,-100.00,570.00'],
      ['CREDIT 10000', 'CREDIT 7000', 'DEBIT 10000'],
    ],
    [
      'a deposit is taken back, the newest first',
      [HEADER, '25/11/2026,C,,-100.00,570.00', '24/11/2026,B,,70.00,670.00', '24/11/2026,A,,100.00,600.00'],
      ['DEBIT 10000', 'CREDIT 7000', 'CREDIT 10000'],
    ],
    [
      'two deposits are taken back',
      [HEADER, '24/11/2026,A,,100.00,600.00', '24/11/2026,B,,-70.00,530.00', '25/11/2026,C,,-30.00,500.00'],
      ['CREDIT 10000', 'DEBIT 7000', 'DEBIT 3000'],
    ],
    [
      'the only deposit is taken back',
      [HEADER, '24/11/2026,A,20.00,,600.00', '24/11/2026,B,,-70.00,530.00'],
      ['DEBIT 2000', 'DEBIT 7000'],
    ],
    [
      'a deposit is taken back after the stated opening balance',
      ['Opening Balance,500.00', HEADER, '24/11/2026,A,,-100.00,400.00', '24/11/2026,B,,70.00,470.00'],
      ['DEBIT 10000', 'CREDIT 7000'],
    ],
    [
      'a withdrawal is taken back',
      [HEADER, '24/11/2026,A,50.00,,450.00', '24/11/2026,B,-50.00,,500.00'],
      ['DEBIT 5000', 'CREDIT 5000'],
    ],
    [
      'a withdrawal is taken back, the newest first, with a minus after it',
      [HEADER, '25/11/2026,C,,10.00,510.00', '24/11/2026,B,50.00-,,500.00', '24/11/2026,A,50.00,,450.00'],
      ['CREDIT 1000', 'CREDIT 5000', 'DEBIT 5000'],
    ],
    [
      'the only withdrawal is taken back',
      [HEADER, '24/11/2026,A,,50.00,550.00', '24/11/2026,B,-50.00,,600.00', '25/11/2026,C,,10.00,610.00'],
      ['CREDIT 5000', 'CREDIT 5000', 'CREDIT 1000'],
    ],
    [
      'one column whose amounts are all negative',
      ['Date,Narration,Amount,Dr/Cr,Balance', '24/11/2026,A,-100.00,Cr,600.00', '24/11/2026,B,-50.00,Dr,550.00'],
      ['CREDIT 10000', 'DEBIT 5000'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(sides(file(...lines))).toEqual({ rows: expected, problems: [] });
  });

  test.each([
    [
      'a negative deposit without balances',
      [NO_BALANCE, '24/11/2026,A,,100.00', '24/11/2026,B,,-50.00'],
      3,
      /^The amount −₹50\.00 is on the wrong side.*No balance proves/,
    ],
    [
      'the only deposit, negative and without balances',
      [NO_BALANCE, '24/11/2026,A,10.00,', '24/11/2026,B,,-50.00'],
      3,
      /^The amount −₹50\.00.*No balance proves/,
    ],
    [
      'a negative deposit in the first line',
      [HEADER, '24/11/2026,A,,-50.00,500.00', '24/11/2026,B,,70.00,570.00', '25/11/2026,C,,30.00,600.00'],
      2,
      /No balance proves/,
    ],
    [
      'a negative withdrawal next to others, without balances',
      [NO_BALANCE, '24/11/2026,A,50.00,', '24/11/2026,B,-50.00,'],
      3,
      /^The amount −₹50\.00 is on the wrong side.*No balance proves/,
    ],
    [
      'a negative withdrawal that the balance proves on neither side',
      [HEADER, '24/11/2026,A,50.00,,450.00', '24/11/2026,B,-50.00,,499.00'],
      3,
      /^The amount −₹50\.00 is on the wrong side.*No balance proves/,
    ],
    [
      'a sign against its side',
      ['Date,Narration,Amount,Dr/Cr', '24/11/2026,A,100.00,Cr', '24/11/2026,B,-50.00,Cr'],
      3,
      /sign of the amount contradicts/,
    ],
  ])('%s is a problem of its line', (_, lines, line, message) => {
    expect(sides(file(...lines)).problems).toEqual([{ line, message: expect.stringMatching(message) }]);
  });
});

describe('a row of totals under the columns', () => {
  const HEADER = 'Date,Narration,Ref,Debit,Credit,Balance';
  const ROWS = ['24/11/2026,A,1,,100.00,600.00', '25/11/2026,B,2,30.00,,570.00', '26/11/2026,C,3,,50.00,620.00'];
  const problemsOf = (...totals: string[]) =>
    readBytes(file(HEADER, ...ROWS, ...totals)).problems.map((it) => it.message);
  test.each([
    [['Total,,,30.00,150.00,620.00']],
    [[',Grand Total,,30.00,150.00,']],
    [['Total,,,30.00,650.00,']],
    [['Total,,,650.00,650.00,']],
    [['Page Total,,,1.00,2.00,']],
    [['Total,,,30.00,100.00,', 'Total,,,0.00,50.00,', 'Grand Total,,,30.00,150.00,']],
  ])('%j agrees, or says nothing', (totals) => expect(problemsOf(...totals)).toEqual([]));
  test.each([
    [
      'Total,,,30.00,300.00,620.00',
      'The statement says that the total of credits is ₹300.00, but its rows come to ₹150.00.',
    ],
    [',Total,,30.00,300.00,', 'The statement says that the total of credits is ₹300.00, but its rows come to ₹150.00.'],
    [
      ',GRAND TOTAL:,,90.00,150.00,',
      'The statement says that the total of debits is ₹90.00, but its rows come to ₹30.00.',
    ],
  ])('%j contradicts the rows', (total, message) => expect(problemsOf(total)).toEqual([message]));
});

describe('a line whose cells a comma has moved', () => {
  const HEADER = 'Date,Narration,Ref,Debit,Credit,Balance';
  const first = '24/11/2026,A,1,,100.00,600.00';
  test.each([
    ['in the narration', '24/11/2026,RAO, ASHA,2,,50.00,650.00', 'RAO, ASHA', 'CREDIT', 5_000n],
    ['twice in the narration', '24/11/2026,RAO, ASHA, MUMBAI,2,50.00,,550.00', 'RAO, ASHA, MUMBAI', 'DEBIT', 5_000n],
    ['next to a number', '24/11/2026,PLOT 5, 50.00,2,,50.00,650.00', 'PLOT 5, 50.00', 'CREDIT', 5_000n],
    ['in the amount', '24/11/2026,B,2,,1,180.00,1780.00', 'B', 'CREDIT', 118_000n],
    ['in amount and balance', '24/11/2026,B,2,,2,36,000.00,2,36,600.00', 'B', 'CREDIT', 23_600_000n],
    ['in narration and balance', '24/11/2026,RAO, ASHA,2,,999.00,1,599.00', 'RAO, ASHA', 'CREDIT', 99_900n],
  ])('%s is mended, because the balance proves it', (_, line, narration, side, amountPaise) => {
    const { rows, problems } = readBytes(file(HEADER, first, line));
    expect(problems).toEqual([]);
    expect(rows[1]).toMatchObject({ line: 3, narration, side, amountPaise });
    const [moved, other] = readBytes(file(HEADER, line, first.replace('600.00', 'x'))).problems;
    expect([moved?.line, other?.line]).toContain(3);
  });

  test('also the newest first, and in two lines after each other', () => {
    const newestFirst = [HEADER, '25/11/2026,C, D,3,20.00,,630.00', '24/11/2026,RAO, ASHA,2,,50.00,650.00', first];
    const { rows, problems } = readBytes(file(...newestFirst));
    expect(problems).toEqual([]);
    expect(rows.map(({ narration, side }) => [narration, side])).toEqual([
      ['C, D', 'DEBIT'],
      ['RAO, ASHA', 'CREDIT'],
      ['A', 'CREDIT'],
    ]);
  });

  test.each([
    ['the balance does not fit', [HEADER, first, '24/11/2026,RAO, ASHA,2,,50.00,651.00'], 3],
    [
      'there is no balance',
      ['Date,Narration,Ref,Debit,Credit', '24/11/2026,A,1,,100.00', '24/11/2026,RAO, ASHA,2,,50.00'],
      3,
    ],
    ['it is the only line', [HEADER, '24/11/2026,RAO, ASHA,2,,50.00,650.00'], 2],
    ['too many separators', [HEADER, first, `24/11/2026,${'a,'.repeat(9)}2,,50.00,650.00`], 3],
  ])('is a sentence that says how to mend it, if %s', (_, lines, line) => {
    const { problems } = readBytes(file(...lines));
    expect(problems[0]).toEqual({
      line,
      message: expect.stringMatching(
        /^This line has more columns than the header\..*"Narration" in this line between quotation marks/,
      ),
    });
  });

  test('of generated statements is read as with quotation marks, or is a problem', () => {
    const word = fc.stringMatching(/^X[A-Z0-9 .]{0,12}$/);
    fc.assert(
      fc.property(
        fc.record({ seed: fc.nat(), rows: fc.integer({ min: 2, max: 15 }) }),
        fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 15, maxLength: 15 }),
        fc.boolean(),
        (options, texts, isNewestFirst) => {
          const plan = makePlan(options);
          const lines = (quote: string): string[] =>
            plan.rows.map((row, at) =>
              [
                row.date,
                `${quote}${texts[at]?.join(', ')}${quote}`,
                row.reference,
                row.side === 'DEBIT' ? rupees(row.paise) : '',
                row.side === 'CREDIT' ? rupees(row.paise) : '',
                rupees(row.balancePaise),
              ].join(','),
            );
          const made = (quote: string): Uint8Array => {
            const all = isNewestFirst ? lines(quote).toReversed() : lines(quote);
            return file(HEADER, ...all);
          };
          const money = (bytes: Uint8Array) => {
            const { rows, problems } = readBytes(bytes);
            return {
              rows: rows.map((row) => `${row.date} ${row.side} ${row.amountPaise} ${row.balancePaise}`),
              problems,
            };
          };
          const [bare, quoted] = [money(made('')), money(made('"'))];
          expect(quoted.problems).toEqual([]);
          if (bare.problems.length === 0) expect(bare.rows).toEqual(quoted.rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('two dates in a cell', () => {
  test.each([
    '24-Nov-26 (24-Nov-26)',
    '24/11/2026 25/11/2026',
    '24-11-2026/25-11-2026',
    '24 Nov 2026 [25 Nov 2026]',
    '24/11/2026 10:15 (25/11/2026)',
    '2026-11-24 | 2026-11-25',
    '24.11.2026; 25.11.2026',
    '"24-Nov-2026\n25-Nov-2026"',
    '24/11/26 Value Date: 25/11/26',
  ])('%j is the first', (cell) => {
    const { rows, problems } = readBytes(file('Date(Value Date),Narration,Credit,Balance', `${cell},A,5.00,5.00`));
    expect(problems).toEqual([]);
    expect(rows.map((row) => row.date)).toEqual(['2026-11-24']);
  });

  test.each([
    '24/11/2026 x',
    '24/11/2026 to 25/11/2026',
    '24/11',
    '(24/11/2026',
    '32/11/2026 33/11/2026',
    '24-11-2026-5',
    'x 24/11/2026',
  ])('%j is not', (cell) => {
    const bytes = file(
      'Date,Narration,Credit,Balance',
      '23/11/2026,A,5.00,5.00',
      `${cell},B,5.00,10.00`,
      '25/11/2026,C,5.00,15.00',
    );
    expect(readBytes(bytes).problems[0]?.line).toBe(3);
  });
});
