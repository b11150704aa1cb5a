/** Forward-only migrations: under a lock, a transaction a file, each with a checksum that is compared ever after. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openAppRole } from './app-role.ts';
import { type Db, inTransaction } from './client.ts';

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.replace(/^.*\//, ''),
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * Brings the schema up to date. Safe to call from many nodes at once.
 * @returns the names that were applied now
 * @throws Error when an applied file has changed, the database is ahead of this program, or its user lacks a right
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  // Before too: what a server of others lacks is said in words and not by a migration that fails.
  await openAppRole(db);
  await createTable(db);
  const applied: string[] = [];
  for (const migration of list) {
    const did = await inTransaction(db, async (tx) => {
      // The table itself is the lock: it works wherever the tables do, and ends with the transaction.
      await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
      const found = await sql<{
        checksum: string;
      }>`SELECT checksum FROM migrations WHERE name = ${migration.name}`.execute(tx);
      const row = found.rows[0];
      if (row && row.checksum !== migration.checksum) {
        throw new Error(
          `Migration ${migration.name} was changed after it was applied. Restore the file and add a new one.`,
        );
      }
      if (row) return false;
      await sql.raw(migration.text).execute(tx);
      await sql`INSERT INTO migrations (name, checksum) VALUES (${migration.name}, ${migration.checksum})`.execute(tx);
      return true;
    });
    if (did) applied.push(migration.name);
  }
  const known = new Set(list.map((m) => m.name));
  const all = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
  const ahead = all.rows.map((r) => r.name).filter((name) => !known.has(name));
  if (ahead.length > 0)
    throw new Error(`The database is ahead of this program (${ahead.join(', ')}). Start a newer version.`);
  await openAppRole(db);
  return applied;
}

async function createTable(db: Db): Promise<void> {
  const exists = await sql<{ there: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS there`.execute(db);
  if (exists.rows[0]?.there) return;
  try {
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  } catch (cause) {
    // Two nodes creating it in the same instant: the other one won, and the table stands.
    const now = await sql<{ there: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS there`.execute(db);
    if (!now.rows[0]?.there) throw cause;
  }
}
