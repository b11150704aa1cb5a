/** What reading a statement comes to, from tables of cells to checked rows (docs/product.md, Reconciliation). */
import { ApiError } from '../../../core/errors.ts';
import type { Paise } from '../../../core/money.ts';
import type { StatementRow } from '../../rules.ts';
import { looksSettled } from '../../settlements/columns.rules.ts';
import type { SettlementFile } from '../../settlements/reading.rules.ts';
import { checkBalances } from '../checks.rules.ts';
import { extraNarration, findHeader, guessFromCells, hasTransactions, missingIn } from '../columns.rules.ts';
import type { BALANCE_CHECKS, FileKind, Mapping, StatementMapping } from '../contract.ts';
import { hasEnd, layoutOf } from '../layouts.rules.ts';
import { isBlankRow, type LineProblem, type Sheet, type SheetRow, samplesOf } from '../sheet.rules.ts';
import { columnTotals, readPreamble, readSummary, type Summary, statesEnd } from '../summary.rules.ts';
import { readTable, type Table } from '../table.rules.ts';
import { LOOKS_SETTLED, type ReadingWarning, readingWarnings } from '../warnings.rules.ts';
import { dateRows, periodOf } from './dated.rules.ts';

export interface StatementReading {
  /** Name of the layout, such as 'HDFC'; '' for one that is not known. */
  readonly layout: string;
  /** The header's texts. */
  readonly columns: string[];
  /** For each column the first text below its header, cut. */
  readonly samples: string[];
  readonly mapping: Mapping;
  /** What the file can be. */
  readonly kinds: FileKind[];
  /** As the file states it, else from the oldest row to the newest. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** From the lines before the table; digits may be masked with X or *. */
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  /** In file order. Provisional while there is a question. */
  readonly rows: StatementRow[];
  readonly openingPaise: Paise | null;
  readonly closingPaise: Paise | null;
  readonly creditsPaise: Paise;
  readonly debitsPaise: Paise;
  readonly balanceCheck: (typeof BALANCE_CHECKS)[number];
  /** All of them, by line. A statement with one is never imported. */
  readonly problems: LineProblem[];
  /** The file states its closing balance, its totals or its counts, or an admin entered the total: it is not cut. */
  readonly isEndProven: boolean;
  /** The layout is known, or an admin chose the mapping. */
  readonly isMappingCertain: boolean;
  /** What an admin has to decide before an import. */
  readonly question: null | 'DATE_ORDER' | 'CREDIT_TOTAL' | 'MAPPING';
  /** Columns from 0 with figures whose meaning an admin has to choose. */
  readonly unnamedColumns: readonly number[];
  /** What speaks for another reading of the file; it refuses nothing. */
  readonly warnings: readonly ReadingWarning[];
  /** Absent for a statement of a bank. */
  readonly settlementFile?: SettlementFile | undefined;
}

export interface ReadOptions {
  /** What an admin chose, or what was saved for the account. */
  readonly mapping?: Mapping | undefined;
  /** The bank's total of credits, for an export that cannot prove that it is whole. */
  readonly filteredCreditPaise?: Paise | undefined;
  /** The account that the statement must be of; null if it is not chosen yet. */
  readonly account: { readonly accountNumber: string; readonly ifsc: string } | null;
}

const NO_TABLE =
  'No table of transactions was found in this file. Download the statement from your bank as Excel or CSV and upload it unchanged.';

interface Layout {
  readonly sheet: Sheet;
  readonly header: readonly string[];
  readonly mapping: StatementMapping;
  readonly isCertain: boolean;
  /** What the chosen columns lack, so that no row can be read. */
  readonly missing: readonly string[];
}

const headerAt = (sheet: Sheet, line: number): readonly string[] =>
  sheet.rows.find((row) => row.line === line)?.cells ?? [];

