/** Files that are made to take time or memory: each is refused, or read with bounded texts, within the reader's bounds. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { StatementReading } from '@/lib/reconciliation/statement/reading/rules.ts';
import { readStatementFile } from '@/lib/reconciliation/statement/reading/service.ts';
import { makePlan } from '../support/statements/plan.ts';
import { bytesOf } from '../support/statements/read.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';

const MEGABYTE = 1024 * 1024;

const read = (bytes: Uint8Array): Promise<StatementReading | string> =>
  readStatementFile(bytes, { companyId: 'company', account: null }).catch((cause: Error & { code?: string }) => {
    if (cause.code !== 'invalid') throw cause;
    return cause.message;
  });

/** Lines until the file is as large as a statement may be. */
const repeated = (head: string, line: (at: number) => string, bytes = 9 * MEGABYTE): Uint8Array => {
  const lines = [head];
  for (let at = 0, size = 0; size < bytes; at += 1) {
    const text = line(at);
    lines.push(text);
    size += Buffer.byteLength(text) + 1;
  }
  return bytesOf(lines.join('\n'));
};

const CSV = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance';
const MT940 = ':20:X\n:25:50200012345678\n:60F:C261101INR100,';
const paid = (narration: string, reference = '0'): string =>
  `01/11/26,${narration},01/11/26,0.00,5.00,${reference},5.00`;

