/** What a settlement file comes to: the same as a bank statement, with its settlements (docs/statements.md, Settlement files). */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { normaliseReference } from '../../purchases/reference.rules.ts';
import type { StatementRow } from '../rules.ts';
import type { DateOrder, Unit } from '../statement/contract.ts';
import { type DateText, findDateOrder } from '../statement/dates.rules.ts';
import type { ReadOptions, StatementReading } from '../statement/reading/rules.ts';
import { isBlankRow, type LineProblem, type Sheet, type SheetRow, samplesOf } from '../statement/sheet.rules.ts';
import { hasFraction, isEpoch, momentIn, paiseAt } from './cells.rules.ts';
import { chosenOf, isInRupees, isWholeReport, missingIn, summaryColumnsOf } from './columns.rules.ts';
import { type FileLine, isHeld, readLine, textAt, Unreadable } from './lines.rules.ts';
import { type LineTable, lineTableOf } from './table.rules.ts';

/** A settlement as a file has it. */
export interface FileSettlement {
  /** The aggregator's id of it, else the number of its transfer. */
  readonly reference: string;
  /** Normalised; null while the aggregator has not stated it. */
  readonly utr: string | null;
  readonly settledOn: string | null;
}

/** The sums of a settlement file: payments − fees − tax − returns + adjustments = net. */
export interface FileSums {
  readonly payments: number;
  readonly grossPaise: Paise;
  readonly feePaise: Paise;
  readonly taxPaise: Paise;
  /** Refunds and chargebacks. */
  readonly returnedPaise: Paise;
  /** Below zero where the aggregator took more than it gave. */
  readonly adjustmentsPaise: Paise;
  readonly netPaise: Paise;
}

export interface SettlementFile extends FileSums {
  readonly provider: string;
  readonly settlements: readonly FileSettlement[];
  /** Lines that the aggregator still holds; they are in no settlement yet. */
  readonly held: number;
}

const TOO_LONG = 'This line has more cells than the header has columns. Upload the file as the aggregator gives it.';
const NO_UNIT =
  'All amounts of this file are whole numbers, so they can be rupees or paise. Choose what they are, and compare one with the dashboard of your aggregator.';
const SWAPPED =
  'The fees of this file are larger than its net amounts. Choose the columns of both again: they seem to be swapped.';
const NO_PAYMENT =
  'No line of this file is a payment, by the words in the column that says what a line is. Choose another column for it, or none if all lines are payments.';

const missingText = (missing: readonly string[]): string =>
  `Choose the columns with ${missing.join(', ')}. A report without them can’t be read: download it with all columns.`;

/** Undefined if the file does not say. The reports of the dashboards are in rupees, an export of Razorpay's API in paise. */
function unitOf({ columns, provider, header }: LineTable, rows: readonly SheetRow[]): Unit | undefined {
  const money = (['amount', 'fee', 'tax', 'debit', 'credit', 'net'] as const).flatMap(columns);
  if (rows.some((row) => money.some((at) => hasFraction(row, at)))) return 'RUPEES';
  const times = rows.flatMap((row) => textAt(columns, row, 'paidAt') || []);
  if (times.length > 0 && times.every(isEpoch)) return provider === 'Razorpay' ? 'PAISE' : undefined;
  const isDashboard = header.cells.some((cell) => /^(?:transaction_entity|fee \(exclusive tax\))$/i.test(cell.trim()));
  return isInRupees(provider) || isDashboard ? 'RUPEES' : undefined;
}

interface Read {
  readonly lines: readonly FileLine[];
  readonly held: number;
  readonly problems: LineProblem[];
}

function readLines(table: LineTable, rows: readonly SheetRow[], unit: Unit): Read {
  const { columns, provider } = table;
  const lines: FileLine[] = [];
  const problems: LineProblem[] = [];
  let held = 0;
  const width = table.header.cells.length;
  for (const row of rows) {
    // A comma without quotes shifts the cells after it, and another number then looks like the UTR.
    if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
      problems.push({ line: row.line, message: TOO_LONG });
      continue;
    }
    if (isHeld(columns, row)) {
      held += 1;
      continue;
    }
    try {
      const line = readLine({ columns, provider, unit }, row);
      if (line) lines.push(line);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ line: row.line, message: error.message });
    }
  }
  return { lines, held, problems };
}

