/** Reads results of any length in pages. */
import { type Expression, sql } from 'kysely';
import { type Db, openSnapshot } from './client.ts';

const PAGE_ROWS = 1_000;

/**
 * All rows of one snapshot of the database. Occupies a connection until the caller reads to the end or returns. The caller must
 * not pause for long between pages: after 30 s the database ends an idle transaction.
 */
export async function* readInPages<T>(db: Db, query: Expression<T>): AsyncGenerator<T[]> {
  const { tx, end } = await openSnapshot(db);
  try {
    // All rows will be read. By default the planner optimises a cursor for its first rows.
    await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx);
    await sql`DECLARE pages NO SCROLL CURSOR FOR ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<T>`FETCH ${sql.lit(PAGE_ROWS)} FROM pages`.execute(tx);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
    }
  } finally {
    await end();
  }
}

const KEYED_ROWS = 5_000;

/**
 * Keyset pagination: no transaction stays open between pages. Complete for tables that only grow at the end of the key.
 * @param start below every key
 * @param page at most `limit` rows with keys above `after`, in the order of the keys
 */
export async function* readByKey<Row, Key>(
  start: Key,
  page: (after: Key, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  let after = start;
  for (;;) {
    const rows = await page(after, KEYED_ROWS);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < KEYED_ROWS) return;
    after = keyOf(last);
  }
}

/** The lowest bigint: below every number in a chain, including numbers that somebody inserted by hand. */
export const BEFORE_ALL = -9_223_372_036_854_775_808n;
