/** One page of a list with the number of all its rows, in one statement. */
import type { SelectQueryBuilder } from 'kysely';
import type { PageRequest } from '../core/pagination.ts';

interface Counted {
  readonly total: bigint;
}

/**
 * The number comes as a column of each row. Only a page behind the last row has none, and asks again.
 * @param rows the rows of the page
 * @param count the number of all rows
 */
export async function readPage<DB, T extends keyof DB, Row, CountDB, CountT extends keyof CountDB>(
  rows: SelectQueryBuilder<DB, T, Row>,
  count: SelectQueryBuilder<CountDB, CountT, Counted>,
  { page }: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const records = (await rows.select(count.as('total')).execute()) as (Row & Counted)[];
  const [first] = records;
  if (first) return { rows: records, total: Number(first.total) };
  return { rows: [], total: page === 1 ? 0 : Number((await count.executeTakeFirstOrThrow()).total) };
}
