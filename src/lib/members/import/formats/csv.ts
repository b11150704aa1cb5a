/** Members in delimited text: commas, semicolons, tabs or bars. */
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError } from '../../../core/errors.ts';
import { cleanCell, textOfFile, withOneLineEnd } from '../../../core/tables.ts';
import { cleanLine } from '../../../core/text.ts';
import { IMPORT_ROWS_MAX } from '../calls.ts';
import { type Field, fieldOf, type Table } from '../columns.rules.ts';

const LABELS: Readonly<Record<Field, string>> = { name: 'name', mobile: 'mobile number', email: 'email', role: 'role' };
const REQUIRED = ['name', 'mobile', 'email'] as const;

const SEPARATORS = [',', ';', '\t', '|'] as const;
const LINE_CHARS_MAX = 20_000;
const COLUMNS_MAX = 64;
const COLUMN_NAME_MAX = 60;

const refuse = (message: string): never => {
  throw new ApiError('invalid', message);
};

/** The separator whose header names the most fields; a comma if no header does. */
function separatorOf(text: string): string {
  const header = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const known = SEPARATORS.map((separator) => ({
    separator,
    fields: header
      .slice(0, LINE_CHARS_MAX)
      .split(separator)
      .filter((cell) => fieldOf(cleanCell(cell)) !== null).length,
  }));
  return known.reduce((best, next) => (next.fields > best.fields ? next : best)).separator;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LINE_CHARS_MAX,
      on_record: (record: string[], { lines }) => {
        const cells = record.map(cleanCell);
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
        line = lines + 1;
        if (rows.length > IMPORT_ROWS_MAX + 1)
          refuse(`The file has more than ${IMPORT_ROWS_MAX} members. Please divide it.`);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ApiError(
      'invalid',
      `A quotation mark on line ${line} is never closed, or the line is too long. Please correct it and try again.`,
      { cause: error },
    );
  }
  return rows;
}

/** The number of each field's column, from 0. */
function columnsOf(header: readonly string[]): Partial<Record<Field, number>> {
  const columns: Partial<Record<Field, number>> = {};
  for (const [at, name] of header.entries()) {
    const field = fieldOf(name);
    if (field === null) continue;
    const earlier = columns[field];
    if (earlier !== undefined)
      refuse(`Two columns name the ${LABELS[field]}: ${header[earlier]} and ${name}. Please remove or rename one.`);
    columns[field] = at;
  }
  return columns;
}

/** @throws ApiError `invalid` with what to do, for a file that is no table of members */
export function readTable(bytes: Uint8Array): Table {
  const decoded = textOfFile(bytes);
  if (decoded === null)
    return refuse('This is not a CSV file. In your spreadsheet, choose ‘Save as’ and then ‘CSV UTF-8’.');
  // The first line by which spreadsheets name the separator.
  const text = withOneLineEnd(decoded).replace(/^(\ufeff?)sep=.(?=\n)/i, '$1');
  const [header, ...rows] = rowsOf(text);
  if (!header) return refuse('The file is empty.');
  if (header.cells.length > COLUMNS_MAX) return refuse(`The file can have at most ${COLUMNS_MAX} columns.`);
  const columns = columnsOf(header.cells);
  const missing = REQUIRED.filter((field) => columns[field] === undefined).map((field) => LABELS[field]);
  if (missing.length > 0)
    return refuse(
      `The first line has to name the columns. Missing: ${missing.join(', ')}. For example: Name, Mobile, Email.`,
    );
  if (rows.length === 0) return refuse('The file has no members below its first line.');
  const cell = (row: Row, field: Field): string => row.cells[columns[field] ?? -1] ?? '';
  return {
    lines: rows.map((row) => ({
      line: row.line,
      cells: {
        name: cell(row, 'name'),
        mobile: cell(row, 'mobile'),
        email: cell(row, 'email'),
        role: cell(row, 'role'),
      },
    })),
    unusedColumns: header.cells
      .filter((name) => name !== '' && fieldOf(name) === null)
      .map((name) => cleanLine(name).slice(0, COLUMN_NAME_MAX)),
  };
}