function workbook(sheet: string, more: Record<string, string> = {}): Uint8Array {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
}
const sheetRows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${row(at + 1)}</row>`).join('');
const textCell = (ref: string, text: string): string => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headerCells = CSV.split(',')
  .map((name, at) => textCell(`${'ABCDEFG'[at]}1`, name))
  .join('');

/** Each is refused as a whole, or has problems: nothing of it is ever imported. */
const REFUSED: Readonly<Record<string, () => Uint8Array>> = {
  'CSV, every line wrong': () => repeated(CSV, () => '99/99/26,X,01/11/26,a,b,0,c', MEGABYTE),
  'CSV, every amount wrong': () => repeated(CSV, () => '01/11/26,X,01/11/26,5.00,5.00,0,5.00', 2 * MEGABYTE),
  'CSV, a narration that never ends': () => repeated(`${CSV}\n${paid('A')}`, () => `,${'continued '.repeat(18)},,,,,`),
  'CSV, a reference that never ends': () => repeated(`${CSV}\n${paid('A')}`, () => `,,,,,${'7'.repeat(180)},`),
  'CSV, a long cell in every line': () => repeated(CSV, () => paid('A'.repeat(2_001))),
  'CSV, a cell of blanks': () => bytesOf(`${CSV}\n${paid(`A${' '.repeat(90_000)}B`)}`),
  'CSV, a header of blanks': () => bytesOf(`${' '.repeat(2_700)}Date,${'a '.repeat(2_000)},b\n1,2,3`),
  'CSV, a header of 64 long names': () =>
    bytesOf(`${Array.from({ length: 64 }, () => 'Date '.repeat(300)).join(',')}\n1`),
  'CSV, columns': () => repeated(CSV, () => ','.repeat(5_000)),
  'CSV, quotes': () => repeated(CSV, () => `"""${'"'.repeat(500)}`),
  'MT940, every line wrong': () => repeated(MT940, () => ':61:X'),
  'MT940, every movement wrong': () => repeated(MT940, () => ':61:2611170101C5'),
  'MT940, a narration that never ends': () =>
    repeated(`${MT940}\n:61:2611171117C5,NTRF1\n:86:A`, () => `${'continued '.repeat(18)}`),
  'MT940, narrations of a page': () =>
    repeated(MT940, () => `:61:2611171117C5,NTRF1\n:86:${'UPI/412345678901/RAM '.repeat(200)}`),
  'MT940, more rows than a statement has': () => repeated(MT940, () => ':61:2611171117C5,NTRF1\n:86:UPI'),
  'MT940, many accounts': () => repeated(MT940, (at) => `:25:${'9'.repeat(1_000)}${at}`),
  'HTML, columns': () => bytesOf('<table><tr><td colspan=1000000000>Date</td></tr></table>'),
  'HTML, columns with a quote': () => bytesOf("<table><tr><td COLSPAN = '1000000000'>Date</td></tr></table>"),
  'HTML, rows': () => bytesOf('<table><tr><td rowspan="1000000000">Date</td></tr></table>'),
  'HTML, many spans': () =>
    repeated('<table><tr><td>Date</td></tr>', () => '<tr><td colspan=64 rowspan=50000>a</td></tr>'),
  'HTML, tables that do not end': () => repeated('<table>', () => '<table><tr><td>', 2 * MEGABYTE),
  'XLSX, a cell in the last column of every row': () => workbook(sheetRows(40_000, (at) => textCell(`XFD${at}`, 'a'))),
  'XLSX, empty cells in the last column of every row': () =>
    workbook(sheetRows(49_000, (at) => `${at === 1 ? headerCells : ''}<c r="XFD${at}"/>`)),
  'XLSX, a row for each of a million': () => workbook(sheetRows(1_000_000, () => '')),
  'XLSX, one long text in every cell': () =>
    workbook(sheetRows(2_000, (at) => textCell(`B${at}`, 'UPI '.repeat(5_000)))),
  'XLSX, number formats': () =>
    workbook(
      sheetRows(20_000, (at) => `<c r="A${at}" s="${at % 500}"><v>${at}</v></c>`),
      {
        'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${Array.from({ length: 500 }, (_, at) => `<numFmt numFmtId="${200 + at}" formatCode="${'#,##0.00;'.repeat(800)}"/>`).join('')}</numFmts><cellXfs>${Array.from({ length: 500 }, (_, at) => `<xf numFmtId="${200 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
      },
    ),
  'XLSX, a declaration after 5,000 characters': () =>
    workbook(`${' '.repeat(5_000)}<!DOCTYPE a [<!ENTITY b "c">]>${sheetRows(1, () => headerCells)}`),
  'XLSX, merged cells': () =>
    workbook(
      `${sheetRows(1, () => headerCells)}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(50_000)}</mergeCells><sheetData>`,
    ),
};

describe('a file that is made to take time or memory', () => {
  test.for(Object.entries(REFUSED))('%s: is refused, with few and short reasons', async ([, make]) => {
    const bytes = make();
    const reading = await read(bytes);
    if (typeof reading === 'string') return expect(reading.length).toBeLessThan(300);
    expect(reading.problems.length).toBeGreaterThan(0);
    expect(reading.problems.length).toBeLessThanOrEqual(50);
    for (const { message } of reading.problems) expect(message.length).toBeLessThanOrEqual(500);
    for (const row of reading.rows) expect(row.narration.length).toBeLessThanOrEqual(2_000);
    for (const column of reading.columns) expect(column.length).toBeLessThanOrEqual(200);
  });

  test('one whose problems are many says how many', async () => {
    const reading = await read((REFUSED['CSV, every line wrong'] as () => Uint8Array)());
    const { problems } = reading as StatementReading;
    expect(problems.at(-1)?.message).toMatch(/^This file has [\d,]{5,} problems\. The first 49 are listed\.$/);
  });

  test('an honest file of 10 MB is read', async () => {
    const plan = makePlan({ seed: 3, rows: 33_000 });
    const bytes = WORKBOOK_LAYOUTS.HDFC?.make(plan) ?? new Uint8Array();
    expect(bytes.length).toBeGreaterThan(9 * MEGABYTE);
    const reading = await read(bytes);
    expect(reading).toMatchObject({ problems: [] });
    expect((reading as StatementReading).rows).toHaveLength(plan.rows.length);
    // Making such a file takes a slow machine longer than reading it.
  }, 120_000);

  test('a number of 90,000 digits is no reference', async () => {
    const reading = await read(bytesOf(`${CSV}\n${paid('A', '7'.repeat(90_000))}`));
    expect((reading as StatementReading).rows).toMatchObject([{ narration: 'A', references: [] }]);
  });

  test('1,500 rows with the longest narrations arrive whole, in messages that are bounded', async () => {
    const narration = `UPI-ASHA-${'अ'.repeat(1_900)}`;
    const bytes = bytesOf([CSV, ...Array.from({ length: 1_500 }, () => paid(narration))].join('\n'));
    const reading = await read(bytes);
    expect((reading as StatementReading).rows.map((row) => row.narration)).toEqual(Array(1_500).fill(narration));
  });
});
