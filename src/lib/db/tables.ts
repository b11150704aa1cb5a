/** Reads and changes the schema for backup and restore. Every name comes from PostgreSQL's catalogue and is quoted. */
import { type CopyClient, quoted } from './copy.ts';

/** Each database has its own record of migrations, and its own key. The migrations fill both. */
const OWN = ['migrations', 'company_binding_key'];
/**
 * Short-lived rows that a restore must not bring back: a session that ended after the backup would be valid again, a code
 * could be used twice. Nodes, verification runs and uploads under way belong to the installation. Drafts of statements are read
 * again.
 */
const TRANSIENT = [
  'sessions',
  'codes',
  'rate_limits',
  'nodes',
  'verifications',
  'media_arrivals',
  'statement_drafts',
  'statement_draft_rows',
];

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables that belong in a backup, by name. */
export const listTables = (client: CopyClient): Promise<TableShape[]> => listExcept(client, [...OWN, ...TRANSIENT]);

/** The tables that belong in a copy of the whole installation: all but the record of migrations. */
export const listAllTables = (client: CopyClient): Promise<TableShape[]> => listExcept(client, ['migrations']);

function listExcept(client: CopyClient, names: readonly string[]): Promise<TableShape[]> {
  return client.query<{ name: string; columns: string[] }>(
    `SELECT t.table_name::text AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND t.table_name <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [names],
  );
}

export async function countRows(client: CopyClient, table: string): Promise<number> {
  const [row] = await client.query<{ count: unknown }>(`SELECT count(*) FROM ${quoted(table)}`);
  return Number(row?.count);
}

/** The first table with a row, other than those that each database has of its own; null if all are empty. */
export async function findFilledTable(client: CopyClient): Promise<string | null> {
  const tables = await client.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL ($1) ORDER BY 1`,
    [OWN],
  );
  for (const { name } of tables) {
    const [row] = await client.query<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${quoted(name)}) AS filled`);
    if (row?.filled) return name;
  }
  return null;
}

/** The names and checksums of the applied migrations; null if the database has no record of them. */
export async function readMigrations(client: CopyClient): Promise<{ name: string; checksum: string }[] | null> {
  const [record] = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  return record?.exists ? client.query(`SELECT name, checksum FROM migrations ORDER BY name`) : null;
}

/** One line for each account that may do more than a member may, for the operator to compare with those that they know. */
export async function listPrivileged(client: CopyClient): Promise<string[]> {
  const rows = await client.query<{ line: string }>(
    `SELECT line FROM (
       SELECT 1 AS nth, 'super admin ' || email AS line FROM super_admins
       UNION ALL
       SELECT 2, 'admin of ' || c.token_symbol || ' ' || u.email || CASE u.status WHEN 'ACTIVE' THEN '' ELSE ' (' || lower(u.status) || ')' END
       FROM users u JOIN companies c ON c.id = u.company_id WHERE u.role = 'ADMIN') accounts ORDER BY nth, line`,
  );
  return rows.map((row) => row.line);
}

/**
 * Disables triggers and drops foreign keys and the indexes of no constraint, so that rows can be copied quickly and in any
 * order. @returns the statements that restore all of it; they check the foreign keys
 */
export async function dropConstraints(client: CopyClient, tables: readonly TableShape[]): Promise<string[]> {
  const names = tables.map((table) => table.name);
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT r.relname::text AS table, c.conname::text AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND r.relname = ANY ($1)`,
    [names],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `SELECT i.relname::text AS name, pg_get_indexdef(i.oid) AS definition
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
     WHERE r.relnamespace = current_schema()::regnamespace AND r.relname = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid)`,
    [names],
  );
  for (const name of names) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${quoted(name)}`);
  return [
    ...indexes.map((index) => index.definition),
    ...keys.map((key) => `ALTER TABLE ${quoted(key.table)} ADD CONSTRAINT ${quoted(key.name)} ${key.definition}`),
    ...names.map((name) => `ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`),
    ...names.map((name) => `ANALYZE ${quoted(name)}`),
  ];
}
