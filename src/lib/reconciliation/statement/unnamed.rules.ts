/** Money in columns that have no meaning: it is never left out in silence (docs/statements.md, How cells are read). */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { amountOfNumber, isBlankAmount, parseAmount } from './amounts.rules.ts';
import type { Context, TableRow } from './cells.rules.ts';
import { meaningOfHeader, namesNoMoney } from './headers.rules.ts';
import type { LineProblem, SheetRow } from './sheet.rules.ts';

/** A line of the table with what was read of it; null for nothing. */
export interface ReadLine {
  readonly source: SheetRow;
  readonly row: TableRow | null;
}

export interface Unnamed {
  /** Columns from 0. */
  readonly columns: readonly number[];
  readonly problems: readonly LineProblem[];
}

interface Figure {
  readonly paise: Paise;
  /** With a fraction, groups, a currency, a sign or a side: not a serial number or a code. */
  readonly isMoney: boolean;
}

const FIGURE_LENGTH_MAX = 30;
/** More digits without separators are numbers of accounts and payments. */
const DIGITS_MAX = 9;

/** Null for a cell that is no amount, and for the numbers of accounts and payments. */
export function figureAt({ cells, numbers }: SheetRow, at: number): Figure | null {
  const text = cells[at] ?? '';
  const value = numbers?.get(at);
  if (value !== undefined) {
    const paise = amountOfNumber(value);
    const isLong = Math.abs(value) >= 10 ** DIGITS_MAX && Number.isInteger(value);
    return paise === null || isLong ? null : { paise, isMoney: !Number.isInteger(value) || /\.\d\d\b|,/.test(text) };
  }
  if (!/\d/.test(text) || text.length > FIGURE_LENGTH_MAX || isBlankAmount(text)) return null;
  const stated = parseAmount(text);
  if (stated === null) return null;
  const isInteger = /^\d+$/.test(text);
  if (isInteger && (text.length > DIGITS_MAX || /^0\d/.test(text))) return null;
  return { paise: stated.paise, isMoney: !isInteger };
}

/** Columns whose cells nothing explains: no meaning was chosen, nobody says that they are no money, and no name says 'balance'. */
function openColumns({ header, columns, extra, serial, ignored }: Context, width: number): number[] {
  const used = new Set([...Object.values(columns), ...extra, ...ignored, serial]);
  return Array.from({ length: width }, (_, at) => at).filter(
    (at) => !used.has(at) && meaningOfHeader(header[at] ?? '') !== 'balance',
  );
}

const MONEY_MEANINGS = new Set(['debit', 'credit', 'amount']);
/** Whether whole numbers in a column are no money, by its name: dates, references, serial numbers. */
function namesOther(name: string): boolean {
  const meaning = meaningOfHeader(name);
  return meaning === null ? namesNoMoney(name) : !MONEY_MEANINGS.has(meaning);
}

/** A second column with the row's own amount or balance adds nothing. */
const isRepeated = ({ row }: ReadLine, paise: Paise): boolean => {
  const absolute = paise < 0n ? -paise : paise;
  return row !== null && (absolute === row.amountPaise || paise === row.balancePaise || -paise === row.balancePaise);
};

/** Numbers that count the rows. */
function isCounter(figures: readonly (Figure | null)[]): boolean {
  const [first, second] = [figures[0], figures[1]];
  if (!first || !second) return false;
  const step = second.paise - first.paise;
  return (
    (step === 100n || step === -100n) &&
    figures.every((figure, nth) => figure?.paise === first.paise + step * BigInt(nth) && !figure.isMoney)
  );
}

/** 'Wdl' in quotation marks, or the number of a column without a name. */
const columnName = (header: readonly string[], at: number): string =>
  (header[at] ?? '').trim() === ''
    ? `Column ${at + 1}`
    : `The column "${(header[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)}"`;

const lineMessage = (name: string, paise: Paise): string =>
  `${name} has ${formatRupeesOfPaise(paise)} in this line, but its meaning is not known. Choose what the column means, or "No money" if its figures move none.`;
const headerMessage = (name: string): string =>
  `${name} has figures next to the deposits, but its meaning is not known. Choose what the column means, or "No money" if its figures move none.`;

/** The columns that an admin has to name before the file can be used, and the lines that have money in them. */
export function findUnnamed(context: Context, lines: readonly ReadLine[], headerLine: number): Unnamed {
  const { header, columns } = context;
  const width = lines.reduce((most, { source }) => Math.max(most, source.cells.length), 0);
  const named: number[] = [];
  const problems: LineProblem[] = [];
  for (const at of openColumns(context, width)) {
    const name = columnName(header, at);
    const figures = lines.map((line) => figureAt(line.source, at));
    const filled = lines.filter(({ source }) => !isBlankAmount(source.cells[at] ?? '')).length;
    const isFigures =
      figures.filter((figure) => figure !== null).length * 2 > filled &&
      !namesOther(header[at] ?? '') &&
      !isCounter(figures);
    const own = lines.flatMap((line, nth) => {
      const figure = figures[nth];
      if (!figure || figure.paise === 0n || !(figure.isMoney || isFigures) || isRepeated(line, figure.paise)) return [];
      return [{ line: line.source.line, message: lineMessage(name, figure.paise) }];
    });
    const isNextToDeposits = columns.credit !== undefined && Math.abs(columns.credit - at) === 1;
    const isBare = own.length === 0 && isNextToDeposits && isFigures && figures.some((figure) => figure?.paise === 0n);
    if (own.length > 0 || isBare) named.push(at);
    problems.push(...(isBare ? [{ line: headerLine, message: headerMessage(name) }] : own));
  }
  return { columns: named, problems };
}
