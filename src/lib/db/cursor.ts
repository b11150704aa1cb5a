/** Reads results of any length in pages. */
import { type Expression, sql } from 'kysely';
import type { Db } from './client.ts';

const PAGE_ROWS = 1_000;

/**
 * All rows of one state of the database. Holds a connection until it is read to its end or given up: whoever reads must not
 * wait for long between pages (after 30 s the database ends an idle transaction).
 */
export async function* readInPages<T>(db: Db, query: Expression<T>): AsyncGenerator<T[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    // All of it will be read: without this the planner favours what begins soonest.
    await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx);
    await sql`DECLARE pages NO SCROLL CURSOR FOR ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<T>`FETCH ${sql.lit(PAGE_ROWS)} FROM pages`.execute(tx);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
    }
  } finally {
    // Nothing was written; a connection that is gone has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

const KEYED_ROWS = 5_000;

/**
 * Rows by a key, each page from behind the last one: no transaction is held open, and rows that are only ever added at the
 * end are read whole.
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

/** Below every number of a chain, also one that somebody has put there. */
export const BEFORE_ALL = -9_223_372_036_854_775_808n;