/** A mapping fits a file whose header is where it says; a saved one may be of a file with another preamble. */
function layoutByMapping(sheets: readonly Sheet[], mapping: StatementMapping): Layout | null {
  const [sheet] = sheets;
  if (!sheet || Object.keys(mapping.columns).length === 0) return null;
  const missing = missingIn(mapping.columns);
  return { sheet, header: headerAt(sheet, mapping.headerLine), mapping, isCertain: missing.length === 0, missing };
}

const mappingOf = (headerLine: number, columns: StatementMapping['columns']): StatementMapping => ({
  kind: 'STATEMENT',
  headerLine,
  columns,
  dateOrder: null,
});

/** The sheet whose header names the most columns. */
function layoutByHeader(sheets: readonly Sheet[]): Layout | null {
  const tables = sheets.flatMap((sheet) => {
    const header = findHeader(sheet.rows);
    return header ? [{ sheet, ...header }] : [];
  });
  const [best] = tables.sort((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length);
  if (!best) return null;
  const isCertain = layoutOf(best.row.cells) !== '';
  const mapping = mappingOf(best.row.line, best.columns);
  const more = isCertain ? [] : extraNarration(best.row.cells, best.columns);
  if (more.length > 0) mapping.moreNarration = more;
  return { sheet: best.sheet, header: best.row.cells, mapping, isCertain, missing: [] };
}

function layoutByCells(sheets: readonly Sheet[]): Layout | null {
  for (const sheet of sheets) {
    const mapping = guessFromCells(sheet.rows);
    if (mapping) return { sheet, header: headerAt(sheet, mapping.headerLine), mapping, isCertain: false, missing: [] };
  }
  return null;
}

/** @throws ApiError `invalid` if no sheet has a table, and if several have: none is left out unseen */
function chooseLayout(sheets: readonly Sheet[], chosen: Mapping | undefined): Layout {
  const byMapping = chosen?.kind === 'STATEMENT' ? layoutByMapping(sheets, chosen) : null;
  const layout = byMapping ?? layoutByHeader(sheets) ?? layoutByCells(sheets);
  if (!layout) throw new ApiError('invalid', NO_TABLE);
  const second = sheets.find((sheet) => sheet !== layout.sheet && hasTransactions(sheet.rows));
  if (second)
    throw new ApiError(
      'invalid',
      `This file has transactions on several sheets or tables (${layout.sheet.name}, ${second.name}). Save each one as a separate file and upload them one by one.`,
    );
  return layout;
}

/**
 * Whether a number as a statement has it can be the account's. The last digits decide: banks mask numbers, and spreadsheets
 * remove leading zeros.
 */
export function isSameAccount(stated: string, own: string): boolean {
  const visible = stated.replace(/^.*[X*•]/i, '').replace(/^0+/, '');
  const digits = own.replace(/\D/g, '').replace(/^0+/, '');
  return /[X*•]/i.test(stated) ? digits.endsWith(visible) : digits === visible;
}

type Account = NonNullable<ReadOptions['account']>;

/** What the lines before the table say against the account that the statement must be of. */
function accountProblems(
  { accountNumber, ifsc, mapping }: Pick<StatementReading, 'accountNumber' | 'ifsc' | 'mapping'>,
  account: Account,
): LineProblem[] {
  const line = Math.max(0, mapping.headerLine - 1);
  const own = account.ifsc.toUpperCase();
  const right = 'Choose the right account or the right file.';
  const problems: LineProblem[] = [];
  if (accountNumber !== null && !isSameAccount(accountNumber, account.accountNumber)) {
    const message = `This statement is of account ${accountNumber}, not of account ${account.accountNumber}. ${right}`;
    problems.push({ line, message });
  }
  if (ifsc !== null && ifsc !== own) {
    const message = `This statement is of a branch with IFSC ${ifsc}, but the account has ${own}. ${right}`;
    problems.push({ line, message });
  }
  return problems;
}

/** A reading that was made without an account, compared with the one that it turned out to be of. */
export function comparedWith(reading: StatementReading, account: Account): StatementReading {
  return { ...reading, problems: [...accountProblems(reading, account), ...reading.problems] };
}

const CUT =
  'This statement ends without the closing balance that statements of this bank have, so rows may be missing. Download it again and upload it unchanged, or enter the bank’s total of the credits.';

const unreadTable = ({ headerLine }: StatementMapping, missing: readonly string[]): Table => {
  const message = `Choose the columns with ${missing.join(', ')}. A statement can’t be read without them.`;
  return { rows: [], others: [], problems: [{ line: headerLine, message }], unnamed: [] };
};

/**
 * Reads the tables of a file. Total: whatever cannot be read is a problem with its line.
 * @throws ApiError `invalid` if the file has no table, or several
 */
export function readSheets(sheets: readonly Sheet[], options: ReadOptions): StatementReading {
  const { sheet, header, mapping, isCertain, missing } = chooseLayout(sheets, options.mapping);
  const before = sheet.rows.filter((row) => row.line < mapping.headerLine);
  const after = sheet.rows.filter((row) => row.line > mapping.headerLine);
  const preamble = readPreamble(before);
  const table = missing.length > 0 ? unreadTable(mapping, missing) : readTable(after, header, mapping, before);
  const dated = dateRows(table, header, preamble, mapping);
  const figures = readSummary([...before, ...table.others].filter((row: SheetRow) => !isBlankRow(row)));
  const totals = columnTotals(table.others, mapping.columns);
  const summary: Summary = {
    ...figures,
    creditsPaise: figures.creditsPaise ?? totals?.creditsPaise ?? null,
    debitsPaise: figures.debitsPaise ?? totals?.debitsPaise ?? null,
  };
  const checked = checkBalances(table.rows, summary, options.filteredCreditPaise);
  const unread = [...table.problems, ...dated.problems];
  // Balances break after each row that could not be read: those rows are the cause, and the ones to show.
  const problems = unread.length > 0 ? unread : [...checked.problems];
  const isEndProven = options.filteredCreditPaise !== undefined || statesEnd(summary);
  const isCut = hasEnd(header) && !isEndProven && table.rows.length > 0 && problems.length === 0;
  if (isCut) problems.push({ line: table.rows.at(-1)?.line ?? 0, message: CUT });
  if (table.rows.length === 0 && problems.length === 0)
    problems.push({ line: 0, message: 'This statement has no transactions.' });
  const question =
    !isCertain || table.unnamed.length > 0
      ? 'MAPPING'
      : dated.order === null
        ? 'DATE_ORDER'
        : checked.needsCreditTotal || isCut
          ? 'CREDIT_TOTAL'
          : null;
  const reading: StatementReading = {
    layout: layoutOf(header),
    columns: [...header],
    samples: samplesOf(header, after),
    mapping: { ...mapping, dateOrder: dated.order === 'YMD' ? null : dated.order },
    kinds: layoutOf(header) === '' ? ['STATEMENT', 'SETTLEMENT'] : ['STATEMENT'],
    period: periodOf(dated.rows, preamble, dated.order),
    accountNumber: preamble.accountNumber,
    ifsc: preamble.ifsc,
    rows: dated.rows,
    openingPaise: checked.openingPaise,
    closingPaise: checked.closingPaise,
    creditsPaise: checked.creditsPaise,
    debitsPaise: checked.debitsPaise,
    balanceCheck: checked.balanceCheck,
    problems: problems.sort((a, b) => a.line - b.line),
    isEndProven,
    isMappingCertain: isCertain,
    unnamedColumns: table.unnamed,
    warnings: [...(looksSettled(header) ? [LOOKS_SETTLED] : []), ...readingWarnings(dated.rows)],
    question: table.rows.length === 0 && isCertain ? null : question,
  };
  return options.account === null ? reading : comparedWith(reading, options.account);
}
