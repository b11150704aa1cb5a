/** The schema itself, which decides what may be in a row: whatever SQL changes of it is named (N7, decision 0754). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../src/lib/db/client.ts';
import { compareObjects, lineOf, readObjects } from '../../src/lib/db/objects.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home?.drop());

const db = (): Db => home.database.platform;
const UNDONE = new Error('undone');
/** All at each run take a minute. */
const STEP = 10;

/** Runs a statement, compares, and undoes it. @returns the faults */
async function namedAfter(statement: string): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql.raw(statement).execute(tx);
      ({ faults } = await compareObjects(tx));
      throw UNDONE;
    })
    .catch((cause: unknown) => {
      if (cause !== UNDONE) throw cause;
    });
  return faults;
}

test('the list has the objects that the migrations make; a migration renews it by `vitest -u`', async () => {
  const lines = (await inTransaction(db(), readObjects)).map(lineOf);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../src/lib/db/objects.txt');
});

test('the schema of a new database is right', async () => {
  expect((await inTransaction(db(), compareObjects)).faults).toEqual([]);
});

test('objects by chance are named when they are gone or switched off', async () => {
  const all = await inTransaction(db(), readObjects);
  const first = Math.floor(Math.random() * STEP);
  const objects = all.filter((_, i) => i % STEP === first);
  const switchOff = ({ kind, name, table }: (typeof objects)[number]): string | null => {
    const [own = ''] = name.split(' on ');
    switch (kind) {
      case 'trigger':
        return `ALTER TABLE ${table} DISABLE TRIGGER "${own}"`;
      case 'constraint':
        return `ALTER TABLE ${table} DROP CONSTRAINT "${own}" CASCADE`;
      case 'reference':
        return `ALTER TABLE ${(/ of (\S+) to /.exec(name) ?? [])[1]} DROP CONSTRAINT "${name.split(' of ')[0]}"`;
      case 'index':
        return `DROP INDEX ${own}`;
      case 'policy':
        return `DROP POLICY "${own}" ON ${table}`;
      case 'table':
        return `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY, ADD COLUMN added_by_sql text`;
      case 'function':
        return `ALTER ROUTINE ${name} ${name.length % 2 === 0 ? 'SET work_mem = 1024' : 'COST 7 SET work_mem = 1024'}`;
      default:
        return null;
    }
  };
  const missed: string[] = [];
  for (const object of objects) {
    const statement = switchOff(object);
    if (
      statement === null ||
      !(await namedAfter(statement)).some((fault) => fault.includes(`${object.kind} ${object.name} `))
    )
      missed.push(`${object.kind} ${object.name}`);
  }
  expect([all.length > 500, missed], `every ${STEP}th from ${first}`).toEqual([true, []]);
});

const STOLEN = `CREATE FUNCTION stolen(uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS 'SELECT $1'`;

test.each([
  'CREATE OR REPLACE FUNCTION today_in_india() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$',
  'CREATE RULE quiet AS ON UPDATE TO users DO INSTEAD NOTHING',
  'CREATE TRIGGER another BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  'ALTER TABLE purchases DISABLE TRIGGER ALL',
  // Objects of somebody else that run in the program's own connection or take the place of its tables.
  'CREATE SCHEMA ops; CREATE TABLE ops.note (id uuid REFERENCES companies ON DELETE CASCADE)',
  'CREATE SCHEMA ops; ALTER FUNCTION record_batch() SET search_path = ops, public, pg_temp',
  'CREATE TABLE note (id uuid REFERENCES companies ON DELETE CASCADE)',
  'CREATE ROLE mine; CREATE SCHEMA mine; CREATE VIEW mine.beneficiaries AS SELECT * FROM beneficiaries',
  'CREATE ROLE mine; CREATE SCHEMA mine; CREATE TABLE mine.users (id uuid)',
  'ALTER TABLE users ALTER COLUMN wallet_address SET DEFAULT $$0x1$$',
  'CREATE POLICY everybody ON users USING (true)',
  'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only',
  // A function that fits better than PostgreSQL's own takes its place, also for the comparison itself.
  `CREATE FUNCTION convert_to(a text, b text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT pg_catalog.convert_to('', b::name) $$`,
  `CREATE FUNCTION to_jsonb(users) RETURNS jsonb LANGUAGE sql STABLE AS $$ SELECT '{}'::jsonb $$`,
  `CREATE FUNCTION format(text, uuid, bigint, text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT '' $$`,
  `CREATE FUNCTION left(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '' $$`,
  `CREATE FUNCTION same(text, jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'; CREATE OPERATOR <> (LEFTARG = text, RIGHTARG = jsonb, FUNCTION = same)`,
  `${STOLEN}; CREATE INDEX stolen_key ON audit_entries (stolen(scope_id))`,
  'CREATE INDEX another ON users ((lower(email)))',
  'DROP INDEX audit_entries_action',
  'CREATE STATISTICS another ON (lower(email)), name FROM users',
  'CREATE TABLE child () INHERITS (refunds)',
  'ALTER TABLE nodes ALTER COLUMN version TYPE text COLLATE "C"',
  `CREATE ROLE mine; CREATE SCHEMA other AUTHORIZATION mine; SET LOCAL ROLE mine;
    CREATE FUNCTION other.convert_to(a text, b text) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$;
    RESET ROLE; SET LOCAL search_path = public, other`,
  ...['ALTER ROLE CURRENT_USER SET search_path = "$user", public, "other of mine"', 'SELECT 1'].map(
    (setting, n) => `CREATE ROLE mine; CREATE SCHEMA "${n === 0 ? 'other of mine' : 'mine'}" AUTHORIZATION mine;
      SET LOCAL ROLE mine; CREATE FUNCTION "${n === 0 ? 'other of mine' : 'mine'}".convert_to(a text, b text) RETURNS bytea
      LANGUAGE sql AS $$ SELECT ''::bytea $$; RESET ROLE; ${setting}`,
  ),
  "ALTER ROLE CURRENT_USER SET session_replication_role = 'replica'",
])('%s is named', async (statement) => {
  expect(await namedAfter(statement)).not.toEqual([]);
});

test('the comparison leaves the search path as it was', async () => {
  const path = async (tx: Db) => (await sql<{ search_path: string }>`SHOW search_path`.execute(tx)).rows;
  await inTransaction(db(), async (tx) => {
    const before = await path(tx);
    await compareObjects(tx);
    expect(await path(tx)).toEqual(before);
  });
});
