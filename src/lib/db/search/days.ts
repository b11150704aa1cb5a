/** Days as bounds of a list. */
import { type RawBuilder, sql } from 'kysely';

export interface Days {
  /** 'YYYY-MM-DD', days in Asia/Kolkata, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The conditions that a time lies within the days; none without bounds. An index over the column serves them. */
export function withinDays(column: string, { from, to }: Days): RawBuilder<boolean>[] {
  const at = sql.ref(column);
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`]),
  ];
}
