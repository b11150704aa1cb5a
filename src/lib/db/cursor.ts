/** Reads a result of any length in pages, all of one state of the database. */
import { type Expression, sql } from 'kysely';
import type { Db } from './client.ts';

const PAGE_ROWS = 1_000;

/**
 * Holds a connection until it is read to its end or given up: whoever reads must not wait for long between pages (after
 * 30 s the database ends an idle transaction).
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
