/** The rows of a statement's table: what is a transaction, what continues one, and what is neither. */
import type { Paise } from '../../core/money.ts';
import {
  type Context,
  digitsAt,
  hasFigure,
  MOVEMENTS,
  numberAt,
  shown,
  type TableRow,
  textAt,
  Unreadable,
} from './cells.rules.ts';
import { type Columns, extraNarration, serialColumn } from './columns.rules.ts';
import type { StatementMapping } from './contract.ts';
import { type DateText, parseDateText } from './dates.rules.ts';
import { mendMoved, movedMessage, type OpenRow, waysOf } from './moved.rules.ts';
import { balanceOf, movementOf } from './movements.rules.ts';
import { CELL_LENGTH_MAX, isBlankRow, type LineProblem, LONG_TEXT, labelOf, type SheetRow } from './sheet.rules.ts';
import { resolveSigns } from './signs.rules.ts';
import { isMarker, readSummary } from './summary.rules.ts';
import { figureAt, findUnnamed, type ReadLine } from './unnamed.rules.ts';

export interface Table {
  readonly rows: readonly TableRow[];
  /** Rows that are no transactions, in file order: markers, totals, legends. */
  readonly others: readonly SheetRow[];
  readonly problems: readonly LineProblem[];
  /** Columns from 0 with figures that an admin has to name. */
  readonly unnamed: readonly number[];
}

const CUT_LINE = 'This line ends before its last column.';

const lastColumn = (columns: Columns): number => Math.max(...Object.values(columns).filter((at) => at !== undefined));

const isRule = (row: SheetRow): boolean => row.cells.every((cell) => /^[\s*_=.~-]*$/.test(cell));
/** Lines after a table, or at the foot of a page, that could be taken for the end of a narration. */
const FOOTER =
  /legend|statement summary|computer[ -]generated|end of statement|page \d|does not require|\btotals?\b|(?:opening|closing) bal|brought forward|carried forward|\*{3}/i;
const DATE_SHAPE = /^\W*\d{1,4}\s?[/.-]\s?\w{1,9}\s?[/.-]\s?\d{1,4}/;

const isMoved = ({ header }: Context, row: SheetRow): boolean => row.cells.slice(header.length).some(Boolean);

