/** Settlement files whose columns are not known: what is proposed, what is missing, and what a mapping reads. */
import { describe, expect, test } from 'vitest';
import { emptyMapping, meaningAt, withMeaning } from '@/islands/admin/reconciliation/mappingChoice.ts';
import { type ChosenColumns, lineColumnsOf, missingIn } from '@/lib/reconciliation/settlements/columns.rules.ts';
import { guessColumns } from '@/lib/reconciliation/settlements/guess.rules.ts';
import type { Mapping, SettlementMapping } from '@/lib/reconciliation/statement/contract.ts';
import {
  paymentOf,
  razorpayApiCsv,
  razorpayCsv,
  STRANGE_HEADER,
  settlementOf,
  UNKNOWN_COLUMNS,
  unknownCsv,
} from '../support/settlements.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const settlement = settlementOf('2026-11-19');
const days = { day: '2026-11-18', time: '10:15:10' };
const LINES = [
  paymentOf(settlement, { ...days, order: 'PUR-700001', rrn: '632112345678' }),
  paymentOf(settlement, {
    ...days,
    order: 'PUR-700002',
    rrn: '632112345679',
    amountPaise: 59_000n,
    feePaise: 1_180n,
    taxPaise: 212n,
  }),
];
const mappingOf = (columns: ChosenColumns, more: Partial<SettlementMapping> = {}): SettlementMapping => ({
  kind: 'SETTLEMENT',
  headerLine: 1,
  columns,
  unit: null,
  dateOrder: null,
  ...more,
});
const read = (text: string, mapping?: Mapping) => readBytes(bytesOf(text), mapping && { mapping });

describe('the proposal', () => {
  const rowOf = (cells: readonly string[], line = 2) => ({ line, cells, numbers: null });
  const cases: readonly (readonly [string, readonly string[], readonly string[], ChosenColumns])[] = [
    [
      'names of a known report',
      ['Entity ID', 'Amount', 'Fee'],
      ['pay_1', '10.00', '1.00'],
      { entityId: [0], amount: [1], fee: [2] },
    ],
    [
      'words in other names',
      ['Txn Ref No', 'Paid on', 'Gross value', 'Gateway charges', 'GST on charges', 'Net payable', 'Payout UTR'],
      ['A1', '18-Nov-2026', '10.00', '1.00', '0.18', '8.82', 'HDFCN1'],
      { entityId: [0], paidAt: [1], amount: [2], fee: [3], tax: [4], net: [5], utr: [6] },
    ],
    ['two charges', ['Platform fee', 'Bank fee', 'Note'], ['1.00', '2.00', 'x'], { fee: [0, 1], note: [2] }],
    ['a word whose cells do not fit', ['Fee plan', 'Value', 'Note'], ['standard', 'high', 'x'], { note: [2] }],
    [
      'cells alone',
      ['A', 'B', 'C', 'D'],
      ['pay_1', '18-Nov-2026', 'PUR-700001', '632112345678'],
      { entityId: [0], paidAt: [1], order: [2], bankReference: [3] },
    ],
  ];
  test.each(cases)('%s', (_, header, cells, columns) => {
    expect(guessColumns(header, [rowOf(cells)])).toEqual(columns);
  });
});

describe('what columns lack', () => {
  const { net, settlementId, utr, ...base } = UNKNOWN_COLUMNS;
  const whole = { ...base, net, utr };
  const { entityId, ...noId } = whole;
  const cases: readonly (readonly [string, ChosenColumns, readonly string[]])[] = [
    ['nothing with a net amount and a UTR', whole, []],
    ['nothing with a settlement instead of its UTR', { ...base, net, settlementId }, []],
    ['nothing with debit and credit instead of the net amount', { ...base, utr, debit: [5], credit: [9] }, []],
    ['the net amount with a debit alone', { ...base, utr, debit: [5] }, ['its net amount (or its debit and credit)']],
    ['the id', noId, ['the id of each line']],
    ['the settlement', { ...base, net }, ['its settlement or the UTR of that']],
    ['nearly everything', { note: [3] }, expect.objectContaining({ length: 5 })],
  ];
  test.each(cases)('%s', (_, columns, missing) => {
    expect(missingIn(lineColumnsOf([], columns))).toEqual(missing);
  });
});