/** What speaks against the columns of a report that is not known, though each of its lines can be read. */
function columnProblems({ columns, provider, header }: LineTable, lines: readonly FileLine[]): LineProblem[] {
  if (isWholeReport(provider) || lines.length === 0) return [];
  const { line } = header;
  if (columns('kind').length > 0 && lines.every(({ kind }) => kind === 'ADJUSTMENT'))
    return [{ line, message: NO_PAYMENT }];
  const payments = lines.filter(({ kind }) => kind === 'PAYMENT');
  return sum(payments, ({ feePaise }) => feePaise) > sum(payments, netOf) ? [{ line, message: SWAPPED }] : [];
}

/** A payment is in one settlement once. */
function repeats(lines: readonly FileLine[]): LineProblem[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ kind, entityId, line }) => {
    if (kind !== 'PAYMENT') return [];
    const before = seen.get(entityId);
    seen.set(entityId, before ?? line);
    return before === undefined ? [] : [{ line, message: `This line repeats payment ${entityId} of line ${before}.` }];
  });
}

/** What a line adds to its settlement. */
const netOf = ({ side, amountPaise, feePaise, taxPaise }: FileLine): Paise =>
  (side === 'CREDIT' ? amountPaise : -amountPaise) - feePaise - taxPaise;
const sum = (lines: readonly FileLine[], of: (line: FileLine) => Paise): Paise =>
  lines.reduce((total, line) => total + of(line), 0n);

function sumsOf(lines: readonly FileLine[]): FileSums {
  const payments = lines.filter((line) => line.kind === 'PAYMENT');
  const returned = lines.filter((line) => line.kind === 'REFUND' || line.kind === 'CHARGEBACK');
  const adjustments = lines.filter((line) => line.kind === 'ADJUSTMENT');
  return {
    payments: payments.length,
    grossPaise: sum(payments, (line) => line.amountPaise),
    feePaise: sum(lines, (line) => line.feePaise),
    taxPaise: sum(lines, (line) => line.taxPaise),
    returnedPaise: sum(returned, (line) => line.amountPaise),
    adjustmentsPaise: sum(adjustments, netOf),
    netPaise: sum(lines, netOf),
  };
}

/** The report's own summary, where it has one, against its lines. */
function summaryProblems(sheets: readonly Sheet[], groups: ReadonlyMap<string, readonly FileLine[]>): LineProblem[] {
  const problems: LineProblem[] = [];
  const byUtr = new Map([...groups.values()].map((lines) => [lines[0]?.utr ?? '', lines]));
  for (const sheet of sheets) {
    let columns: ReturnType<typeof summaryColumnsOf> = null;
    for (const row of sheet.rows) {
      const next = summaryColumnsOf(row.cells);
      columns = next ?? (isBlankRow(row) ? null : columns);
      if (next || !columns) continue;
      const { id, utr, net } = columns;
      const lines =
        groups.get(id === null ? '' : (row.cells[id] ?? '')) ??
        byUtr.get(utr === null ? '' : normaliseReference(row.cells[utr] ?? ''));
      const stated = paiseAt(row, net, 'RUPEES');
      if (!lines || stated === null || stated === sum(lines, netOf)) continue;
      const [says, should] = [stated, sum(lines, netOf)].map(formatRupeesOfPaise);
      problems.push({
        line: row.line,
        message: `The summary says ${says} for settlement ${lines[0]?.settlementId}, but its lines add up to ${should}.`,
      });
    }
  }
  return problems;
}

function transferProblems(groups: ReadonlyMap<string, readonly FileLine[]>): LineProblem[] {
  return [...groups].flatMap(([reference, lines]) => {
    const utrs = [...new Set(lines.map((line) => line.utr).filter(Boolean))];
    const message = `Settlement ${reference} has several UTRs: ${utrs.join(', ')}.`;
    return utrs.length > 1 ? [{ line: lines[0]?.line ?? 0, message }] : [];
  });
}

interface Dated {
  readonly order: DateOrder | null;
  readonly rows: StatementRow[];
  readonly problems: LineProblem[];
  readonly settledOn: ReadonlyMap<string, string>;
}

function dateLines(lines: readonly FileLine[], table: LineTable, chosen: DateOrder | null): Dated {
  const texts = lines.flatMap(({ paidAt, settledAt }) => [paidAt, ...(settledAt ? [settledAt] : [])]);
  const dates = texts.flatMap((text): DateText[] => ('date' in text ? [text.date] : []));
  const headers = [...table.columns('paidAt'), ...table.columns('settledAt')].map((at) => table.header.cells[at] ?? '');
  const order = (chosen === 'YMD' ? null : chosen) ?? findDateOrder(dates, { headers, period: [] });
  const rows: StatementRow[] = [];
  const problems: LineProblem[] = [];
  const settledOn = new Map<string, string>();
  for (const line of lines) {
    const paid = momentIn(line.paidAt, order ?? 'DMY');
    const settled = line.settledAt && momentIn(line.settledAt, order ?? 'DMY');
    if (settled) settledOn.set(line.settlementId, settled.day);
    if (paid) rows.push(rowOf(line, paid.day, paid.time, settled?.day ?? null));
    else problems.push({ line: line.line, message: 'The date of this line does not exist.' });
  }
  return { order, rows, problems, settledOn };
}

