/** What a statement says about itself outside its table: balances, totals, counts, period, account. */
import type { Paise } from '../../core/money.ts';
import { amountOfNumber, parseAmount } from './amounts.rules.ts';
import { type DateText, parseDateText } from './dates.rules.ts';
import { labelOf, type SheetRow } from './sheet.rules.ts';

export interface Summary {
  openingPaise: Paise | null;
  closingPaise: Paise | null;
  creditsPaise: Paise | null;
  debitsPaise: Paise | null;
  creditCount: bigint | null;
  debitCount: bigint | null;
}

/** Whether the file states what only its end can: with the rows that agree, none is missing there. */
export const statesEnd = (summary: Summary): boolean =>
  summary.closingPaise !== null ||
  (summary.creditsPaise !== null && summary.debitsPaise !== null) ||
  (summary.creditCount !== null && summary.debitCount !== null);

type Figure = keyof Summary;

const LABELS: readonly (readonly [Figure, RegExp])[] = [
  ['openingPaise', /^(?:(?:YOUR )?OPENING BAL(?:ANCE)?\b|BALANCE BROUGHT FORWARD|BROUGHT FORWARD|B F$)/],
  ['closingPaise', /^(?:(?:YOUR )?CLOSING BAL(?:ANCE)?\b|BALANCE CARRIED FORWARD|CARRIED FORWARD|C F$)/],
  ['debitCount', /^(?:DR|DEBIT|DEBITS|WITHDRAWAL) COUNT$/],
  ['creditCount', /^(?:CR|CREDIT|CREDITS|DEPOSIT) COUNT$/],
  ['debitsPaise', /^(?:(?:TOTAL )(?:OF )?(?:DR|DEBITS?|WITHDRAWALS?)|DEBITS)(?: (?:AMT|AMOUNT|INR))*$/],
  ['creditsPaise', /^(?:(?:TOTAL )(?:OF )?(?:CR|CREDITS?|DEPOSITS?)|CREDITS)(?: (?:AMT|AMOUNT|INR))*$/],
];

const figureOf = (text: string): Figure | null => LABELS.find(([, label]) => label.test(labelOf(text)))?.[0] ?? null;

/** Rows inside the table that are no transactions: balances brought forward and totals. */
export const isMarker = (narration: string): boolean =>
  figureOf(narration) !== null ||
  /^(?:(?:GRAND|SUB|PAGE) )?TOTALS?(?: (?:DR|CR|DR CR|CR DR))?$/.test(labelOf(narration));

/** The totals under the columns of debits and credits. */
export interface ColumnTotals {
  readonly debitsPaise: Paise | null;
  readonly creditsPaise: Paise | null;
}

/** Reads the row 'Total' or 'Grand Total' by its columns; null without one, and where several pages have one each. */
export function columnTotals(
  rows: readonly SheetRow[],
  { debit, credit }: { readonly debit?: number | undefined; readonly credit?: number | undefined },
): ColumnTotals | null {
  const labelled = (label: RegExp): SheetRow[] =>
    rows.filter(({ cells }) => cells.some((it) => label.test(labelOf(it))));
  const grand = labelled(/^GRAND TOTALS?$/);
  const [total, second] = grand.length > 0 ? grand : labelled(/^TOTALS?$/);
  if (!total || second || debit === undefined || credit === undefined) return null;
  return { debitsPaise: amountAt(total, debit), creditsPaise: amountAt(total, credit) };
}

/** A label with its amount in one cell: 'Opening Balance : INR 4,10,200.00'. A bare year is no amount. */
const INLINE = /^(.*?)[\s:=]+((?:INR|Rs\.?|₹|-|\()?\s*[\d,]*[\d][.,][\d,.]*\s*(?:Cr|Dr)?\.?\)?)$/is;

/** Longer cells are no label with its amount; the bounds keep the time of the expressions small for any text. */
const INLINE_LENGTH_MAX = 200;
const LINE_LENGTH_MAX = 1_000;

const signed = (text: string): Paise | null => {
  const amount = parseAmount(text);
  return amount === null ? null : amount.side === 'DEBIT' ? -amount.paise : amount.paise;
};

