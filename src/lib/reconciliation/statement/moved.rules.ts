/**
 * Lines of text whose cells a separator has moved, such as a comma in a narration without quotation marks. All ways in which the
 * cells can belong to the columns are tried, and one is taken only if the balances prove it.
 */
import { isBlankAmount, parseAmount, parseSide } from './amounts.rules.ts';
import type { Context, TableRow } from './cells.rules.ts';
import { isLinked } from './chain.rules.ts';
import type { ColumnMeaning } from './contract.ts';
import { parseDateText } from './dates.rules.ts';
import type { SheetRow } from './sheet.rules.ts';

/** Separators that a line can have too many, and ways that are tried: both bound the time for any line. */
const EXTRA_MAX = 6;
const WAYS_MAX = 200;
const STEPS_MAX = 5_000;

type Fits = (parts: readonly string[]) => string | null;

const text: Fits = (parts) => parts.filter(Boolean).join(', ');
const date: Fits = (parts) => {
  const joined = parts.join(', ');
  return parts.length > 2 || (joined !== '' && parseDateText(joined) === null) ? null : joined;
};
const side: Fits = ([cell = '', ...more]) =>
  more.length === 0 && (cell === '' || parseSide(cell) !== null) ? cell : null;
/** Groups of digits that the separator has divided belong together: '1,01' and '180.00'. */
const amount: Fits = ([cell = '', ...more]) => {
  if (more.length === 0) return isBlankAmount(cell) || parseAmount(cell) !== null ? cell : null;
  const joined = [cell, ...more].join(',');
  return more.every((part) => /^\d{2,3}\b/.test(part)) && parseAmount(joined) !== null ? joined : null;
};

const FITS: Readonly<Partial<Record<ColumnMeaning, Fits>>> = {
  date,
  valueDate: date,
  side,
  balanceSide: side,
  debit: amount,
  credit: amount,
  amount,
  balance: amount,
};

/** The cells of a line divided among as many columns as the header has, those first that join parts of the narration alone. */
export function waysOf({ header, columns, extra }: Context, row: SheetRow): SheetRow[] {
  const cells = row.cells.slice(0, row.cells.findLastIndex(Boolean) + 1);
  const spare = cells.length - header.length;
  if (spare < 1 || spare > EXTRA_MAX || row.numbers !== null) return [];
  const meanings = new Map(Object.entries(columns).map(([meaning, at]) => [at, meaning as ColumnMeaning]));
  const narrations = new Set([columns.narration, ...extra]);
  const ways: { readonly cells: readonly string[]; readonly others: number }[] = [];
  let steps = 0;
  const divide = (column: number, from: number, left: number, before: readonly string[], others: number): void => {
    steps += 1;
    if (steps > STEPS_MAX || ways.length > WAYS_MAX) return;
    if (column === header.length) {
      if (left === 0) ways.push({ cells: before, others });
      return;
    }
    const fits = FITS[meanings.get(column) ?? 'narration'] ?? text;
    const isOther = fits === text && !narrations.has(column);
    for (let more = 0; more <= left; more += 1) {
      const cell = fits(cells.slice(from, from + more + 1));
      if (cell !== null)
        divide(column + 1, from + more + 1, left - more, [...before, cell], others + (isOther ? more : 0));
    }
  };
  divide(0, 0, spare, [], 0);
  if (steps > STEPS_MAX || ways.length > WAYS_MAX) return [];
  return ways
    .toSorted((a, b) => a.others - b.others)
    .map((way) => ({ line: row.line, cells: way.cells, numbers: null }));
}

/** A row, and the others that it may be instead; the first is taken for it until the balances decide. */
export interface OpenRow {
  readonly row: TableRow;
  readonly readings: readonly TableRow[];
}

const moneyOf = (row: TableRow): string =>
  [row.side, row.amountPaise, row.balancePaise, row.isNegative, row.date.parts].join(' ');

/** The reading of an open row that its neighbours prove; null for none, and for several with other money. */
function provenReading(open: OpenRow, older: TableRow | undefined, newer: TableRow | undefined): TableRow | null {
  const follows = newer === undefined ? [] : open.readings.filter((row) => isLinked(row, newer) !== false);
  const candidates = newer === undefined ? open.readings : follows;
  const proven =
    older !== undefined && older.balancePaise !== null
      ? candidates.filter((row) => isLinked(older, row) === true)
      : // Without a row before it the amount must be the only one that the line can have, and the next row go on from its balance.
        new Set(open.readings.map(moneyOf)).size === 1
        ? candidates.filter((row) => newer !== undefined && isLinked(row, newer) === true)
        : [];
  return new Set(proven.map(moneyOf)).size === 1 ? (proven[0] ?? null) : null;
}

/** @param rows the oldest first; the rows that are open are in `open` by their line */
function mendInOrder(rows: readonly TableRow[], open: ReadonlyMap<number, OpenRow>): Map<number, TableRow> {
  const mended = new Map<number, TableRow>();
  const known = (row: TableRow | undefined): TableRow | undefined =>
    row === undefined || !open.has(row.line) ? row : mended.get(row.line);
  for (const [at, row] of rows.entries()) {
    const own = open.get(row.line);
    const reading = own && provenReading(own, known(rows[at - 1]), known(rows[at + 1]));
    if (own && reading)
      // What continued the narration in the lines below stays with it.
      mended.set(row.line, {
        ...reading,
        narration: reading.narration + row.narration.slice(own.row.narration.length),
      });
  }
  return mended;
}

/** How many more of the rows that are not open go on from the one after them than from the one before them. */
function newestFirstSurplus(rows: readonly TableRow[], open: ReadonlyMap<number, OpenRow>): number {
  let surplus = 0;
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (!next || open.has(row.line) || open.has(next.line)) continue;
    surplus += Number(isLinked(next, row) === true) - Number(isLinked(row, next) === true);
  }
  return surplus;
}

/** The rows of open lines that the balances prove, by their line. */
export function mendMoved(
  rows: readonly TableRow[],
  open: ReadonlyMap<number, OpenRow>,
): ReadonlyMap<number, TableRow> {
  if (open.size === 0) return new Map();
  const surplus = newestFirstSurplus(rows, open);
  const forward = surplus > 0 ? null : mendInOrder(rows, open);
  const backward = surplus < 0 ? null : mendInOrder(rows.toReversed(), open);
  if (!forward || !backward) return forward ?? backward ?? new Map();
  // Nothing says which order the file has: both must not say different things.
  const isSame = [...forward].every(
    ([line, row]) => !backward.has(line) || moneyOf(backward.get(line) ?? row) === moneyOf(row),
  );
  if (!isSame) return new Map();
  return forward.size >= backward.size ? forward : backward;
}

/** What the admin does with a line whose cells cannot be put right. */
export const movedMessage = (narration: string): string =>
  `This line has more columns than the header. A separator in its text may have moved its cells, and no balance proves where they belong. Open the file in a text editor, put the text of the column "${narration}" in this line between quotation marks, save the file and upload it again.`;