/** @throws Unreadable */
function rowOf(context: Context, row: SheetRow, date: DateText): TableRow | null {
  const { header, columns, extra, serial } = context;
  const last = lastColumn(columns);
  if (row.cells.length <= last) throw new Unreadable(CUT_LINE);
  if (isMoved(context, row))
    throw new Unreadable(movedMessage(header[columns.narration ?? columns.reference ?? 0] ?? ''));
  const movement = movementOf(context, row);
  const balancePaise = balanceOf(context, row);
  if (movement === null) return null;
  const valueText = textAt(context, row, 'valueDate');
  const valueDate = parseDateText(valueText, numberAt(context, row, 'valueDate'));
  if (valueDate === null && /\d/.test(valueText)) throw new Unreadable(`The date ${shown(valueText)} cannot be read.`);
  const number = serial === null ? '' : (row.cells[serial] ?? '');
  const transactionId = digitsAt(context, row, 'transactionId');
  const texts = [digitsAt(context, row, 'narration'), ...extra.map((at) => row.cells[at] ?? '')];
  const narration = texts.filter(Boolean).join(' ');
  if (narration.length > CELL_LENGTH_MAX) throw new Unreadable(LONG_TEXT);
  return {
    line: row.line,
    date,
    valueDate,
    side: movement.side,
    amountPaise: movement.paise,
    isNegative: movement.isNegative,
    balancePaise,
    narration,
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
  // The line is refused already: more of it is not collected.
  if (row.narration.length > CELL_LENGTH_MAX || row.reference.length > CELL_LENGTH_MAX) return row;
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
 * @param before the rows before the header, which can state the opening balance
 */
export function readTable(
  all: readonly SheetRow[],
  header: readonly string[],
  { columns, headerLine, moreNarration, ignored = [] }: StatementMapping,
  before: readonly SheetRow[] = [],
): Table {
  const extra = moreNarration ?? extraNarration(header, columns);
  const context: Context = { header, columns, extra, serial: serialColumn(header), ignored };
  const read = readLines(context, all);
  const mended = mendMoved(read.rows, read.open);
  const rows = read.rows.flatMap((row) => (read.open.has(row.line) ? (mended.get(row.line) ?? []) : row));
  const moved = [...read.open.keys()].filter((line) => !mended.has(line));
  const openingPaise = columns.balance === undefined ? null : openingOf([...before, ...read.others]);
  const signs = resolveSigns(rows, openingPaise, columns.amount !== undefined);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const lines = read.sources.map((source): ReadLine => ({ source, row: byLine.get(source.line) ?? null }));
  const unnamed = findUnnamed(
    context,
    lines.filter(({ source }) => !isMoved(context, source)),
    headerLine,
  );
  const unnamedLines = new Set(unnamed.problems.map(({ line }) => line));
  const movedText = movedMessage(header[columns.narration ?? columns.reference ?? 0] ?? '');
  const problems = [
    // The money that the line lacks may be in the column without a meaning.
    ...read.problems.filter(({ line }) => !unnamedLines.has(line)),
    ...moved.map((line) => ({ line, message: movedText })),
    ...signs.problems.filter(({ line }) => !unnamedLines.has(line)),
    ...unnamed.problems,
  ];
  return {
    rows: signs.rows,
    others: read.others,
    problems: problems.sort((a, b) => a.line - b.line),
    unnamed: unnamed.columns,
  };
}

const openingOf = (rows: readonly SheetRow[]): Paise | null =>
  readSummary(rows.filter((row) => !isBlankRow(row))).openingPaise;

interface ReadLines {
  readonly rows: readonly TableRow[];
  /** Rows whose cells a separator has moved, by their line. */
  readonly open: ReadonlyMap<number, OpenRow>;
  /** The lines of all transactions, also of those that cannot be read. */
  readonly sources: readonly SheetRow[];
  readonly others: readonly SheetRow[];
  readonly problems: readonly LineProblem[];
}

function readLines(context: Context, all: readonly SheetRow[]): ReadLines {
  const headerKey = context.header.map(labelOf).join('|');
  const rows: TableRow[] = [];
  const open = new Map<number, OpenRow>();
  const [sources, others, undated]: [SheetRow[], SheetRow[], SheetRow[]] = [[], [], []];
  const problems: LineProblem[] = [];
  let previous: 'row' | 'other' = 'other';
  for (const row of all) {
    const kind = isBlankRow(row) ? 'blank' : kindOf(context, row, headerKey);
    if (kind === 'row') {
      sources.push(row);
      const readings = isMoved(context, row) ? readingsOf(context, row) : [];
      const read = readings[0] ?? attempt(context, row, problems);
      if (read && readings.length > 0) open.set(row.line, { row: read, readings });
      if (read) rows.push(read);
      previous = read ? 'row' : 'other';
    } else if (kind === 'text' && previous === 'row' && isContinuation(context, row)) {
      const last = rows.pop();
      if (last) rows.push(continued(context, last, row));
      // The beginning of a line of totals looks like the end of a narration when the file is cut there.
      if (row === all.at(-1) && row.cells.length <= lastColumn(context.columns))
        problems.push({ line: row.line, message: CUT_LINE });
    } else {
      previous = 'other';
      if (kind === 'undated') undated.push(row);
      if (kind !== 'blank' && kind !== 'header') others.push(row);
    }
  }
  if (rows.length > 0 && !saysSides(context, all)) problems.push({ line: 0, message: NO_SIDES });
  problems.push(...undatedProblems(context, undated, sources.at(-1)?.line ?? 0));
  return { rows, open, sources, others, problems };
}

function undatedProblems(context: Context, undated: readonly SheetRow[], lastDataLine: number): LineProblem[] {
  return undated.flatMap((row) => {
    const text = textAt(context, row, 'date');
    const isLikeTransaction = textAt(context, row, 'narration') !== '' && hasFigure(context, row, MOVEMENTS);
    if (row.line > lastDataLine && !DATE_SHAPE.test(text) && !isLikeTransaction) return [];
    return [{ line: row.line, message: `The date ${shown(text)} cannot be read.` }];
  });
}

/** Everything that a line with moved cells can be. */
const readingsOf = (context: Context, row: SheetRow): TableRow[] =>
  waysOf(context, row).flatMap((way) => attempt(context, way, []) ?? []);

const NO_SIDES =
  'This file does not say which amounts are credits. Choose the column with Cr or Dr, or download the statement in another form.';

/** One column of amounts needs a side: in another column, in a suffix, or in the sign of some amount. */
function saysSides({ columns }: Context, all: readonly SheetRow[]): boolean {
  const { amount, side } = columns;
  if (amount === undefined || side !== undefined) return true;
  return all.some((row) => (row.numbers?.get(amount) ?? 0) < 0 || /^\(|[+-]|[cd]r\b/i.test(row.cells[amount] ?? ''));
}

type Kind = 'row' | 'undated' | 'text' | 'other' | 'header';

function kindOf(context: Context, row: SheetRow, headerKey: string): Kind {
  if (isRule(row)) return 'other';
  if (row.cells.map(labelOf).join('|') === headerKey) return 'header';
  const date = parseDateText(textAt(context, row, 'date'), numberAt(context, row, 'date'));
  const hasMovement = hasFigure(context, row, MOVEMENTS);
  const narration = textAt(context, row, 'narration');
  if (isMarker(narration)) return 'other';
  if (date !== null) {
    // The day of printing under a table.
    const isAlone =
      !hasMovement && !hasFigure(context, row, ['balance']) && narration === '' && !hasOtherFigure(context, row);
    return isAlone ? 'other' : 'row';
  }
  const dateText = textAt(context, row, 'date');
  if (DATE_SHAPE.test(dateText)) return 'undated';
  // Money in a column without a meaning can be that of a transaction.
  const mayMove = hasMovement || (dateText !== '' && narration !== '' && hasOtherFigure(context, row));
  if (!mayMove && !hasFigure(context, row, ['balance'])) return 'text';
  return row.cells.some(isMarker) || row.cells.some((cell) => FOOTER.test(cell)) ? 'other' : 'undated';
}

/** A figure outside of the columns that have a meaning. */
function hasOtherFigure({ columns, extra, ignored }: Context, row: SheetRow): boolean {
  const used = new Set([...Object.values(columns), ...extra, ...ignored]);
  return row.cells.some((_, at) => !used.has(at) && (figureAt(row, at)?.paise ?? 0n) !== 0n);
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
