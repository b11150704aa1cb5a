/** A statement in any of the formats. */
import { readSettlementSheets } from '../../settlements/reading.rules.ts';
import { readMessage } from '../reading/message.rules.ts';
import { type ReadOptions, readSheets, type StatementReading } from '../reading/rules.ts';
import type { Sheet } from '../sheet.rules.ts';
import { readDelimited } from './delimited.ts';
import { decodeText, detectFormat, isHtml, refuseForeignText } from './detect.ts';
import { readHtml, readXls, readXlsx } from './workbook.ts';

const readTables = (sheets: readonly Sheet[], options: ReadOptions): StatementReading =>
  readSettlementSheets(sheets, options) ?? readSheets(sheets, options);

/** @throws ApiError `invalid` with what to do, for a file that is no statement */
export function readFile(bytes: Uint8Array, options: ReadOptions): StatementReading {
  const format = detectFormat(bytes);
  if (format === 'ZIP') return readTables(readXlsx(bytes), options);
  if (format === 'OLE') return readTables(readXls(bytes), options);
  const text = decodeText(bytes);
  const message = readMessage(text, options);
  if (message) return message;
  refuseForeignText(text);
  return readTables(isHtml(text) ? readHtml(text) : [readDelimited(text)], options);
}
