/* Which days of an account the imported statements cover: only there a claim without a row is not at the bank. */
import { BANK_DELAY_DAYS, DAY_MS } from './suggest.rules.ts';

/** The first and the last day of a statement, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The days of an account that were read. */
export interface ReadAccount {
  /** The day of its newest row, `YYYY-MM-DD`. */
  readonly until: string;
  /** As `coveredBy` gives them. */
  readonly covered: readonly Period[];
}

/** The days of each account that were read, by `beneficiaryId`. */
export type ReadAccounts = ReadonlyMap<string, ReadAccount>;

const earlier = (day: string): string =>
  new Date(Date.parse(day) - BANK_DELAY_DAYS * DAY_MS).toISOString().slice(0, 10);

/**
 * The days of submission whose payments the statements would have, sorted and joined: from three days before the first day of a
 * statement, as banks may date a payment later, until before its last day.
 */
export function coveredBy(statements: readonly Period[]): Period[] {
  const covered: Period[] = [];
  const sorted = statements.map(({ from, to }) => ({ from: earlier(from), to }));
  for (const next of sorted.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = covered.at(-1);
    if (!last || last.to < next.from) covered.push(next);
    else if (last.to < next.to) covered[covered.length - 1] = { from: last.from, to: next.to };
  }
  return covered;
}

/** Whether the statements would have the payment of a claim that was submitted on this day. */
export const isRead = ({ until, covered }: ReadAccount, day: string): boolean =>
  until > day && covered.some(({ from, to }) => from <= day && day < to);
