/** The rows of a statement's table: what is a transaction, what continues one, and what is neither. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import { amountOfNumber, isBlankAmount, parseAmount, parseSide, type StatedAmount } from './amounts.rules.ts';
import { type Columns, extraNarration, serialColumn } from './columns.rules.ts';
import type { ColumnMeaning } from './contract.ts';
import { type DateText, parseDateText } from './dates.rules.ts';
import { isBlankRow, type LineProblem, labelOf, type SheetRow } from './sheet.rules.ts';
import { isMarker } from './summary.rules.ts';

/** A transaction whose order of day and month is not decided yet. */
export interface TableRow {
  readonly line: number;
  readonly date: DateText;
  readonly valueDate: DateText | null;
  readonly side: Side;
  readonly amountPaise: Paise;
  readonly balancePaise: Paise | null;
  /** With '\n' where the cell or the row was broken. */
  readonly narration: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly payer: string;
}

export interface Table {
  readonly rows: readonly TableRow[];
  /** Rows that are no transactions, in file order: markers, totals, legends. */
  readonly others: readonly SheetRow[];
  readonly problems: readonly LineProblem[];
}

class Unreadable extends Error {}

const CUT_LINE = 'This line ends before its last column.';

const lastColumn = (columns: Columns): number => Math.max(...Object.values(columns).filter((at) => at !== undefined));

const shown = (text: string): string => `"${text.replace(/\s+/g, ' ').slice(0, 40)}"`;

const isRule = (row: SheetRow): boolean => row.cells.every((cell) => /^[\s*_=.~-]*$/.test(cell));
/** Lines after a table, or at the foot of a page, that could be taken for the end of a narration. */
const FOOTER =
  /legend|statement summary|computer[ -]generated|end of statement|page \d|does not require|\btotals?\b|(?:opening|closing) bal|brought forward|carried forward|\*{3}/i;
const DATE_SHAPE = /^\W*\d{1,4}\s?[/.-]\s?\w{1,9}\s?[/.-]\s?\d{1,4}/;
const LOST_DIGITS = /^\d(?:\.\d+)?E\+?\d+$/i;

interface Context {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly extra: readonly number[];
  readonly serial: number | null;
}

const textAt = ({ columns }: Context, row: SheetRow, meaning: ColumnMeaning): string => {
  const at = columns[meaning];
  return at === undefined ? '' : (row.cells[at] ?? '');
};
const numberAt = ({ columns }: Context, row: SheetRow, meaning: ColumnMeaning): number | undefined => {
  const at = columns[meaning];
  return at === undefined ? undefined : row.numbers?.get(at);
};

/** Null for a blank cell. @throws Unreadable */
function amountAt(context: Context, row: SheetRow, meaning: ColumnMeaning): StatedAmount | null {
  const value = numberAt(context, row, meaning);
  const text = textAt(context, row, meaning);
  if (value === undefined && isBlankAmount(text)) return null;
  const paise = value === undefined ? undefined : amountOfNumber(value);
  const amount = paise === undefined ? parseAmount(text) : paise === null ? null : { paise, side: null };
  if (amount === null) throw new Unreadable(`The amount ${shown(text)} cannot be read.`);
  return amount;
}

/** Text of a cell whose digits matter. @throws Unreadable for a number that the spreadsheet has rounded */
function digitsAt(context: Context, row: SheetRow, meaning: ColumnMeaning): string {
  const text = textAt(context, row, meaning);
  const value = numberAt(context, row, meaning);
  if ((value !== undefined && Math.abs(value) >= 1e15) || (value === undefined && LOST_DIGITS.test(text)))
    throw new Unreadable(
      `The number ${shown(text)} has lost digits, because the spreadsheet stores it as a number. Download the statement again and upload it unchanged.`,
    );
  return value !== undefined && LOST_DIGITS.test(text) ? String(value) : text;
}

/** Null for a row that moves nothing: both sides are 0. @throws Unreadable */
function movementOf(context: Context, row: SheetRow): { side: Side; paise: Paise } | null {
  if (context.columns.amount !== undefined) return movementBySide(context, row);
  const debit = amountAt(context, row, 'debit');
  const credit = amountAt(context, row, 'credit');
  if (debit === null && credit === null) throw new Unreadable('This row has no amount.');
  for (const [amount, side] of [[debit, 'DEBIT'] as const, [credit, 'CREDIT'] as const]) {
    if (amount && (amount.paise < 0n || (amount.side ?? side) !== side))
      throw new Unreadable(`The amount ${formatRupeesOfPaise(amount.paise)} is on the wrong side of the account.`);
  }
  const [out, in_] = [debit?.paise ?? 0n, credit?.paise ?? 0n];
  if (out > 0n && in_ > 0n) throw new Unreadable('This row has both a debit and a credit.');
  if (out === in_) return null;
  return out > 0n ? { side: 'DEBIT', paise: out } : { side: 'CREDIT', paise: in_ };
}