describe('a file that only settlement files can be', () => {
  const text = unknownCsv(LINES);

  test('is asked about, with a proposal, and is never read as a bank statement', () => {
    const reading = read(text);
    expect(reading).toMatchObject({
      layout: 'Settlement',
      question: 'MAPPING',
      kinds: ['SETTLEMENT'],
      rows: [],
      problems: [],
    });
    expect(reading.mapping).toMatchObject({
      kind: 'SETTLEMENT',
      headerLine: 1,
      columns: { settlementId: [8], utr: [9], order: [6], bankReference: [7], entityId: [0], paidAt: [1] },
    });
    const columns = { date: 1, narration: 6, credit: 2 };
    const asBank: Mapping = { kind: 'STATEMENT', headerLine: 1, columns, dateOrder: null };
    expect(() => read(text, asBank)).toThrow('its lines are no money at your bank');
  });

  test('shows a cell of each column', () => {
    const [first] = LINES;
    expect(read(text).samples.slice(0, 3)).toEqual([first?.id, '2026-11-18 10:15:10', '1180.00']);
  });

  test('is read with the right columns', () => {
    const reading = read(text, mappingOf(UNKNOWN_COLUMNS));
    expect(reading).toMatchObject({
      question: null,
      problems: [],
      isMappingCertain: true,
      mapping: { unit: 'RUPEES' },
    });
    expect(reading.settlementFile).toMatchObject({
      payments: 2,
      grossPaise: 177_000n,
      feePaise: 3_540n,
      taxPaise: 637n,
      netPaise: 172_823n,
      settlements: [{ reference: settlement.id, utr: settlement.utr.toUpperCase() }],
    });
    expect(reading.rows[0]).toMatchObject({
      date: '2026-11-18',
      amountPaise: 118_000n,
      transactionId: LINES[0]?.id,
      references: expect.arrayContaining([
        { reference: '632112345678', source: 'REFERENCE' },
        { reference: 'PUR-700001', source: 'ORDER' },
      ]),
    });
  });

  const wrong: readonly (readonly [string, ChosenColumns, string | RegExp])[] = [
    ['without what lines need', { amount: [2] }, /^Choose the columns with the id of each line, its net amount/],
    [
      'amount and net amount swapped',
      { ...UNKNOWN_COLUMNS, amount: [5], net: [2] },
      /^The net amount ₹1,180\.00 of this payment is above/,
    ],
    ['a text as the amount', { ...UNKNOWN_COLUMNS, amount: [6] }, "The amount 'PUR-700001' cannot be read."],
    ['an amount as the date', { ...UNKNOWN_COLUMNS, paidAt: [2] }, "The date '1180.00' cannot be read."],
    ['a column that repeats as the id', { ...UNKNOWN_COLUMNS, entityId: [8] }, /^This line repeats payment/],
    ['the fee as the net amount', { ...UNKNOWN_COLUMNS, net: [3], fee: [5] }, /^The fees of this file are larger/],
    ['the order as the type', { ...UNKNOWN_COLUMNS, kind: [6] }, /^No line of this file is a payment/],
    ['a column that the file does not have', { ...UNKNOWN_COLUMNS, amount: [40] }, 'This line has no amount.'],
  ];
  test.each(wrong)('is refused with %s', (_, columns, message) => {
    const { problems } = read(text, mappingOf(columns));
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.line).toBeGreaterThan(0);
  });

  test('is refused if its header is not where the mapping says', () => {
    expect(() => read(text, mappingOf(UNKNOWN_COLUMNS, { headerLine: 400 }))).toThrow('upload it unchanged');
  });
});

describe('a file that can be anything', () => {
  const text = unknownCsv(LINES, STRANGE_HEADER);

  test('is taken for a statement of an unknown layout, and can be said to be a settlement file', () => {
    const reading = read(text);
    expect(reading).toMatchObject({ layout: '', question: 'MAPPING', kinds: ['STATEMENT', 'SETTLEMENT'] });
    const other = read(text, emptyMapping('SETTLEMENT', reading.mapping.headerLine));
    expect(other).toMatchObject({
      layout: 'Settlement',
      question: 'MAPPING',
      kinds: ['STATEMENT', 'SETTLEMENT'],
      mapping: { kind: 'SETTLEMENT', columns: { entityId: [0], paidAt: [1], order: [6], bankReference: [7] } },
    });
    expect(read(text, mappingOf(UNKNOWN_COLUMNS))).toMatchObject({ question: null, problems: [] });
    const back = read(text, emptyMapping('STATEMENT', 1));
    expect(back.mapping).toEqual(reading.mapping);
    expect(back.question).toBe('MAPPING');
  });
});

