/** A statement in any of the formats. */
import { ApiError } from '../../../core/errors.ts';
import type { StatementRow } from '../../rules.ts';
import { readSettlementSheets } from '../../settlements/reading.rules.ts';
import { readMessage } from '../reading/message.rules.ts';
import { type ReadOptions, readSheets, type StatementReading } from '../reading/rules.ts';
import { CELL_LENGTH_MAX, LONG_TEXT, ROWS_MAX, type Sheet } from '../sheet.rules.ts';
import { readDelimited } from './delimited.ts';
import { decodeText, detectFormat, isHtml, refuseForeignText } from './detect.ts';
import { TOO_MANY_ROWS } from './limits.ts';
import { readHtml, readXls, readXlsx } from './workbook.ts';

const readTables = (sheets: readonly Sheet[], options: ReadOptions): StatementReading =>
  readSettlementSheets(sheets, options) ?? readSheets(sheets, options);

/** Whatever reads a cell has so much text at most, and one character more where it is too long. */
const boundedCells = (sheets: readonly Sheet[]): Sheet[] =>
  sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) =>
      row.cells.some((cell) => cell.length > CELL_LENGTH_MAX)
        ? { ...row, cells: row.cells.map((cell) => cell.slice(0, CELL_LENGTH_MAX + 1)) }
        : row,
    ),
  }));

const COLUMN_NAME_LENGTH_MAX = 200;

const isLong = ({ narration, transactionId, payerName, vpa, references }: StatementRow): boolean =>
  [narration, transactionId, payerName, vpa, ...references.map(({ reference }) => reference)].some(
    (text) => text !== null && text.length > CELL_LENGTH_MAX,
  );

/** Bounds the texts that go to the database and to the comparison, in every format. A row beyond them is a problem. */
function bounded(reading: StatementReading): StatementReading {
  if (reading.rows.length > ROWS_MAX) throw new ApiError('invalid', TOO_MANY_ROWS);
  const long = reading.rows.filter(isLong);
  return {
    ...reading,
    columns: reading.columns.map((name) => name.slice(0, COLUMN_NAME_LENGTH_MAX)),
    rows: long.length === 0 ? reading.rows : reading.rows.filter((row) => !isLong(row)),
    problems: [...reading.problems, ...long.map(({ line }) => ({ line, message: LONG_TEXT }))],
  };
}

function readAny(bytes: Uint8Array, options: ReadOptions): StatementReading {
  const format = detectFormat(bytes);
  const read = (sheets: readonly Sheet[]): StatementReading => readTables(boundedCells(sheets), options);
  if (format === 'ZIP') return read(readXlsx(bytes));
  if (format === 'OLE') return read(readXls(bytes));
  const text = decodeText(bytes);
  const message = readMessage(text, options);
  if (message) return message;
  refuseForeignText(text);
  return read(isHtml(text) ? readHtml(text) : [readDelimited(text)]);
}

/** @throws ApiError `invalid` with what to do, for a file that is no statement */
export const readFile = (bytes: Uint8Array, options: ReadOptions): StatementReading => bounded(readAny(bytes, options));
