/** The text of cells, safe for spreadsheet programs. */

/** `text` stays as it is; the others are numbers, `money` with two decimals. */
export type ColumnKind = 'text' | 'money' | 'price' | 'quantity';

export interface Column<Row> {
  readonly head: string;
  readonly kind: ColumnKind;
  /** In characters, for a workbook. */
  readonly width: number;
  /** Numbers as digits with at most one point, `money` with a minus below zero; null and '' leave the cell empty. */
  readonly value: (row: Row) => string | null;
}

/**
 * Characters that start a formula in spreadsheet programs, their full-width forms, which some programs read alike, and the
 * apostrophe that marks text, so that removing one apostrophe always gives the original text.
 */
const UNSAFE_START = /^[='+\-@\t\r\n|%＝＋－＠]/;

/**
 * Text that a program reads as a number when it opens a CSV, and so changes: leading zeros, more than the eleven digits that
 * Excel shows in full, and digits around an E.
 */
const CHANGED_DIGITS = /^(0\d+|\d{12,}|\d+E\d+)$/i;

/** Text that stays text: spreadsheet programs themselves mark text with a leading apostrophe. */
export function inertText(text: string): string {
  return UNSAFE_START.test(text.trimStart()) || UNSAFE_START.test(text) || CHANGED_DIGITS.test(text)
    ? `'${text}`
    : text;
}

const NUMBER = /^\d+(\.\d+)?$/;
/** What aggregators kept of settlements is below zero. */
const MONEY = /^-?\d+(\.\d+)?$/;

/** The text of a cell. @throws Error if a numeric cell is not a number */
export function cellText<Row>({ kind, head, value }: Column<Row>, row: Row): string {
  const text = value(row) ?? '';
  if (text === '') return '';
  if (kind === 'text') return inertText(text);
  if (!(kind === 'money' ? MONEY : NUMBER).test(text)) throw new Error(`Assertion failed: ${head} must hold numbers`);
  return text;
}

/** The name under which the browser saves the file: 'COWL-purchases-2026-11-21.csv'. */
export function exportFileName(symbol: string, kind: string, isoDay: string, format: string): string {
  return `${symbol}-${kind}-${isoDay}.${format}`;
}
