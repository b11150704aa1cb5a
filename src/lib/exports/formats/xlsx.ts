/**
 * Rows as an Excel workbook (ECMA-376). The parts of the workbook are written here, because libraries hold all rows in
 * memory: the sheet's rows are written while they are read from the database.
 */
import { assert } from '../../core/errors.ts';
import { SHEET_ROWS_MAX } from '../calls.ts';
import { type Column, type ColumnKind, cellText } from '../rules.ts';
import { writeZip } from './zip.ts';

/** Lakh and crore grouping: Excel itself only groups by three digits. */
const grouped = (rest: string): string =>
  `[>=10000000]##\\,##\\,##\\,##0${rest};[>=100000]##\\,##\\,##0${rest};##,##0${rest}`;
const FORMATS: Readonly<Record<ColumnKind, string>> = {
  text: '@',
  money: grouped('.00'),
  price: '0.00####',
  quantity: grouped(''),
};
const KINDS: readonly ColumnKind[] = ['text', 'money', 'price', 'quantity'];
/** Indexes into the cell formats of `stylesXml`; 0 is Excel's default. */
const HEAD_STYLE = 1;
const styleOf = (kind: ColumnKind): number => 2 + KINDS.indexOf(kind);
/** Excel keeps the numbers below this one for its own formats. */
const FORMAT_ID_MIN = 164;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** @yields the bytes of a workbook with one sheet: a bold head that stays visible, then the rows */
export async function* xlsxOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationsXml({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' }),
    'xl/styles.xml': stylesXml(),
  };
  const encoder = new TextEncoder();
  async function* sheetXml(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(XML + sheetStartXml(columns));
    let at = 1;
    for await (const rows of pages) {
      assert(at + rows.length <= SHEET_ROWS_MAX, 'a sheet has room for the rows');
      yield encoder.encode(rows.map((row) => rowXml(columns, row, ++at)).join(''));
    }
    yield encoder.encode('</sheetData></worksheet>');
  }
  yield* writeZip([
    ...Object.entries(parts).map(([name, xml]) => ({ name, chunks: [encoder.encode(XML + xml)] })),
    { name: 'xl/worksheets/sheet1.xml', chunks: sheetXml() },
  ]);
}

/** @param targets by the last part of the relation's type, which is also its id */
function relationsXml(targets: Readonly<Record<string, string>>): string {
  const all = Object.entries(targets).map(
    ([type, target]) => `<Relationship Id="${type}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function stylesXml(): string {
  const formats = KINDS.map(
    (kind, index) => `<numFmt numFmtId="${FORMAT_ID_MIN + index}" formatCode="${escaped(FORMATS[kind])}"/>`,
  );
  const cells = KINDS.map(
    (_, index) =>
      `<xf numFmtId="${FORMAT_ID_MIN + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const font = '<sz val="11"/><name val="Calibri"/>';
  return [
    `<styleSheet xmlns="${MAIN}"><numFmts count="${KINDS.length}">${formats.join('')}</numFmts>`,
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${2 + KINDS.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cells.join('')}</cellXfs></styleSheet>`,
  ].join('');
}

function sheetStartXml<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.map((column, index) => textCell(columnName(index), 1, HEAD_STYLE, column.head));
  return [
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`,
  ].join('');
}

function rowXml<Row>(columns: readonly Column<Row>[], row: Row, at: number): string {
  const cells = columns.map((column, index) => {
    const text = cellText(column, row);
    const style = styleOf(column.kind);
    if (text === '') return '';
    if (column.kind === 'text') return textCell(columnName(index), at, style, text);
    return `<c r="${columnName(index)}${at}" s="${style}"><v>${text}</v></c>`;
  });
  return `<row r="${at}">${cells.join('')}</row>`;
}

function textCell(column: string, row: number, style: number, text: string): string {
  return `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** 'A' of 0, 'AA' of 26. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Characters that XML 1.0 forbids, apart from lone surrogates. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark);
}