const rowOf = (line: FileLine, date: string, time: string | null, valueDate: string | null): StatementRow => ({
  line: line.line,
  date,
  time,
  valueDate,
  side: line.side,
  amountPaise: line.amountPaise,
  balancePaise: null,
  transactionId: line.entityId,
  narration: line.narration,
  references: line.references,
  payerName: line.payerName,
  vpa: null,
  settlementLine: {
    reference: line.settlementId,
    kind: line.kind,
    feePaise: line.feePaise,
    taxPaise: line.taxPaise,
  },
});

const NOTHING_READ: Read = { lines: [], held: 0, problems: [] };

const settlementsOf = (groups: ReadonlyMap<string, readonly FileLine[]>, dated: Dated): FileSettlement[] =>
  [...groups].map(([reference, own]) => ({
    reference,
    utr: own.find((line) => line.utr !== '')?.utr ?? null,
    settledOn: dated.settledOn.get(reference) ?? null,
  }));

const emptyRow = (row: SheetRow, { columns }: LineTable): boolean =>
  isBlankRow(row) || (textAt(columns, row, 'entityId') === '' && textAt(columns, row, 'amount') === '');

/**
 * Reads a settlement file; null for any other file.
 * @throws ApiError `invalid` for a settlement file that is to be read as a bank statement
 */
export function readSettlementSheets(sheets: readonly Sheet[], options: ReadOptions): StatementReading | null {
  const table = lineTableOf(sheets, options.mapping);
  if (!table) return null;
  const { header, provider, columns, missing } = table;
  const chosen = options.mapping?.kind === 'SETTLEMENT' ? options.mapping : null;
  const after = table.sheet.rows.filter((row) => row.line > header.line);
  const rows = after.filter((row) => !emptyRow(row, table));
  const unit = chosen?.unit ?? unitOf(table, rows);
  const isComplete = missingIn(columns).length === 0;
  const canBeRead = unit !== undefined && isComplete;
  const { lines, held, problems } = canBeRead ? readLines(table, rows, unit) : NOTHING_READ;
  const groups = Map.groupBy(lines, (line) => line.settlementId);
  const dated = dateLines(lines, table, chosen?.dateOrder ?? null);
  const days = dated.rows.map((row) => row.date).sort();
  const [from, to] = [days[0], days.at(-1)];
  const sums = sumsOf(lines);
  const all = [
    ...problems,
    ...columnProblems(table, lines),
    ...repeats(lines),
    ...transferProblems(groups),
    ...summaryProblems(sheets, groups),
    ...dated.problems,
    ...(missing.length > 0 ? [{ line: header.line, message: missingText(missing) }] : []),
    ...(unit === undefined && isComplete ? [{ line: header.line, message: NO_UNIT }] : []),
  ];
  if (canBeRead && lines.length === 0 && all.length === 0)
    all.push({ line: 0, message: 'This file has no settled payments.' });
  return {
    layout: provider,
    columns: [...header.cells],
    samples: samplesOf(header.cells, after),
    mapping: {
      kind: 'SETTLEMENT',
      headerLine: header.line,
      columns: chosenOf(columns),
      unit: unit ?? null,
      dateOrder: dated.order === 'YMD' ? null : dated.order,
    },
    kinds: table.kinds,
    period: from === undefined || to === undefined ? null : { from, to },
    accountNumber: null,
    ifsc: null,
    rows: dated.rows,
    openingPaise: null,
    closingPaise: null,
    creditsPaise: sums.grossPaise,
    debitsPaise: sums.grossPaise - sums.netPaise,
    balanceCheck: 'NONE',
    problems: all.sort((a, b) => a.line - b.line),
    isEndProven: true,
    isMappingCertain: table.isCertain && unit !== undefined,
    unnamedColumns: [],
    warnings: [],
    question: table.needsAnswer || unit === undefined ? 'MAPPING' : dated.order === null ? 'DATE_ORDER' : null,
    settlementFile: { provider, settlements: settlementsOf(groups, dated), held, ...sums },
  };
}
