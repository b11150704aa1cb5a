/** Which column means what: by the names that banks give their columns, else by what the cells look like. */
import { isBlankAmount, parseAmount } from './amounts.rules.ts';
import type { StatementMapping } from './contract.ts';
import { parseDateText } from './dates.rules.ts';
import { meaningOfHeader } from './headers.rules.ts';
import { labelOf, type SheetRow } from './sheet.rules.ts';

export type Columns = StatementMapping['columns'];

/** Columns besides the mapped ones that continue the narration or the transaction's ID. */
const SERIAL = /^(?:TRANSACTION|TXN|TRAN) SERIAL (?:NO|NUMBER)$/;

/** The columns of a header by their names. A column that only holds cheque numbers gives way to one with references. */
export function columnsOf(header: readonly string[]): Columns {
  const columns: Columns = {};
  let isCheque = false;
  for (const [at, cell] of header.entries()) {
    const label = labelOf(cell);
    const meaning = meaningOfHeader(cell);
    if (meaning === null) continue;
    if (meaning === 'side') {
      const follows = meaningOfHeader(header[at - 1] ?? '');
      if (follows === 'balance') columns.balanceSide ??= at;
      else columns.side ??= at;
    } else if (meaning === 'reference') {
      if (columns.reference === undefined || (isCheque && !/^(?:CHQ|CHEQUE|INST)/.test(label))) columns.reference = at;
      isCheque = columns.reference === at ? !/REF|UTR|RRN/.test(label) : isCheque;
    } else columns[meaning] ??= at;
  }
  // A side column is only needed for one column of amounts.
  if (columns.amount === undefined || (columns.debit !== undefined && columns.credit !== undefined))
    delete columns.side;
  if (columns.debit !== undefined && columns.credit !== undefined) delete columns.amount;
  if (columns.date === undefined && columns.valueDate !== undefined) {
    columns.date = columns.valueDate;
    delete columns.valueDate;
  }
  return columns;
}

/** Unmapped columns whose text belongs to the narration, as 'Remarks' next to 'Transaction Particulars'. */
export function extraNarration(header: readonly string[], columns: Columns): number[] {
  const mapped = new Set(Object.values(columns));
  return [...header.keys()].filter((at) => !mapped.has(at) && meaningOfHeader(header[at] ?? '') === 'narration');
}

/** The column that tells apart the entries of one transaction, or null. */
export function serialColumn(header: readonly string[]): number | null {
  const at = header.findIndex((cell) => SERIAL.test(labelOf(cell)));
  return at < 0 ? null : at;
}

/** What is missing to read rows: a day, an amount with its side, or a text. */
export function missingIn({ date, credit, amount, narration, reference }: Columns): string[] {
  return [
    date === undefined ? 'the date' : '',
    (credit ?? amount) === undefined ? 'the deposits (or the amount and its side)' : '',
    (narration ?? reference) === undefined ? 'the narration or the reference' : '',
  ].filter(Boolean);
}

/** Rows of a sheet among which the header is searched. */
const HEADER_ROWS = 200;

