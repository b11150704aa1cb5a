/** Counters in the database, so that they hold across nodes: one upsert a count, exact under parallel calls. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Counts one and tells the new count of the running window, and the seconds until it ends. */
export async function count(
  db: Db,
  key: string,
  windowSeconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; left: number }>`
    INSERT INTO rate_limits AS r (key, count, ends_at)
    VALUES (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.ends_at <= now() THEN 1 ELSE r.count + 1 END,
      ends_at = CASE WHEN r.ends_at <= now() THEN excluded.ends_at ELSE r.ends_at END
    RETURNING count, ceil(extract(epoch FROM ends_at - now()))::int AS left`.execute(db);
  const row = rows[0];
  return { count: row?.count ?? 1, secondsLeft: Math.max(1, row?.left ?? windowSeconds) };
}

/** The count of the running window without counting. */
export async function peek(db: Db, key: string): Promise<{ count: number; secondsLeft: number }> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', sql<number>`ceil(extract(epoch FROM ends_at - now()))::int`.as('left')])
    .where('key', '=', key)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return { count: row?.count ?? 0, secondsLeft: Math.max(0, row?.left ?? 0) };
}

export async function forget(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

export async function deleteEnded(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', sql<Date>`now()`).execute();
}