function amountAt(row: SheetRow, at: number): Paise | null {
  const number = row.numbers?.get(at);
  if (number !== undefined) return amountOfNumber(number);
  const text = row.cells[at] ?? '';
  return /\d/.test(text) ? signed(text) : null;
}

function put(summary: Summary, figure: Figure, paise: Paise | null, isFirst: boolean): void {
  if (paise === null) return;
  if (figure === 'debitCount' || figure === 'creditCount') {
    summary[figure] ??= paise / 100n;
    return;
  }
  // A page repeats what it brings forward: the first opening and the last closing balance are those of the statement.
  if (isFirst || figure === 'closingPaise') summary[figure] = figure.endsWith('sPaise') && paise < 0n ? -paise : paise;
}

/** Reads the figures from all rows that are no transactions. */
export function readSummary(rows: readonly SheetRow[]): Summary {
  const summary: Summary = {
    openingPaise: null,
    closingPaise: null,
    creditsPaise: null,
    debitsPaise: null,
    creditCount: null,
    debitCount: null,
  };
  for (const [index, row] of rows.entries()) {
    const labelled = [...row.cells.keys()].filter((at) => figureOf(row.cells[at] ?? '') !== null);
    const isHeading = labelled.length > 1 && labelled.every((at) => amountAfter(row, at) === null);
    const values = isHeading ? rows.slice(index + 1).find((next) => next.cells.some(Boolean)) : undefined;
    for (const [at, cell] of row.cells.entries()) {
      const [, label = cell, amount] = (cell.length > INLINE_LENGTH_MAX ? null : INLINE.exec(cell)) ?? [];
      const figure = figureOf(label);
      if (figure === null) continue;
      const paise = amount !== undefined ? signed(amount) : values ? amountAt(values, at) : amountAfter(row, at);
      put(summary, figure, paise, summary[figure] === null);
    }
  }
  return summary;
}

/** The last amount after the label in its row: a marker inside the table has its balance in the balance column. */
function amountAfter(row: SheetRow, label: number): Paise | null {
  for (let at = label + 1; at < row.cells.length; at += 1) {
    if (figureOf(row.cells[at] ?? '') !== null) return null;
    const paise = amountAt(row, at);
    if (paise !== null) return paise;
  }
  return null;
}

const DATE = String.raw`(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?[\s-]+[a-z]{3,9},?[\s-]+\d{2,4})`;
const PERIOD = new RegExp(
  String.raw`(?:from|period|between|dated?)\W.{0,40}?${DATE}.{0,20}?(?:\bto\b|till|until|and|[-–])\W*${DATE}`,
  'i',
);
const START = new RegExp(String.raw`(?:start|from) date\W*${DATE}`, 'i');
const END = new RegExp(String.raw`(?:end|to) date\W*${DATE}`, 'i');

export interface Preamble {
  /** From and to, as written; empty where the file does not say. */
  readonly period: readonly DateText[];
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
}

const ACCOUNT = /\b(?:account|a\/c|acct?)\s*(?:no|number|num)\b[\s.:_#'-]*((?:[X*•]|\d)[X*•\d-]{4,}\d)/i;
const IFSC = /\bIFSC?\b.{0,30}?\b([A-Z]{4}0[A-Z0-9]{6})\b/i;

/** Reads period and account from the rows before the header. */
export function readPreamble(rows: readonly SheetRow[]): Preamble {
  const lines = rows.map((row) => row.cells.filter(Boolean).join(' ').slice(0, LINE_LENGTH_MAX));
  const text = lines.join('\n');
  const dates = (match: RegExpExecArray | null): DateText[] =>
    (match?.slice(1) ?? []).flatMap((date) => parseDateText(date) ?? []);
  const line = lines.map((each) => dates(PERIOD.exec(each))).find((pair) => pair.length === 2);
  const ends = [...dates(START.exec(text)), ...dates(END.exec(text))];
  return {
    period: line ?? (ends.length === 2 ? ends : []),
    accountNumber: ACCOUNT.exec(text)?.[1]?.replace(/-/g, '') ?? null,
    ifsc: IFSC.exec(text)?.[1]?.toUpperCase() ?? null,
  };
}
