/** Cells of a statement's rows by the meaning of their columns. Text that cannot be read is `Unreadable`, never 0. */
import type { Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import { amountOfNumber, isBlankAmount, parseAmount, type StatedAmount } from './amounts.rules.ts';
import type { Columns } from './columns.rules.ts';
import type { ColumnMeaning } from './contract.ts';
import type { DateText } from './dates.rules.ts';
import type { SheetRow } from './sheet.rules.ts';

/** A transaction whose order of day and month is not decided yet. */
export interface TableRow {
  readonly line: number;
  readonly date: DateText;
  readonly valueDate: DateText | null;
  readonly side: Side;
  readonly amountPaise: Paise;
  /** The cell has a minus, which may be a convention of the file or the sign of a reversal (`resolveSigns`). */
  readonly isNegative: boolean;
  readonly balancePaise: Paise | null;
  /** With '\n' where the cell or the row was broken. */
  readonly narration: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly payer: string;
}

/** Why a line cannot be read; its text is for the admin. */
export class Unreadable extends Error {}

export const shown = (text: string): string => `"${text.replace(/\s+/g, ' ').slice(0, 40)}"`;

export interface Context {
  readonly header: readonly string[];
  readonly columns: Columns;
  /** Columns whose text continues the narration. */
  readonly extra: readonly number[];
  readonly serial: number | null;
  /** Columns with figures that an admin says are no money. */
  readonly ignored: readonly number[];
}

export const MOVEMENTS: readonly ColumnMeaning[] = ['debit', 'credit', 'amount'];

export const textAt = ({ columns }: Context, row: SheetRow, meaning: ColumnMeaning): string => {
  const at = columns[meaning];
  return at === undefined ? '' : (row.cells[at] ?? '');
};

export const numberAt = ({ columns }: Context, row: SheetRow, meaning: ColumnMeaning): number | undefined => {
  const at = columns[meaning];
  return at === undefined ? undefined : row.numbers?.get(at);
};

/** Null for a blank cell. @throws Unreadable */
export function amountAt(context: Context, row: SheetRow, meaning: ColumnMeaning): StatedAmount | null {
  const value = numberAt(context, row, meaning);
  const text = textAt(context, row, meaning);
  if (value === undefined && isBlankAmount(text)) return null;
  const paise = value === undefined ? undefined : amountOfNumber(value);
  const amount = paise === undefined ? parseAmount(text) : paise === null ? null : { paise, side: null };
  if (amount === null && value !== undefined)
    throw new Unreadable(
      `The amount ${shown(String(value))} cannot be read: it has parts of a paisa, or is too large.`,
    );
  if (amount === null) throw new Unreadable(`The amount ${shown(text)} cannot be read.`);
  return amount;
}

const LOST_DIGITS = /^\d(?:\.\d+)?E\+?\d+$/i;

/** Text of a cell whose digits matter. @throws Unreadable for a number that the spreadsheet has rounded */
export function digitsAt(context: Context, row: SheetRow, meaning: ColumnMeaning): string {
  const text = textAt(context, row, meaning);
  const value = numberAt(context, row, meaning);
  if ((value !== undefined && Math.abs(value) >= 1e15) || (value === undefined && LOST_DIGITS.test(text)))
    throw new Unreadable(
      `The number ${shown(text)} has lost digits, because the spreadsheet stores it as a number. Download the statement again and upload it unchanged.`,
    );
  return value !== undefined && LOST_DIGITS.test(text) ? String(value) : text;
}

export const hasFigure = (context: Context, row: SheetRow, meanings: readonly ColumnMeaning[]): boolean =>
  meanings.some((meaning) => {
    const text = textAt(context, row, meaning);
    return numberAt(context, row, meaning) !== undefined || (/\d/.test(text) && !isBlankAmount(text));
  });