/** The row that names the most columns; null if none names enough to read rows. */
export function findHeader(rows: readonly SheetRow[]): { readonly row: SheetRow; readonly columns: Columns } | null {
  let best: { row: SheetRow; columns: Columns } | null = null;
  for (const [at, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const columns = columnsOf(row.cells);
    if (columns.date === undefined || (columns.credit ?? columns.amount) === undefined) continue;
    if (columns.narration === undefined) {
      const narration = longestText(rows.slice(at + 1, at + 1 + SAMPLE_ROWS), row.cells, columns);
      if (narration !== undefined) columns.narration = narration;
      if (narration === columns.reference) delete columns.reference;
    }
    if (missingIn(columns).length > 0) continue;
    if (best === null || Object.keys(columns).length > Object.keys(best.columns).length) best = { row, columns };
  }
  return best;
}

/** Rows after a header by which its columns are judged. */
const SAMPLE_ROWS = 200;
/** A payment number within other text. */
const NUMBER_IN_TEXT = /(?<![A-Z0-9])(?:\d{12}|N\d{15}|[A-Z]{4}[NR]?\d{11,17})(?![A-Z0-9])/i;
const isText = (cell: string): boolean => /\p{L}/u.test(cell) && /[^\p{L}\p{M}\p{N}]/u.test(cell);

/**
 * The column that is the narration where no name says so: of the texts of several parts the one with payment numbers in the most
 * rows, else the longest. A column of references is one only if its cells are such texts and nothing else is.
 */
function longestText(rows: readonly SheetRow[], header: readonly string[], columns: Columns): number | undefined {
  const used = new Set(Object.values(columns));
  const sample = rows.filter((row) =>
    parseDateText(row.cells[columns.date ?? -1] ?? '', row.numbers?.get(columns.date ?? -1)),
  );
  const scored = [...header.keys()]
    .filter((at) => !used.has(at) || at === columns.reference)
    .map((at) => {
      const cells = sample.map((row) => (row.cells[at] ?? '').slice(0, 300)).filter((cell) => cell !== '');
      return {
        at,
        isProse: cells.filter(isText).length * 2 > cells.length,
        isFree: at !== columns.reference,
        numbers: cells.filter((cell) => isText(cell) && NUMBER_IN_TEXT.test(cell)).length,
        length: cells.reduce((sum, cell) => sum + cell.length, 0),
      };
    })
    .filter(({ isProse }) => isProse);
  const free = scored.filter(({ isFree }) => isFree);
  return (free.length > 0 ? free : scored).sort((a, b) => b.numbers - a.numbers || b.length - a.length)[0]?.at;
}

const isAmountCell = (row: SheetRow, at: number): boolean => {
  const text = row.cells[at] ?? '';
  return row.numbers?.has(at) || (/\d/.test(text) && !/^\d{6,}$/.test(text) && parseAmount(text) !== null);
};
const isDateCell = (row: SheetRow, at: number): boolean =>
  /\D/.test(row.cells[at] ?? '') && parseDateText(row.cells[at] ?? '') !== null;

/** A row of a table has its day in one of the first columns. */
const DATE_COLUMNS = 8;
/** The name of a value to its right: 'Statement date'. */
const isLabel = (text: string): boolean => /\p{L}/u.test(text) && !/\d/.test(text);

/** A day without a label, and an amount after it. */
const isTransaction = (row: SheetRow): boolean =>
  row.cells
    .slice(0, DATE_COLUMNS)
    .some(
      (_, at) =>
        isDateCell(row, at) &&
        !isLabel(row.cells[at - 1] ?? '') &&
        row.cells.some((__, to) => to > at && isAmountCell(row, to)),
    );

/** Whether a table has transactions: their header, or a row of one. */
export const hasTransactions = (rows: readonly SheetRow[]): boolean =>
  findHeader(rows) !== null || rows.some(isTransaction);

/** For headers that name nothing known: a proposal from the cells, for an admin to correct. Null without a table. */
export function guessFromCells(rows: readonly SheetRow[]): StatementMapping | null {
  const dated = rows
    .slice(0, 500)
    .filter((row) => row.cells.some((_, at) => isDateCell(row, at) && row.cells.length > 2));
  const [first] = dated;
  if (!first) return null;
  const width = Math.max(...dated.map((row) => row.cells.length));
  const all = Array.from({ length: width }, (_, at) => at);
  const countOf = (fits: (row: SheetRow) => boolean): number => dated.filter(fits).length;
  const date = all.find((at) => countOf((row) => isDateCell(row, at)) * 2 > dated.length);
  const figures = all.filter(
    (at) =>
      at !== date &&
      countOf((row) => isAmountCell(row, at) || isBlankAmount(row.cells[at] ?? '')) * 10 > dated.length * 9 &&
      dated.some((row) => isAmountCell(row, at)),
  );
  const texts = all.filter((at) => at !== date && !figures.includes(at));
  const length = (at: number): number => dated.reduce((sum, row) => sum + (row.cells[at] ?? '').length, 0);
  const [narration] = texts.sort((a, b) => length(b) - length(a));
  if (date === undefined || narration === undefined || figures.length === 0) return null;
  const [one, two, three] = figures.slice(-3);
  const sums: Columns = {};
  if (three !== undefined) Object.assign(sums, { debit: one, credit: two, balance: three });
  else if (two !== undefined) Object.assign(sums, { amount: one, balance: two });
  else Object.assign(sums, { amount: one });
  const headerLine = rows.findLast((row) => row.line < first.line && row.cells.some(Boolean))?.line ?? 0;
  return { kind: 'STATEMENT', headerLine, columns: { date, narration, ...sums }, dateOrder: null };
}
