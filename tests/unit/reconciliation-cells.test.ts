/** Amounts, dates and references as statements write them. */
import { describe, expect, test } from 'vitest';
import { cleanCell } from '@/lib/core/tables.ts';
import { amountOfNumber, parseAmount, parseSide } from '@/lib/reconciliation/statement/amounts.rules.ts';
import { dayOf, findDateOrder, parseDateText } from '@/lib/reconciliation/statement/dates.rules.ts';
import { cellReferences, narrationReferences, payerOf } from '@/lib/reconciliation/statement/references.rules.ts';

describe('an amount', () => {
  test.each([
    ['0.00', 0n, null],
    ['1180', 118_000n, null],
    ['1180.5', 118_050n, null],
    ['.50', 50n, null],
    ['1,180.00', 118_000n, null],
    ['4,10,200.00', 41_020_000n, null],
    ['12,34,56,789.01', 1_234_567_8901n, null],
    ['1,234,567.89', 123_456_789n, null],
    ['INR 25,236.00', 2_523_600n, null],
    ['₹500', 50_000n, null],
    ['Rs. 500.25', 50_025n, null],
    ['-500.00', -50_000n, null],
    ['₹-500.00', -50_000n, null],
    ['(12.50)', -1250n, null],
    ['590.00-', -59_000n, null],
    ['₹ 1,590.00 -', -159_000n, null],
    ['−500.00', -50_000n, null],
    ['₹–500', -50_000n, null],
    ['－20.00', -2_000n, null],
    ['1,180/–', 118_000n, null],
    ['10728.27 Cr.', 1_072_827n, 'CREDIT'],
    ['10728.27Cr', 1_072_827n, 'CREDIT'],
    ['500.00 (Dr)', 50_000n, 'DEBIT'],
    ['1234.5600', 123_456n, null],
    ['१,१८०.५०', 118_050n, null],
    ['٣٤', 3_400n, null],
  ])('%j', (text, paise, side) => {
    expect(parseAmount(text)).toEqual({ paise, side });
  });

  test.each([
    '',
    '-',
    'x',
    '1.234,56',
    '1,23',
    '12,3x',
    '1,2345.00',
    '1180.005',
    '1 180.00',
    '(500',
    '500)',
    '--5',
    '-5.00-',
    '(5.00-)',
    '500-',
    '5.00-5',
    '1e5',
    '1.2.3',
    'Cr',
    'INR',
    '٣,٤',
    '99999999999999999',
  ])('%j is refused and never 0', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test.each([
    [1180, 118_000n],
    [0.1 + 0.2, 30n],
    [1234.56, 123_456n],
    [-500.5, -50_050n],
    [1180.0000000002, 118_000n],
    [2.3e-13, 0n],
    [0.004, null],
    [Array.from({ length: 10_000 }, () => 0.1).reduce((sum, it) => sum + it, 0), 100_000n],
    [-0.30000000000000004, -30n],
    [1.005, null],
    [1180.00001, null],
    [99_999_999_999.99, 9_999_999_999_999n],
    [999_999_999_999.99, 99_999_999_999_999n],
    [1e15, null],
    [Number.NaN, null],
  ])('the numeric cell %j is %s paise', (value, paise) => {
    expect(amountOfNumber(value)).toBe(paise);
  });

  test.each([
    ['CR', 'CREDIT'],
    ['Cr.', 'CREDIT'],
    ['(Dr)', 'DEBIT'],
    ['Debit', 'DEBIT'],
    ['C', 'CREDIT'],
    ['CRD', null],
    ['', null],
  ])('the side %j is %j', (text, side) => {
    expect(parseSide(text)).toBe(side);
  });
});

describe('a date', () => {
  test.each([
    ['01/11/26', 'DMY', '2026-11-01', null],
    ['01/11/26', 'MDY', '2026-01-11', null],
    ['1-11-2026', 'DMY', '2026-11-01', null],
    ['01.11.2026', 'DMY', '2026-11-01', null],
    ['2026-11-01', 'DMY', '2026-11-01', null],
    ['1 Nov 2026', 'MDY', '2026-11-01', null],
    ['01-Nov-26', 'DMY', '2026-11-01', null],
    ['01NOV2026', 'DMY', '2026-11-01', null],
    ['Nov 1, 2026', 'DMY', '2026-11-01', null],
    ['1st November 2026', 'DMY', '2026-11-01', null],
    ['01/11/2026 03:35:00 PM', 'DMY', '2026-11-01', '15:35:00'],
    ['01/11/2026 12:05 am', 'DMY', '2026-11-01', '00:05:00'],
    ['2026-11-01 15:35:10', 'DMY', '2026-11-01', '15:35:10'],
    ['2026-11-01T15:35:10.123', 'DMY', '2026-11-01', '15:35:10'],
    ['०१/११/२०२६', 'DMY', '2026-11-01', null],
    ['०१-Nov-२०२६ १५:३५', 'DMY', '2026-11-01', '15:35:00'],
    ['46327', 'DMY', '2026-11-01', null],
    ['46327.75', 'DMY', '2026-11-01', '18:00:00'],
  ] as const)('%j in %s is %s %s', (text, order, day, time) => {
    const date = parseDateText(text);
    expect(date && [dayOf(date, order), date.time]).toEqual([day, time]);
  });

  test.each([
    '',
    'today',
    '32/13/2026x',
    '1/11',
    '11/2026',
    '01/11/2026 25:00',
    '01/11/2026 13:00 PM',
    '1234',
    '1 Foo 2026',
  ])('%j is refused and never today', (text) => {
    expect(parseDateText(text)).toBeNull();
  });

  test.each([
    ['31/02/2026', 'DMY'],
    ['13/13/2026', 'DMY'],
    ['15/11/2026', 'MDY'],
    ['01/11/1926', 'DMY'],
  ] as const)('%j does not exist in %s', (text, order) => {
    const date = parseDateText(text);
    expect(date && dayOf(date, order)).toBeNull();
  });

  const dates = (...texts: string[]) => texts.map((text) => parseDateText(text)).filter((date) => date !== null);
  test.each([
    ['a day above 12 as the first number', ['01/11/26', '13/11/26'], [], [], 'DMY'],
    ['a day above 12 as the second number', ['11/01/26', '11/13/26'], [], [], 'MDY'],
    ['the period line', ['01/11/26', '02/11/26'], [], ['01/11/2026', '20/11/2026'], 'DMY'],
    ['the period line, month first', ['11/01/26', '11/02/26'], [], ['11/01/2026', '11/20/2026'], 'MDY'],
    ['the header', ['01/11/26', '02/11/26'], ['Transaction Date (dd/mm/yyyy)'], [], 'DMY'],
    ['the header, month first', ['01/11/26', '02/11/26'], ['Date (MM/DD/YYYY)'], [], 'MDY'],
    ['the order of the rows', ['05/11/26', '06/11/26', '01/12/26', '02/12/26'], [], [], 'DMY'],
    ['the order of the rows, newest first', ['02/12/26', '01/12/26', '06/11/26'], [], [], 'DMY'],
    ['the same day in both', ['11/11/26', '11/11/26'], [], [], 'DMY'],
    ['names of months', ['1 Nov 2026', '2 Nov 2026'], [], [], 'YMD'],
    ['nothing', ['01/11/26', '02/11/26', '03/11/26'], [], [], null],
    ['one cell that may be a mistake', ['01/11/26', '02/11/26', '13/05/26', '03/11/26'], [], [], null],
  ] as const)('order decided by %s', (_, column, headers, period, order) => {
    expect(findDateOrder(dates(...column), { headers, period: dates(...period) })).toBe(order);
  });
});

describe('references', () => {
  test.each([
    ['UPI-RAM KUMAR-9876543210@ybl-HDFC0001234-412345678901-PAYMENT', ['412345678901']],
    ['UPI-RAM-919876543210@ybl-HDFC0001234-412345678901-X', ['412345678901']],
    ['UPI-RAM-ram-919876543210-1@ybl-HDFC0001234-412345678901', ['412345678901']],
    ['BY TRANSFER-UPI/CR/412345678901/RAM/HDFC/ram@ybl/NOTE--', ['412345678901']],
    ['UPI/P2M/412345678901/RAM/919876543210@ybl', ['412345678901']],
    ['UPI/412345678901/COWL/a@b/ICICI', ['412345678901']],
    ['UPI/RAM KUMAR/HDFC Bank/412345678901/COWL', ['412345678901']],
    ['MMT/IMPS/412345678901/COWL/RAM/HDFC Bank', ['412345678901']],
    ['INB IMPS/412345678901/XX', ['412345678901']],
    ['NEFT*HDFC0001234*N325261234567890*RAM--', ['N325261234567890']],
    ['NEFT CR-HDFC0001234-RAM-COWL-HDFCN52026112112345678', ['HDFCN52026112112345678']],
    ['RTGS UTR NO: SBINR52026112112345678--', ['SBINR52026112112345678']],
    ['RTGS Cr-HDFC0001234-RAM-COWL-HDFCR52026112112345678', ['HDFCR52026112112345678']],
    // Not references: 13 digits, phone numbers, an account of 11 digits, bank codes, names, dates.
    ['TRANSFER FROM 4897695162091 9876543210 09876543210 12345678901 HDFC0001234 21112026', []],
    ['MAHARASHTRAELECT', []],
    // A token must be whole, unless the bank broke the line within it.
    ['X412345678901X', ['X412345678901X']],
    ['UPI/CR/4123456\n78901/RAM', ['412345678901']],
    ['UPI/CR/412345 678901/RAM', []],
    ['0000412345678901', ['412345678901']],
    // A cut number stays a suggestion.
    ['NEFT CR-HDFC0001234-RAM-N32526123456', ['N32526123456']],
    ['', []],
  ])('%j has %j', (narration, references) => {
    expect(narrationReferences(narration)).toEqual(references);
  });

  test.each([
    ['0000412345678901', ['412345678901']],
    ['12345678901', ['012345678901']],
    ['4123 4567 8901', ['412345678901']],
    ['UPI-412345678901', ['412345678901']],
    ['000000000000', []],
    ['-', []],
    ['HDFC0001234', []],
    ['S12345678', ['S12345678']],
    ['TRANSFER FROM 4897695162091 /', []],
  ])('the reference column %j has %j', (cell, references) => {
    expect(cellReferences(cell)).toEqual(references);
  });

  test.each([
    ['UPI-RAM KUMAR-RAM.K-1@OKHDFCBANK-HDFC0001234-412345678901-X', 'RAM KUMAR', 'ram.k-1@okhdfcbank'],
    ['BY TRANSFER-UPI/CR/412345678901/ASHA PATEL/HDFC/asha@upi/NOTE--', 'ASHA PATEL', 'asha@upi'],
    ['UPI/P2A/412345678901/ASHA PATEL/HDFC', 'ASHA PATEL', null],
    ['UPI/412345678901/COWL/asha@upi/HDFC', null, 'asha@upi'],
    ['UPI/ASHA PATEL/HDFC Bank/412345678901/COWL', 'ASHA PATEL', null],
    ['MMT/IMPS/412345678901/COWL/ASHA PATEL/HDFC', 'ASHA PATEL', null],
    ['NEFT*HDFC0001234*N325261234567890*ASHA PATEL--', 'ASHA PATEL', null],
    ['NEFT CR-HDFC0001234-ASHA PATEL-COWL-N325261234567890', 'ASHA PATEL', null],
    ['RTGS Cr-HDFC0001234-ASHA PATEL-COWL-HDFCR52026112112345678', 'ASHA PATEL', null],
    ['SMS CHARGES', null, null],
    ['MAIL FROM someone@example.com', null, null],
  ])('%j was paid by %j at %j', (narration, name, vpa) => {
    expect(payerOf(narration)).toEqual({ name, vpa });
  });
});

test.each([
  ['="000412345678901"', '000412345678901'],
  ["'0412", '0412'],
  ['\ufeff a\u00a0b ', 'a b'],
  ['a\r\nb', 'a\nb'],
  ["'quoted'", "'quoted'"],
])('the cell %j is %j', (cell, clean) => {
  expect(cleanCell(cell)).toBe(clean);
});
