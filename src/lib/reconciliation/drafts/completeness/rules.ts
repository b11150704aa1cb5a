/* What speaks for rows that are missing around or at the end of a statement (docs/statements.md). It never refuses a file. */
import { formatBankDay } from '../../../core/bank-days.ts';
import { formatRupeesOfPaise, type Paise } from '../../../core/money.ts';
import type { Reading } from '../../statement/contract.ts';
import type { StatementReading } from '../../statement/reading/rules.ts';

export type Warning = Reading['warnings'][number];

/** Balances of earlier imports next to a statement: of the nearest day with rows before it, and after it. */
export interface Neighbours {
  readonly before: { readonly day: string; readonly balances: readonly Paise[] } | null;
  readonly after: { readonly day: string; readonly balances: readonly Paise[] } | null;
}

type Read = Pick<StatementReading, 'rows' | 'period' | 'openingPaise' | 'closingPaise' | 'isEndProven' | 'problems'>;

/** The days of the oldest and the newest row; null without rows. */
export function daysOf(rows: Read['rows']): { readonly first: string; readonly last: string } | null {
  const days = rows.map((row) => row.date).sort();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

/** What the admin reads about a statement that was read without a problem. */
export function warningsOf(reading: Read, { before, after }: Neighbours): Warning[] {
  const { openingPaise, closingPaise, problems, rows } = reading;
  if (problems.length > 0 || rows.length === 0) return [];
  const rupees = formatRupeesOfPaise;
  const gap = (text: string): Warning => ({
    kind: 'GAP',
    message: `${text} Rows between them are missing: import the statement of those days too.`,
  });
  return [
    ...(before && openingPaise !== null && !before.balances.includes(openingPaise) && before.balances[0] !== undefined
      ? [
          gap(
            `This statement begins with ${rupees(openingPaise)}, but the one before it ends on ${formatBankDay(before.day)} with ${rupees(before.balances[0])}.`,
          ),
        ]
      : []),
    ...(after && closingPaise !== null && !after.balances.includes(closingPaise) && after.balances[0] !== undefined
      ? [
          gap(
            `This statement ends with ${rupees(closingPaise)}, but the one after it begins on ${formatBankDay(after.day)} with ${rupees(after.balances[0])}.`,
          ),
        ]
      : []),
    ...endOf(reading),
  ];
}

/** A file that was cut at the end of a line looks like a shorter one, unless it states its end. */
function endOf({ rows, period, isEndProven }: Read): Warning[] {
  const days = daysOf(rows);
  const last = rows.at(-1);
  if (isEndProven || !days || !last) return [];
  const isNewestFirst = (rows[0]?.date ?? '') > last.date;
  if (period && (isNewestFirst ? period.from < days.first : period.to > days.last)) {
    const message = isNewestFirst
      ? `This statement covers the days from ${formatBankDay(period.from)}, but its oldest row is of ${formatBankDay(days.first)}. If payments came before that, the file is cut: download it again.`
      : `This statement covers the days up to ${formatBankDay(period.to)}, but its newest row is of ${formatBankDay(days.last)}. If payments came after that, the file is cut: download it again.`;
    return [{ kind: 'PERIOD', message }];
  }
  const side = last.side === 'CREDIT' ? 'credit' : 'debit';
  return [
    {
      kind: 'OPEN_END',
      message: `This file does not say where it ends. Its last line is a ${side} of ${formatRupeesOfPaise(last.amountPaise)} on ${formatBankDay(last.date)}: nothing may follow it at your bank.`,
    },
  ];
}
