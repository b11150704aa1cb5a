/** The largest statement, and what is said about a larger one. */
import { COLUMNS_MAX, ROWS_MAX } from '../sheet.rules.ts';

/** Of all parts of a workbook together. 50,000 rows need about 40 MB. */
export const UNZIPPED_BYTES_MAX = 100 * 1024 * 1024;

export const TOO_MANY_ROWS = `The statement can have at most ${ROWS_MAX.toLocaleString('en-IN')} rows. Please download a shorter period.`;
export const TOO_MANY_COLUMNS = `The statement can have at most ${COLUMNS_MAX} columns.`;
export const TOO_LARGE_UNZIPPED = 'This workbook is too large when it is unpacked. Please download a shorter period.';
