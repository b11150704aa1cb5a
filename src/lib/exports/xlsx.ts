/**
 * Rows as an Excel workbook. The library writes the workbook with its head, its formats and one row that shows them; the
 * rows themselves are poured into its sheet while they are read, for the library holds all of them at once.
 */
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { assert } from '../core/errors.ts';
import { SHEET_ROWS_MAX } from './contract.ts';
import { type Column, type ColumnKind, cellText } from './rules.ts';
import { readZip, writeZip, type ZipPart } from './zip.ts';

const SHEET = 'xl/worksheets/sheet1.xml';

/** Lakh and crore grouping: Excel itself only knows groups of three. */
const grouped = (rest: string): string =>
  `[>=10000000]##\\,##\\,##\\,##0${rest};[>=100000]##\\,##\\,##0${rest};##,##0${rest}`;
const FORMATS: Readonly<Record<ColumnKind, string>> = {
  text: '@',
  money: grouped('.00'),
  price: '0.00####',
  quantity: grouped(''),
};

export async function* xlsxOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const { parts, before, after, styles } = await skeleton(sheet, columns);
  async function* sheetXml(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    yield encoder.encode(before);
    let at = 1;
    for await (const rows of pages) {
      assert(at + rows.length <= SHEET_ROWS_MAX, 'a sheet has room for the rows');
      yield encoder.encode(rows.map((row) => rowXml(columns, styles, row, ++at)).join(''));
    }
    yield encoder.encode(after);
  }
  const all: ZipPart[] = [...parts].map(([name, bytes]) =>
    name === SHEET ? { name, chunks: sheetXml() } : { name, chunks: [bytes] },
  );
  yield* writeZip(all);
}

/** The workbook without rows, its sheet cut where they go, and the number of each column's format. */
async function skeleton<Row>(sheet: string, columns: readonly Column<Row>[]) {
  const head = columns.map(({ head: value }): Cell => ({ value, type: String, fontWeight: 'bold' }));
  const shown = columns.map(
    ({ kind }): Cell =>
      kind === 'text'
        ? { value: 'x', type: String, format: FORMATS[kind] }
        : { value: 1, type: Number, format: FORMATS[kind] },
  );
  const workbook = await writeWorkbook([head, shown], {
    sheet,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
  const parts = readZip(workbook);
  const xml = parts.get(SHEET)?.toString('utf8') ?? '';
  const row = /<row r="2".*<\/row>/s.exec(xml);
  assert(row, 'the library writes the row that shows the formats');
  const styles = [...row[0].matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map((found) => found[1] ?? '');
  assert(styles.length === columns.length, 'each column has its format');
  return { parts, styles, before: xml.slice(0, row.index), after: xml.slice(row.index + row[0].length) };
}

function rowXml<Row>(columns: readonly Column<Row>[], styles: readonly string[], row: Row, at: number): string {
  const cells = columns.map((column, index) => {
    const text = cellText(column, row);
    if (text === '') return '';
    const ref = `r="${columnName(index)}${at}" s="${styles[index]}"`;
    return column.kind === 'text'
      ? `<c ${ref} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
      : `<c ${ref}><v>${text}</v></c>`;
  });
  return `<row r="${at}">${cells.join('')}</row>`;
}

/** 'A' of 0, 'AA' of 26. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** What XML 1.0 forbids, beside halves of characters. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;
const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);
}
