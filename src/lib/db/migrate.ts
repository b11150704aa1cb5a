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

/** Runs each, in their order. */
export const inTurn =
  (...all: readonly OnApplied[]): OnApplied =>
  async (tx, name) => {
    for (const onApplied of all) await onApplied(tx, name);
  };

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
  // Nearly every start finds nothing to do: one statement tells it, in place of a transaction for each file.
  const stored = await readApplied(db);
  const applied: string[] = [];
  for (const migration of list) {
    if (isApplied(migration, stored)) continue;
    const did = await inTransaction(db, async (tx) => {
      await allowLongStatements(tx);
      // The table itself is the lock: nothing else is needed, and it ends with the transaction.
      await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
      if (isApplied(migration, await readApplied(tx))) return false;
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
  const ahead = [...(await readApplied(db)).keys()].filter((name) => !known.has(name));
  if (ahead.length > 0)
    throw new Error(`The database is ahead of this program (${ahead.join(', ')}). Start a newer version.`);
  return applied;
}

/** @returns the checksum of each applied migration, by its name */
async function readApplied(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`.execute(db);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** @throws Error if a migration of that name was applied with another text */
function isApplied({ name, checksum }: Migration, stored: ReadonlyMap<string, string>): boolean {
  const before = stored.get(name);
  if (before === undefined) return false;
  if (before === checksum) return true;
  throw new Error(`Migration ${name} was changed after it was applied. Restore the file and add a new one.`);
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
