/** Counters in the database, so that all nodes share them. One upsert per attempt keeps them exact under parallel calls. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface Count {
  readonly count: number;
  /** Until the window ends, at least 1. */
  readonly secondsLeft: number;
}

/**
 * Counts one attempt on each key, in one statement. Parallel calls lock the rows in the order of the keys given. The commit
 * does not wait for the disk: a crash of the database forgets the counts of less than a second.
 * @returns the counts of the current windows, in that order
 */
export async function count(
  db: Db,
  attempts: readonly { readonly key: string; readonly windowSeconds: number }[],
): Promise<Count[]> {
  const values = attempts.map(
    ({ key, windowSeconds }) => sql`(${key}::text, 1, now() + make_interval(secs => ${windowSeconds}))`,
  );
  const { rows } = await sql<{ key: string; count: number; left: number }>`
    INSERT INTO rate_limits AS r (key, count, ends_at)
    SELECT * FROM (VALUES ${sql.join(values)}) AS attempts
    WHERE set_config('synchronous_commit', 'off', true) = 'off'
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.ends_at <= now() THEN 1 ELSE r.count + 1 END,
      ends_at = CASE WHEN r.ends_at <= now() THEN excluded.ends_at ELSE r.ends_at END
    RETURNING key, count, ceil(extract(epoch FROM ends_at - now()))::int AS left`.execute(db);
  return attempts.map(({ key, windowSeconds }) => {
    const row = rows.find((counted) => counted.key === key);
    // A parallel call may have begun the window a moment after this one read its clock.
    return { count: row?.count ?? 1, secondsLeft: Math.min(windowSeconds, Math.max(1, row?.left ?? windowSeconds)) };
  });
}

export async function forget(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Takes one attempt back from each counter. */
export async function uncount(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute();
}

export async function deleteEnded(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', sql<Date>`now()`).execute();
}
