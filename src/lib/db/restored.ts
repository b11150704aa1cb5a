/** Remembers, in the database itself, that a backup was restored into it and nothing was recorded about that yet. */
import { sql } from 'kysely';
import type { Db } from './client.ts';

const MARK = 'restored from a backup of ';

/** Run it in the transaction that restores. It works in the schema of every version. @param takenAt ISO 8601 in UTC */
export function markRestored(takenAt: string): string {
  return `COMMENT ON TABLE migrations IS '${MARK}${takenAt.replaceAll("'", '')}'`;
}

/** When the restored backup was taken; null when nothing is left to record. */
export async function findRestored(db: Db): Promise<string | null> {
  const { rows } = await sql<{ mark: string | null }>`
    SELECT obj_description('migrations'::regclass, 'pg_class') AS mark`.execute(db);
  const mark = rows[0]?.mark ?? '';
  return mark.startsWith(MARK) ? mark.slice(MARK.length) : null;
}

/** One program at a time records a restore, until its transaction ends. */
export async function lockRestored(tx: Db): Promise<void> {
  await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
}

export async function clearRestored(tx: Db): Promise<void> {
  await sql`COMMENT ON TABLE migrations IS NULL`.execute(tx);
}