/** One column of amounts: its side is in another column, in a suffix or in the sign. @throws Unreadable */
function movementBySide(context: Context, row: SheetRow): { side: Side; paise: Paise } | null {
  const amount = amountAt(context, row, 'amount');
  if (amount === null) throw new Unreadable('This row has no amount.');
  const paise = amount.paise < 0n ? -amount.paise : amount.paise;
  if (paise === 0n) return null;
  const sideText = textAt(context, row, 'side');
  const stated = context.columns.side === undefined ? amount.side : parseSide(sideText);
  if (stated === null && context.columns.side !== undefined)
    throw new Unreadable(`The side ${shown(sideText)} cannot be read: it must be Cr or Dr.`);
  if ((stated === 'CREDIT' && amount.paise < 0n) || (stated !== null && amount.side !== null && stated !== amount.side))
    throw new Unreadable('The sign of the amount contradicts its side.');
  return { side: stated ?? (amount.paise < 0n ? 'DEBIT' : 'CREDIT'), paise };
}

/** Below zero for an overdraft. @throws Unreadable */
function balanceOf(context: Context, row: SheetRow): Paise | null {
  const balance = amountAt(context, row, 'balance');
  if (balance === null) return null;
  const sideText = textAt(context, row, 'balanceSide');
  const side = balance.side ?? (sideText === '' ? null : parseSide(sideText));
  if (side === null && sideText !== '')
    throw new Unreadable(`The side of the balance ${shown(sideText)} cannot be read.`);
  return side === 'DEBIT' && balance.paise > 0n ? -balance.paise : balance.paise;
}

const hasFigure = (context: Context, row: SheetRow, meanings: readonly ColumnMeaning[]): boolean =>
  meanings.some((meaning) => {
    const text = textAt(context, row, meaning);
    return numberAt(context, row, meaning) !== undefined || (/\d/.test(text) && !isBlankAmount(text));
  });

/** @throws Unreadable */
function rowOf(context: Context, row: SheetRow, date: DateText): TableRow | null {
  const { header, columns, extra, serial } = context;
  const last = lastColumn(columns);
  if (row.cells.length <= last) throw new Unreadable(CUT_LINE);
  if (row.cells.slice(header.length).some(Boolean))
    throw new Unreadable(
      'This line has more columns than the header. A separator in its text may have moved its cells.',
    );
  const movement = movementOf(context, row);
  const balancePaise = balanceOf(context, row);
  if (movement === null) return null;
  const valueText = textAt(context, row, 'valueDate');
  const valueDate = parseDateText(valueText, numberAt(context, row, 'valueDate'));
  if (valueDate === null && /\d/.test(valueText)) throw new Unreadable(`The date ${shown(valueText)} cannot be read.`);
  const number = serial === null ? '' : (row.cells[serial] ?? '');
  const transactionId = digitsAt(context, row, 'transactionId');
  const narration = [digitsAt(context, row, 'narration'), ...extra.map((at) => row.cells[at] ?? '')].filter(Boolean);
  return {
    line: row.line,
    date,
    valueDate,
    side: movement.side,
    amountPaise: movement.paise,
    balancePaise,
    narration: narration.join(' '),
    reference: digitsAt(context, row, 'reference'),
    transactionId: transactionId !== '' && number !== '' ? `${transactionId}/${number}` : transactionId,
    payer: textAt(context, row, 'payer'),
  };
}

/** Text alone under the narration or the reference, directly after a transaction. */
function isContinuation(context: Context, row: SheetRow): boolean {
  const { narration, reference } = context.columns;
  const filled = [...row.cells.keys()].filter((at) => row.cells[at] !== '');
  const own = [narration, reference, ...context.extra];
  return filled.every((at) => own.includes(at)) && !FOOTER.test(row.cells.join(' ')) && !isRule(row);
}

