/** Delimited text: commas, semicolons, tabs or bars. */
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError } from '../../../core/errors.ts';
import { cleanCell, withOneLineEnd } from '../../../core/tables.ts';
import { findHeader } from '../columns.rules.ts';
import { COLUMNS_MAX, ROWS_MAX, type Sheet, type SheetRow } from '../sheet.rules.ts';
import { TOO_MANY_COLUMNS, TOO_MANY_ROWS } from './limits.ts';

const DELIMITERS = [',', '\t', ';', '|'] as const;
/** Characters in which the delimiter is searched. */
const SAMPLE_CHARS = 100_000;
const LINE_CHARS_MAX = 100_000;

function parseRows(text: string, delimiter: string, rowsMax: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let line = 1;
  parse(withOneLineEnd(text), {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LINE_CHARS_MAX,
    to: rowsMax,
    on_record: (record: string[], { lines }) => {
      rows.push({ line, cells: record.map(cleanCell), numbers: null });
      line = lines + 1;
      return null;
    },
  });
  return rows;
}

/** The delimiter with the best header, else the one that makes the widest rows. */
function findDelimiter(text: string): string {
  // Only whole lines: a quote that the cut leaves open is no fault of the file.
  const sample = text.slice(0, SAMPLE_CHARS);
  const scored = DELIMITERS.map((delimiter) => {
    const rows = sample
      .split(/\r\n|\n|\r/)
      .slice(0, 200)
      .map((line, at) => ({
        line: at + 1,
        cells: line.split(delimiter).map((cell) => cleanCell(cell.replace(/^\s*"|"\s*$/g, ''))),
        numbers: null,
      }));
    const header = findHeader(rows);
    const width = Math.max(...rows.map((row) => row.cells.length));
    return { delimiter, score: (header ? Object.keys(header.columns).length * 1000 : 0) + Math.min(width, 999) };
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ',';
}

/** @throws ApiError `invalid` for text that cannot be divided into rows */
export function readDelimited(text: string): Sheet {
  try {
    const rows = parseRows(text, findDelimiter(text), ROWS_MAX + 1);
    if (rows.length > ROWS_MAX) throw new ApiError('invalid', TOO_MANY_ROWS);
    if (rows.some((row) => row.cells.length > COLUMNS_MAX)) throw new ApiError('invalid', TOO_MANY_COLUMNS);
    return { name: '', rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` The first is near line ${error.lines}.` : '';
    const problem =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'This file has lines of more than 1,00,000 characters, or quotation marks that do not close.'
        : 'This file has quotation marks that do not close.';
    throw new ApiError('invalid', `${problem}${line} Download the statement again.`, { cause: error });
  }
}
