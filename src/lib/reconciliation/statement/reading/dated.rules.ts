/** The days of a statement's rows. The order of day and month comes from all of them. */
import type { StatementRow } from '../../rules.ts';
import type { TableRow } from '../cells.rules.ts';
import type { DateOrder, StatementMapping } from '../contract.ts';
import { dayOf, findDateOrder } from '../dates.rules.ts';
import { payerOf, referencesOf } from '../references.rules.ts';
import type { LineProblem } from '../sheet.rules.ts';
import type { Preamble } from '../summary.rules.ts';
import type { Table } from '../table.rules.ts';

function statementRow(row: TableRow, order: DateOrder): StatementRow | null {
  const date = dayOf(row.date, order);
  const valueDate = row.valueDate === null ? null : dayOf(row.valueDate, order);
  if (date === null || (row.valueDate !== null && valueDate === null)) return null;
  const payer = payerOf(row.narration);
  return {
    line: row.line,
    date,
    time: row.date.time,
    valueDate,
    side: row.side,
    amountPaise: row.amountPaise,
    balancePaise: row.balancePaise,
    transactionId: row.transactionId === '' ? null : row.transactionId,
    narration: row.narration.replace(/\s+/g, ' ').trim(),
    references: referencesOf(row),
    payerName: row.payer === '' ? payer.name : row.payer,
    vpa: payer.vpa,
  };
}

/** Excel turns the dates that fit its own order into dates and leaves the others as text: then both kinds are wrong. */
const isMixed = (rows: readonly TableRow[]): boolean =>
  rows.some((row) => row.date.order === null) && rows.some((row) => row.date.order !== null);
const MIXED =
  'Some dates of this file are dates of the spreadsheet and others are text, so day and month may be swapped. Download the statement again and upload it unchanged.';

/** Some banks state the period by the value date. A day and month that are swapped are months away. */
const SLACK_DAYS = 7;
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface Dated {
  readonly rows: StatementRow[];
  readonly order: DateOrder | null;
  readonly problems: LineProblem[];
}

/** The rows with their days, in the order of day and month that the whole column, the header and the period show. */
export function dateRows(
  table: Table,
  header: readonly string[],
  preamble: Preamble,
  mapping: StatementMapping,
): Dated {
  const dates = table.rows.map((row) => row.date);
  const hints = { headers: [header[mapping.columns.date ?? -1] ?? ''], period: preamble.period };
  const chosen = mapping.dateOrder === 'YMD' ? null : mapping.dateOrder;
  const order = chosen ?? findDateOrder(dates, hints);
  const used = order ?? 'DMY';
  const rows: StatementRow[] = [];
  const problems: LineProblem[] = isMixed(table.rows) ? [{ line: table.rows[0]?.line ?? 0, message: MIXED }] : [];
  const [from, to] = preamble.period.map((date) => dayOf(date, used));
  for (const row of table.rows) {
    const read = statementRow(row, used);
    if (read === null) problems.push({ line: row.line, message: 'The date of this row does not exist.' });
    else {
      rows.push(read);
      if (
        order !== null &&
        from &&
        to &&
        (read.date < plusDays(from, -SLACK_DAYS) || read.date > plusDays(to, SLACK_DAYS))
      )
        problems.push({
          line: row.line,
          message: `The date ${read.date} is outside the period of the statement (${from} to ${to}).`,
        });
    }
  }
  return { rows, order, problems };
}

/** As the file states it, else from the oldest row to the newest. */
export function periodOf(
  rows: readonly StatementRow[],
  preamble: Preamble,
  order: DateOrder | null,
): { readonly from: string; readonly to: string } | null {
  const [from, to] = preamble.period.map((date) => dayOf(date, order ?? 'DMY'));
  if (from && to) return { from, to };
  const days = rows.map((row) => row.date).sort();
  const [first, last] = [days[0], days.at(-1)];
  return first !== undefined && last !== undefined ? { from: first, to: last } : null;
}