function continued(context: Context, row: TableRow, next: SheetRow): TableRow {
  const text = [textAt(context, next, 'narration'), ...context.extra.map((at) => next.cells[at] ?? '')].filter(Boolean);
  const reference = textAt(context, next, 'reference');
  return {
    ...row,
    narration: [row.narration, ...text].filter(Boolean).join('\n'),
    reference: `${row.reference}${reference}`,
  };
}

/**
 * Reads the rows after the header. A line with an amount but without a readable date is a problem, unless it is a marker, a
 * total or comes after the last transaction without looking like one.
 */
export function readTable(all: readonly SheetRow[], header: readonly string[], columns: Columns): Table {
  const context: Context = { header, columns, extra: extraNarration(header, columns), serial: serialColumn(header) };
  const headerKey = header.map(labelOf).join('|');
  const rows: TableRow[] = [];
  const others: SheetRow[] = [];
  const problems: LineProblem[] = [];
  const undated: SheetRow[] = [];
  let lastDataLine = 0;
  let previous: 'row' | 'other' = 'other';
  for (const row of all) {
    const kind = isBlankRow(row) ? 'blank' : kindOf(context, row, headerKey);
    if (kind === 'row') {
      lastDataLine = row.line;
      const read = attempt(context, row, problems);
      if (read) rows.push(read);
      previous = read ? 'row' : 'other';
    } else if (kind === 'text' && previous === 'row' && isContinuation(context, row)) {
      const last = rows.pop();
      if (last) rows.push(continued(context, last, row));
      // The beginning of a line of totals looks like the end of a narration when the file is cut there.
      if (row === all.at(-1) && row.cells.length <= lastColumn(columns))
        problems.push({ line: row.line, message: CUT_LINE });
    } else {
      previous = 'other';
      if (kind === 'undated') undated.push(row);
      if (kind !== 'blank' && kind !== 'header') others.push(row);
    }
  }
  if (rows.length > 0 && !saysSides(context, all)) problems.push({ line: 0, message: NO_SIDES });
  for (const row of undated) {
    const text = textAt(context, row, 'date');
    const isLikeTransaction = textAt(context, row, 'narration') !== '' && hasFigure(context, row, MOVEMENTS);
    if (row.line > lastDataLine && !DATE_SHAPE.test(text) && !isLikeTransaction) continue;
    problems.push({ line: row.line, message: `The date ${shown(text)} cannot be read.` });
  }
  return { rows, others, problems: problems.sort((a, b) => a.line - b.line) };
}

const NO_SIDES =
  'This file does not say which amounts are credits. Choose the column with Cr or Dr, or download the statement in another form.';

/** One column of amounts needs a side: in another column, in a suffix, or in the sign of some amount. */
function saysSides({ columns }: Context, all: readonly SheetRow[]): boolean {
  const { amount, side } = columns;
  if (amount === undefined || side !== undefined) return true;
  return all.some((row) => (row.numbers?.get(amount) ?? 0) < 0 || /^\(|[+-]|[cd]r\b/i.test(row.cells[amount] ?? ''));
}

const MOVEMENTS: readonly ColumnMeaning[] = ['debit', 'credit', 'amount'];

type Kind = 'row' | 'undated' | 'text' | 'other' | 'header';

function kindOf(context: Context, row: SheetRow, headerKey: string): Kind {
  if (isRule(row)) return 'other';
  if (row.cells.map(labelOf).join('|') === headerKey) return 'header';
  const date = parseDateText(textAt(context, row, 'date'), numberAt(context, row, 'date'));
  const hasMovement = hasFigure(context, row, MOVEMENTS);
  if (isMarker(textAt(context, row, 'narration'))) return 'other';
  if (date !== null) {
    // The day of printing under a table.
    const isAlone = !hasMovement && !hasFigure(context, row, ['balance']) && textAt(context, row, 'narration') === '';
    return isAlone ? 'other' : 'row';
  }
  const dateText = textAt(context, row, 'date');
  if (DATE_SHAPE.test(dateText)) return 'undated';
  if (!hasMovement && !hasFigure(context, row, ['balance'])) return 'text';
  return row.cells.some(isMarker) || row.cells.some((cell) => FOOTER.test(cell)) ? 'other' : 'undated';
}

function attempt(context: Context, row: SheetRow, problems: LineProblem[]): TableRow | null {
  const date = parseDateText(textAt(context, row, 'date'), numberAt(context, row, 'date'));
  try {
    return date === null ? null : rowOf(context, row, date);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    problems.push({ line: row.line, message: error.message });
    return null;
  }
}
