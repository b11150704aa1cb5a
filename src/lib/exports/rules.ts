/** What a spreadsheet program must not do with a cell, and what stands in one. Pure. */

/** `text` is kept as it is read; the others are figures, `money` with two decimals. */
export type ColumnKind = 'text' | 'money' | 'price' | 'quantity';

export interface Column<Row> {
  readonly head: string;
  readonly kind: ColumnKind;
  /** In characters, for a workbook. */
  readonly width: number;
  /** Figures as digits with at most one point, never below 0; null and '' leave the cell empty. */
  readonly value: (row: Row) => string | null;
}

/**
 * What spreadsheet programs take for the start of a formula, with the full-width forms that some read alike, and the mark
 * of text itself, so that taking one mark off gives the text again.
 */
const MARKED_START = /^[='+\-@\t\r\n|%＝＋－＠]/;

/**
 * What a program would make a number of when it opens a CSV, and so change: zeros at the start, more than the eleven
 * digits up to which Excel shows all of them, and digits around an E.
 */
const CHANGED_DIGITS = /^(0\d+|\d{12,}|\d+E\d+)$/i;

/** Text that stays text: an apostrophe before it is what spreadsheet programs themselves mark text with. */
export function inertText(text: string): string {
  return MARKED_START.test(text.trimStart()) || MARKED_START.test(text) || CHANGED_DIGITS.test(text)
    ? `'${text}`
    : text;
}

const FIGURE = /^\d+(\.\d+)?$/;

/** The text of a cell. @throws Error for a figure that is none, which would reach a sheet as something else */
export function cellText<Row>({ kind, head, value }: Column<Row>, row: Row): string {
  const text = value(row) ?? '';
  if (text === '') return '';
  if (kind === 'text') return inertText(text);
  if (!FIGURE.test(text)) throw new Error(`Assertion failed: ${head} holds figures`);
  return text;
}

/** What the browser saves it as: 'COWL-purchases-2026-11-21.csv'. */
export function exportFileName(symbol: string, kind: string, isoDay: string, format: string): string {
  return `${symbol}-${kind}-${isoDay}.${format}`;
}
