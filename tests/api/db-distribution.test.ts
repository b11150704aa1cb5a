/** The schema can be split by company: several databases with some companies each, or Citus, can carry every table. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { BREACHES, KINDS, type Kind } from '../support/distribution.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home?.drop());

const names = new Map<string, Kind>(
  Object.entries(KINDS).flatMap(([kind, tables]) => tables.map((table): [string, Kind] => [table, kind as Kind])),
);
const isPlatform = (table: string): boolean => names.get(table) === 'platform';

/** The column that says where a row of the table lives. */
const columnOf = (table: string): string => (names.get(table) === 'scoped' ? 'scope_id' : 'company_id');

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(home.database.platform)).rows;
}

/** Each unique index without the column, primary keys included. */
async function wideIndexes(): Promise<string[]> {
  const rows = await rowsOf(sql<{ table: string; name: string; columns: string[] }>`
    SELECT c.relname AS table, i.relname AS name,
      (SELECT array_agg(coalesce(a.attname::text, '(expression)')) FROM unnest(x.indkey::int2[]) k
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k AND k > 0) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace`);
  return rows
    .filter(({ table, columns }) => !isPlatform(table) && !columns.includes(columnOf(table)))
    .map(({ table, name, columns }) => `unique ${table}: ${name} (${columns.join(', ')})`);
}

/** Tables with rows that cannot be placed. */
async function withoutPrimaryKey(): Promise<string[]> {
  const rows = await rowsOf(sql<{ table: string }>`
    SELECT c.relname AS table FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary)`);
  return rows.map(({ table }) => `no primary key ${table}`);
}

/** Foreign keys that may point to a row of another place: their columns do not pair the two columns of the company. */
async function wideReferences(): Promise<string[]> {
  const rows = await rowsOf(sql<{ table: string; target: string; name: string; pairs: string[] }>`
    SELECT c.relname AS table, t.relname AS target, f.conname AS name,
      (SELECT array_agg(a.attname || '=' || b.attname) FROM unnest(f.conkey, f.confkey) AS k(from_number, to_number)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.from_number
        JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.to_number) AS pairs
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace`);
  return rows
    .filter(({ table, target, pairs }) => {
      if (isPlatform(target)) return false;
      return isPlatform(table) || !pairs.includes(`${columnOf(table)}=${columnOf(target)}`);
    })
    .map(({ table, target, name }) => `reference ${table} to ${target}: ${name}`);
}

/** Triggers of a whole statement, which may touch rows of several places. */
async function statementTriggers(): Promise<string[]> {
  const rows = await rowsOf(sql<{ table: string; name: string }>`
    SELECT c.relname AS table, g.tgname AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND (g.tgtype & 1) = 0 AND c.relnamespace = 'public'::regnamespace`);
  return rows.filter(({ table }) => !isPlatform(table)).map(({ table, name }) => `statement trigger ${table}: ${name}`);
}

/** Exclusion constraints and sequences need one place that sees all rows. */
async function sharedObjects(): Promise<string[]> {
  const rows = await rowsOf(sql<{ what: string }>`
    SELECT 'exclusion ' || conname AS what FROM pg_constraint
      WHERE contype = 'x' AND connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'sequence ' || relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`);
  return rows.map(({ what }) => what);
}

interface Column {
  table: string;
  /** Those of `company_id` and `scope_id` that it has and that are NOT NULL. */
  required: string[];
  isUnderPolicy: boolean;
}
const columns = (): Promise<Column[]> =>
  rowsOf(sql<Column>`
    SELECT c.relname AS table,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnotnull AND NOT a.attisdropped
        AND a.attgenerated = '' AND a.attname IN ('company_id', 'scope_id')) AS required,
      EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid
        AND pg_get_expr(p.polqual, p.polrelid) LIKE '%current_company()%') AS "isUnderPolicy"
    FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);

test('each table has one kind, and its column fits the kind', async () => {
  const rows = await columns();
  expect(rows.map(({ table }) => table)).toEqual([...names.keys()].sort());
  for (const { table, required } of rows)
    if (!isPlatform(table)) expect({ table, required }).toEqual({ table, required: [columnOf(table)] });
});

test('a connection of a company reads each table of companies within its own place only', async () => {
  const open = (await columns()).filter(
    ({ table, isUnderPolicy }) => names.has(table) && !isPlatform(table) && !isUnderPolicy,
  );
  expect(open.map(({ table }) => table)).toEqual([]);
});

test('every key, reference and trigger stays within one company, but for those listed with a reason', async () => {
  const breaches = [
    ...(await withoutPrimaryKey()),
    ...(await wideIndexes()),
    ...(await wideReferences()),
    ...(await statementTriggers()),
    ...(await sharedObjects()),
  ];
  const listed = BREACHES.flatMap(({ items }) => items);
  // One that is listed and no longer there fails, too: the list only shrinks.
  expect(breaches.sort()).toEqual(listed.sort());
});

test('a planted breach of each rule is seen', async () => {
  const planted = await testDatabase();
  const before = home;
  home = planted;
  try {
    const [indexes, references, triggers, shared] = [
      await wideIndexes(),
      await wideReferences(),
      await statementTriggers(),
      await sharedObjects(),
    ];
    await sql
      .raw(`
      CREATE UNIQUE INDEX planted_index ON webhooks (id);
      ALTER TABLE webhooks ADD COLUMN planted_id uuid CONSTRAINT planted_reference REFERENCES webhooks (id);
      CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER planted_trigger AFTER INSERT ON webhooks FOR EACH STATEMENT EXECUTE FUNCTION planted();
      CREATE SEQUENCE planted_sequence;`)
      .execute(planted.database.platform);
    expect(await wideIndexes()).toEqual(expect.arrayContaining([...indexes, 'unique webhooks: planted_index (id)']));
    expect((await wideReferences()).length).toBe(references.length + 1);
    expect((await statementTriggers()).length).toBe(triggers.length + 1);
    expect(await sharedObjects()).toEqual([...shared, 'sequence planted_sequence']);
  } finally {
    home = before;
    await planted.drop();
  }
});
