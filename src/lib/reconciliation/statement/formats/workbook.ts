/** Workbooks (XLSX, XLS) and HTML tables, by SheetJS. Formulas and HTML are not evaluated; nothing is loaded from elsewhere. */
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { unzipSync, zipSync } from 'fflate';
import { ApiError } from '../../../core/errors.ts';
import { cleanCell } from '../../../core/tables.ts';
import { COLUMNS_MAX, ROWS_MAX, type Sheet, type SheetRow } from '../sheet.rules.ts';
import { HAS_PASSWORD } from './detect.ts';
import { archiveRefusal } from './foreign.rules.ts';
import { TOO_LARGE_UNZIPPED, TOO_MANY_COLUMNS, TOO_MANY_ROWS, UNZIPPED_BYTES_MAX } from './limits.ts';

const UNREADABLE = 'This workbook is damaged. Download the statement again.';

const OPTIONS = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: true,
  cellNF: true,
  cellDates: false,
  bookVBA: false,
  sheetRows: ROWS_MAX + 1,
} as const;

/** The parts that describe a workbook: no pictures, macros or embedded files. */
const PARTS = /\.(?:xml|rels)$/i;

/** Whether a part has `<!DOCTYPE` or `<!ENTITY` anywhere, in bytes of ASCII or of UTF-16. */
function hasDeclaration(part: Uint8Array): boolean {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
  for (const encoding of ['latin1', 'utf16le'] as const)
    for (let at = bytes.indexOf('<!', 0, encoding); at !== -1; at = bytes.indexOf('<!', at + 1, encoding))
      if (/^<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString(encoding, at, at + 20))) return true;
  return false;
}

/**
 * A copy of a zipped workbook with only the parts that describe it, not compressed. Nothing is inflated beyond the size that
 * the archive states, and nothing at all if these sizes are together over the limit.
 * @throws ApiError `invalid`
 */
function unpackedWorkbook(bytes: Uint8Array): Uint8Array {
  let total = 0;
  let isWorkbook = false;
  const names: string[] = [];
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      names.push(name);
      if (/^xl\/workbook\.xml$/i.test(name)) isWorkbook = true;
      if (!PARTS.test(name)) return false;
      total += originalSize;
      if (total > UNZIPPED_BYTES_MAX) throw new ApiError('invalid', TOO_LARGE_UNZIPPED);
      return true;
    },
  });
  if (!isWorkbook) throw new ApiError('invalid', archiveRefusal(names));
  // A few megabytes of shared strings can become many cells, and entities could multiply them. No part has a declaration.
  for (const part of Object.values(parts)) if (hasDeclaration(part)) throw new ApiError('invalid', UNREADABLE);
  return zipSync(parts, { level: 0 });
}

function cellText(cell: CellObject, is1904: boolean): string {
  if (cell.t === 'n' && typeof cell.v === 'number' && typeof cell.z === 'string' && SSF.is_date(cell.z)) {
    const { y, m, d, H, M, S } = SSF.parse_date_code(cell.v, { date1904: is1904 });
    const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
    const time = H + M + S === 0 ? '' : ` ${pad(H)}:${pad(M)}:${pad(S)}`;
    return `${pad(y, 4)}-${pad(m)}-${pad(d)}${time}`;
  }
  return cell.t === 'z' || cell.v === undefined ? '' : (cell.w ?? String(cell.v));
}

function sheetOf(name: string, sheet: WorkSheet, is1904: boolean): Sheet {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  if (data.length > ROWS_MAX) throw new ApiError('invalid', TOO_MANY_ROWS);
  const rows: SheetRow[] = [];
  let width = 0;
  for (let at = 0; at < data.length; at += 1) {
    const cells: string[] = [];
    const numbers = new Map<number, number>();
    // Only cells that exist: a row may have one in its last column of 16,384.
    for (const [key, cell] of Object.entries(data[at] ?? [])) {
      const column = Number(key);
      const text = cell ? cleanCell(cellText(cell, is1904)) : '';
      if (!cell || text === '') continue;
      if (column >= COLUMNS_MAX) throw new ApiError('invalid', TOO_MANY_COLUMNS);
      while (cells.length < column) cells.push('');
      cells.push(text);
      const isDate = typeof cell.z === 'string' && SSF.is_date(cell.z);
      if (cell.t === 'n' && typeof cell.v === 'number' && !isDate) numbers.set(column, cell.v);
    }
    width = Math.max(width, cells.length);
    rows.push({ line: at + 1, cells, numbers: numbers.size > 0 ? numbers : null });
  }
  const padded = rows.map((row) => ({
    ...row,
    cells: Array.from({ length: width }, (_, at) => row.cells[at] ?? ''),
  }));
  return { name, rows: padded };
}

function sheetsOf(book: WorkBook): Sheet[] {
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    return sheet?.['!data'] ? [sheetOf(name, sheet, is1904)] : [];
  });
}

/** @throws ApiError `invalid` for a damaged or protected workbook */
function readBook(parse: () => WorkBook): Sheet[] {
  try {
    return sheetsOf(parse());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new ApiError('invalid', isProtected ? HAS_PASSWORD : UNREADABLE, { cause: error });
  }
}

export const readXlsx = (bytes: Uint8Array): Sheet[] =>
  readBook(() => read(unpackedWorkbook(bytes), { ...OPTIONS, type: 'array' }));

export const readXls = (bytes: Uint8Array): Sheet[] => readBook(() => read(bytes, { ...OPTIONS, type: 'array' }));

/** A cell over more columns or rows than a statement has would become as many cells. */
function refuseSpans(text: string): void {
  for (const [, side, digits = ''] of text.matchAll(/\b(col|row)span\s{0,9}=\s{0,9}["']?\s{0,9}(\d+)/gi))
    if (Number(digits) > (side?.toLowerCase() === 'col' ? COLUMNS_MAX : ROWS_MAX))
      throw new ApiError('invalid', side?.toLowerCase() === 'col' ? TOO_MANY_COLUMNS : TOO_MANY_ROWS);
}

/** Cells are text as the page shows it. */
export function readHtml(text: string): Sheet[] {
  if (!/<table\b/i.test(text)) return [];
  refuseSpans(text);
  return readBook(() => read(text, { ...OPTIONS, type: 'string', raw: true }));
}