test('a known layout of a bank is a statement, and columns without a date name what is missing', () => {
  const text = 'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n13-11-2026,-,A, ,5.00,5.00,1\n';
  expect(read(text).kinds).toEqual(['STATEMENT']);
  const mapping: Mapping = { kind: 'STATEMENT', headerLine: 1, columns: { credit: 4 }, dateOrder: null };
  expect(read(text, mapping)).toMatchObject({
    question: 'MAPPING',
    mapping,
    problems: [
      {
        line: 1,
        message:
          'Choose the columns with the date, the narration or the reference. A statement can’t be read without them.',
      },
    ],
  });
});

describe('rupees or paise', () => {
  const whole = paymentOf(settlement, { ...days, amountPaise: 118_000n, feePaise: 0n, taxPaise: 0n });

  test('are asked for if all amounts are whole and nothing says it', () => {
    const text = razorpayApiCsv([whole]).replaceAll(/\b17\d{8}\b/g, '18-Nov-2026');
    const reading = read(text);
    expect(reading).toMatchObject({ question: 'MAPPING', isMappingCertain: false, rows: [], mapping: { unit: null } });
    expect(reading.problems).toEqual([{ line: 1, message: expect.stringContaining('they can be rupees or paise') }]);
    const { mapping } = reading;
    if (mapping.kind !== 'SETTLEMENT') return expect.fail('another kind');
    for (const [unit, amountPaise] of [
      ['PAISE', 118_000n],
      ['RUPEES', 11_800_000n],
    ] as const)
      expect(read(text, { ...mapping, unit })).toMatchObject({ question: null, problems: [], rows: [{ amountPaise }] });
  });

  test('paise with a fraction are a problem of their line', () => {
    const { problems } = read(unknownCsv(LINES), mappingOf(UNKNOWN_COLUMNS, { unit: 'PAISE' }));
    expect(problems[0]).toEqual({ line: 2, message: "The amount '1152.15' cannot be read." });
  });
});

test('a known report shows its columns, and reads the same with them', () => {
  const text = razorpayCsv(LINES);
  const reading = read(text);
  expect(reading.mapping).toMatchObject({
    kind: 'SETTLEMENT',
    columns: { entityId: [1], amount: [2], paidAt: [12, 11] },
  });
  expect(read(text, reading.mapping)).toEqual(reading);
});

describe('the form', () => {
  const base = mappingOf({ amount: [2], net: [5], fee: [3], order: [6] });
  const cases: readonly (readonly [string, number, Parameters<typeof withMeaning>[2], ChosenColumns])[] = [
    ['a column gets a meaning', 0, 'entityId', { ...base.columns, entityId: [0] }],
    ['a meaning of one column moves', 7, 'amount', { ...base.columns, amount: [7] }],
    ['a meaning of several columns has both', 4, 'fee', { ...base.columns, fee: [3, 4] }],
    ['a column changes its meaning', 5, 'fee', { amount: [2], fee: [3, 5], order: [6] }],
    ['a column is not used', 3, '', { amount: [2], net: [5], order: [6] }],
  ];
  test.each(cases)('%s', (_, column, meaning, columns) => {
    const changed = withMeaning(base, column, meaning);
    expect(changed).toEqual({ ...base, columns });
    expect(meaningAt(changed, column)).toBe(meaning);
  });

  test('columns of a statement have one meaning each', () => {
    const mapping: Mapping = { kind: 'STATEMENT', headerLine: 1, columns: { date: 0, credit: 1 }, dateOrder: null };
    expect(withMeaning(mapping, 2, 'credit').columns).toEqual({ date: 0, credit: 2 });
    expect(withMeaning(mapping, 0, '').columns).toEqual({ credit: 1 });
  });

  test('several columns of a statement continue its narration, or have no money', () => {
    const mapping: Mapping = { kind: 'STATEMENT', headerLine: 1, columns: { date: 0, credit: 1 }, dateOrder: null };
    const more = withMeaning(withMeaning(mapping, 2, 'moreNarration'), 3, 'moreNarration');
    expect(more).toEqual({ ...mapping, moreNarration: [2, 3] });
    const ignored = withMeaning(more, 3, 'ignored');
    expect(ignored).toEqual({ ...mapping, moreNarration: [2], ignored: [3] });
    expect([2, 3, 0, 4].map((column) => meaningAt(ignored, column))).toEqual(['moreNarration', 'ignored', 'date', '']);
    expect(withMeaning(ignored, 1, 'ignored')).toEqual({
      ...mapping,
      columns: { date: 0 },
      moreNarration: [2],
      ignored: [3, 1],
    });
    expect(withMeaning(ignored, 3, 'debit')).toEqual({
      ...mapping,
      columns: { date: 0, credit: 1, debit: 3 },
      moreNarration: [2],
      ignored: [],
    });
  });
});
