/** Rows and values of any table, made from PostgreSQL's catalogue, in a database whose constraints are dropped. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../src/lib/db/client.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Every table of the schema with its columns. */
export async function readCatalogue(db: Db): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column & { table: string }>`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1, a.attnum`.execute(db);
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

/** Any value fits then: only types and NOT NULL stay. */
export async function dropConstraints(db: Db): Promise<void> {
  for (const kind of ['f', 'c', 'u', 'x']) {
    const { rows } = await sql<{ table: string; name: string }>`
      SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
      WHERE contype = ${kind} AND connamespace = current_schema()::regnamespace`.execute(db);
    for (const { table, name } of rows)
      await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
  }
  const { rows } = await sql<{ name: string }>`
    SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE i.indisunique AND NOT i.indisprimary AND c.relnamespace = current_schema()::regnamespace`.execute(db);
  for (const { name } of rows) await sql`DROP INDEX ${sql.table(name)}`.execute(db);
}

const FIRST: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  boolean: 'false',
  'timestamp with time zone': "'2026-01-01Z'",
  'time without time zone': "'10:00'",
  date: "'2026-01-01'",
  bytea: "'\\x00'",
  jsonb: "'{}'",
  'text[]': "'{a}'",
  'uuid[]': 'ARRAY[gen_random_uuid()]',
};

const OTHER: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (it) => `coalesce(${it}, '') || 'x'`,
  integer: (it) => `coalesce(${it}, 0) + 1`,
  smallint: (it) => `coalesce(${it}, 0) + 1`,
  bigint: (it) => `coalesce(${it}, 0) + 1`,
  numeric: (it) => `coalesce(${it}, 0) + 1`,
  boolean: (it) => `NOT coalesce(${it}, false)`,
  'timestamp with time zone': (it) => `coalesce(${it}, now()) + interval '1 second'`,
  'time without time zone': (it) => `coalesce(${it}, '10:00') + interval '1 second'`,
  date: (it) => `coalesce(${it}, '2026-01-01') + 1`,
  bytea: (it) => `coalesce(${it}, '') || '\\x01'`,
  jsonb: (it) => `jsonb_build_array(${it})`,
  'text[]': (it) => `coalesce(${it}, '{}') || 'x'::text`,
  'uuid[]': (it) => `coalesce(${it}, '{}') || gen_random_uuid()`,
};

function known<T>(values: Readonly<Record<string, T>>, { type, name }: Column): T {
  const value = values[type];
  if (value === undefined) throw new Error(`no value is known for ${name}, which is a ${type}`);
  return value;
}

/** Inserts a row without triggers. @param given some of its values */
export async function insertAny(
  db: Db,
  table: string,
  columns: readonly Column[],
  given: Readonly<Record<string, string>>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const names = columns.map((column) => sql.ref(column.name));
    const values = columns.map((column) => {
      const own = given[column.name];
      return own === undefined ? sql.raw(known(FIRST, column)) : sql`${own}`;
    });
    await sql`INSERT INTO ${sql.table(table)} (${sql.join(names)}) VALUES (${sql.join(values)})
      ON CONFLICT DO NOTHING`.execute(tx);
  });
}

/** An expression for another value of a column. */
export const otherValue = (column: Column): RawBuilder<unknown> => sql.raw(known(OTHER, column)(`"${column.name}"`));
