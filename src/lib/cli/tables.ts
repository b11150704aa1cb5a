/** What backup and restore ask of the catalogue. Names come from there and are quoted; nothing here is a person's. */
import { type Copier, quoted } from '../db/copy.ts';

/** The record of migrations, which each database keeps for itself. */
const OWN = ['migrations'];
/**
 * What passes by itself and must not come back: a session that was ended after the backup would be alive again, a code
 * could be used twice; nodes and when they looked are of the installation.
 */
const PASSING = ['sessions', 'codes', 'rate_limits', 'nodes', 'verifications'];

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables that a backup holds, in the order of their names. */
export async function listTables(copier: Copier): Promise<TableShape[]> {
  const rows = await copier.query<{ name: string; columns: string[] }>(
    `SELECT t.table_name::text AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND t.table_name <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [[...OWN, ...PASSING]],
  );
  return rows;
}

export async function countRows(copier: Copier, table: string): Promise<number> {
  const [row] = await copier.query<{ count: unknown }>(`SELECT count(*) FROM ${quoted(table)}`);
  return Number(row?.count);
}

/** The first table of the schema, of whichever kind, that has a row; null when all are empty. */
export async function firstFilled(copier: Copier): Promise<string | null> {
  const tables = await copier.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL ($1) ORDER BY 1`,
    [OWN],
  );
  for (const { name } of tables) {
    const [row] = await copier.query<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${quoted(name)}) AS filled`);
    if (row?.filled) return name;
  }
  return null;
}

/** The names and checksums of the migrations that are in; null without a record of them. */
export async function readMigrations(copier: Copier): Promise<{ name: string; checksum: string }[] | null> {
  const [there] = await copier.query<{ there: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
  return there?.there ? copier.query(`SELECT name, checksum FROM migrations ORDER BY name`) : null;
}

/**
 * Takes away what stands in the way of copying rows in any order, and quickly: triggers, foreign keys and indexes that keep
 * no rule. @returns the statements that put all of it back; the keys are checked then
 */
export async function loosen(copier: Copier, tables: readonly TableShape[]): Promise<string[]> {
  const names = tables.map((it) => it.name);
  const keys = await copier.query<{ table: string; name: string; definition: string }>(
    `SELECT r.relname::text AS table, c.conname::text AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND r.relname = ANY ($1)`,
    [names],
  );
  const indexes = await copier.query<{ name: string; definition: string }>(
    `SELECT i.relname::text AS name, pg_get_indexdef(i.oid) AS definition
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
     WHERE r.relnamespace = current_schema()::regnamespace AND r.relname = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid)`,
    [names],
  );
  for (const name of names) await copier.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  for (const { table, name } of keys)
    await copier.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of indexes) await copier.query(`DROP INDEX ${quoted(name)}`);
  return [
    ...indexes.map((it) => it.definition),
    ...keys.map((it) => `ALTER TABLE ${quoted(it.table)} ADD CONSTRAINT ${quoted(it.name)} ${it.definition}`),
    ...names.map((name) => `ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`),
    ...names.map((name) => `ANALYZE ${quoted(name)}`),
  ];
}
