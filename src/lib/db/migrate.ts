/** Forward-only migrations: one transaction per file, under a lock. The checksum of an applied file is compared at each start. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction } from './client.ts';
import { sqlState } from './errors.ts';

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

/** Long enough for a statement that waits for others of 30 s. */
const LOCK_TIMEOUT = '45s';
const LOCK_NOT_AVAILABLE = '55P03';

/** A large table takes longer than other statements may, and another node may hold a lock of the start for long. */
export async function allowLongStatements(tx: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`SET LOCAL lock_timeout = '30min'`.execute(tx);
}

/** Runs with a migration, in its transaction. It may use the columns of that migration and of those before it alone. */
export type OnApplied = (tx: Db, name: string) => Promise<void>;

/**
 * Brings the schema up to date. `prepareCompanyLogin` comes first. Several nodes may call it at the same time.
 * @returns the names that were applied now
 * @throws Error if an applied file has changed, or the database is ahead of this program
 */
export async function migrate(
  db: Db,
  list: readonly Migration[] = migrations,
  onApplied?: OnApplied,
): Promise<string[]> {
  await createTable(db);
  const applied: string[] = [];
  for (const migration of list) {
    const did = await inTransaction(db, async (tx) => {
      await allowLongStatements(tx);
      // The table itself is the lock: nothing else is needed, and it ends with the transaction.
      await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
      const { rows } = await sql<{
        checksum: string;
      }>`SELECT checksum FROM migrations WHERE name = ${migration.name}`.execute(tx);
      const row = rows[0];
      if (row && row.checksum !== migration.checksum) {
        throw new Error(
          `Migration ${migration.name} was changed after it was applied. Restore the file and add a new one.`,
        );
      }
      if (row) return false;
      // Other nodes may serve meanwhile: a table that one of them uses for long must not make all others wait behind us.
      await sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
      await sql
        .raw(migration.text)
        .execute(tx)
        .catch((cause: unknown) => {
          if (sqlState(cause) !== LOCK_NOT_AVAILABLE) throw cause;
          throw new Error(
            `Migration ${migration.name} waited ${LOCK_TIMEOUT} for a table that something else uses. Nothing was changed. Start again, or stop the other nodes first.`,
            { cause },
          );
        });
      await sql`INSERT INTO migrations (name, checksum) VALUES (${migration.name}, ${migration.checksum})`.execute(tx);
      await onApplied?.(tx, migration.name);
      return true;
    });
    if (did) applied.push(migration.name);
  }
  const known = new Set(list.map((m) => m.name));
  const all = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
  const ahead = all.rows.map((r) => r.name).filter((name) => !known.has(name));
  if (ahead.length > 0)
    throw new Error(`The database is ahead of this program (${ahead.join(', ')}). Start a newer version.`);
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
    // `IF NOT EXISTS` fails if two nodes create it in the same instant. The table exists then.
    const now = await sql<{ there: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS there`.execute(db);
    if (!now.rows[0]?.there) throw cause;
  }
}

/** This program's migrations of these names. @throws Error if it lacks one, or has another version of one */
export function ownMigrations(wanted: readonly Pick<Migration, 'name' | 'checksum'>[]): Migration[] {
  const unknown = wanted.filter(({ name }) => !migrations.some((own) => own.name === name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    throw new Error(`The data are those of a newer version (they have ${names}). Use that version.`);
  }
  const changed = wanted.find(({ name, checksum }) =>
    migrations.some((own) => own.name === name && own.checksum !== checksum),
  );
  if (changed)
    throw new Error(`The data were made with another version of ${changed.name}. Use the program that made them.`);
  const names = new Set(wanted.map(({ name }) => name));
  return migrations.filter((own) => names.has(own.name));
}
