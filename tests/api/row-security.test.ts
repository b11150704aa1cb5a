/** Row-level security: the database too decides what a company's connection sees, whatever a query forgets. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_ROLE, type Db } from '../../src/lib/db/client.ts';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

/** Tables without a company: a company's connection has no right on them at all. */
const OF_THE_PLATFORM = ['cluster_hosts', 'company_binding_key', 'migrations', 'rate_limits', 'super_admins'];
const NOBODY = '00000000-0000-4000-8000-000000000000';

let home: TestDatabase;
let one: string;
let other: string;
let member: Account;

interface Table {
  name: string;
  column: string | null;
  secured: boolean;
  policies: number;
}
let tables: Table[];

beforeAll(async () => {
  home = await testDatabase();
  one = await makeCompany(home);
  other = await makeCompany(home);
  member = await makeMember(home, { companyId: one });
  for (const companyId of [one, other]) {
    await makeMember(home, { companyId });
    await makeAdmin(home, { companyId });
  }
  await makeSuper(home);
  const { rows } = await sql<Table>`
    SELECT c.relname AS name, c.relrowsecurity AS secured,
      (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies,
      CASE WHEN c.relname = 'companies' THEN 'id' ELSE (
        SELECT attname FROM pg_attribute a WHERE a.attrelid = c.oid AND attname IN ('company_id', 'scope_id')
        ORDER BY attname DESC LIMIT 1) END AS column
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`.execute(
    home.database.platform,
  );
  tables = rows;
});
afterAll(() => home?.drop());

const count = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? -1;
};

test('every table of a tenant has a policy, and the role owns nothing', async () => {
  expect(tables.length).toBeGreaterThan(15);
  for (const { name, column, secured, policies } of tables) {
    if (OF_THE_PLATFORM.includes(name) || column === null) continue;
    expect({ name, secured, policies }).toEqual({ name, secured: true, policies: 1 });
  }
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
    WHERE r.rolname = ${APP_ROLE} AND c.relnamespace = 'public'::regnamespace`.execute(home.database.platform);
  expect(rows[0]?.n).toBe(0);
});

test('each policy compares the company of the row with that of the connection, for reading and for writing', async () => {
  const { rows } = await sql<{ name: string; seen: string; written: string }>`
    SELECT tablename AS name, qual AS seen, with_check AS written FROM pg_policies WHERE schemaname = 'public'`.execute(
    home.database.platform,
  );
  const columns = new Map(tables.map(({ name, column }) => [name, column]));
  const own = (name: string): string => `(${columns.get(name)} = ( SELECT current_company() AS current_company))`;
  expect(rows.map(({ name, seen, written }) => [name, seen, written])).toEqual(
    rows.map(({ name }) => [name, own(name), own(name)]),
  );
});

test('tables without a company are not accessible', async () => {
  const db = home.database.company(one);
  for (const { name, column } of tables) {
    if (column !== null) continue;
    await expect(count(db, name), name).rejects.toThrow(/permission denied/);
  }
});

test.each([
  ['without a company', ''],
  ['as a company that is none', NOBODY],
])('a connection %s sees nothing', async (_, id) => {
  await home.database.platform.connection().execute(async (db) => {
    await sql`SELECT set_config('role', ${APP_ROLE}, false), set_config('app.company_binding', ${id}, false)`.execute(
      db,
    );
    for (const { name, column } of tables)
      if (column !== null) expect([name, await count(db, name)]).toEqual([name, 0]);
    await sql`RESET ROLE`.execute(db);
  });
});

describe('the connection of a company', () => {
  test('sees its own rows and no others, even if a query forgets the company', async () => {
    const db = home.database.company(one);
    expect(await db.selectFrom('companies').select('id').execute()).toEqual([{ id: one }]);
    const users = await db.selectFrom('users').select('company_id').execute();
    expect(users.length).toBe(3);
    expect(new Set(users.map((u) => u.company_id))).toEqual(new Set([one]));
    expect((await db.selectFrom('sessions').select('company_id').execute()).every((s) => s.company_id === one)).toBe(
      true,
    );
  });

  test('cannot change or delete rows of another company', async () => {
    const db = home.database.company(other);
    const changed = await db
      .updateTable('users')
      .set({ name: 'Mallory' })
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(0n);
    const gone = await db.deleteFrom('sessions').where('user_id', '=', member.id).executeTakeFirst();
    expect(gone.numDeletedRows).toBe(0n);
    const row = await home.database.platform
      .selectFrom('users')
      .select('name')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(row).toEqual({ name: 'Asha Rao' });
  });

  test('cannot insert rows of another company, or add or delete a company', async () => {
    const db = home.database.company(other);
    await expect(
      db.insertInto('media_arrivals').values({ company_id: one, storage_key: 'x' }).execute(),
    ).rejects.toThrow(/row-level security/);
    await expect(db.deleteFrom('companies').where('id', '=', other).execute()).rejects.toThrow(/permission denied/);
  });

  test.each(['stock_entries', 'audit_entries', 'company_settings'] as const)('can only add to %s', async (table) => {
    const db = home.database.company(one);
    await expect(sql`DELETE FROM ${sql.table(table)}`.execute(db)).rejects.toThrow(/permission denied/);
    await expect(sql`TRUNCATE ${sql.table(table)}`.execute(db)).rejects.toThrow(/permission denied/);
  });

  test('is never reused for another company while the first one is still set', async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const id = i % 2 ? one : other;
        const rows = await home.database.company(id).selectFrom('companies').select('id').execute();
        return rows.length === 1 && rows[0]?.id === id;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
  });

  test('still searches names by the index', async () => {
    await sql`
      INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, search_text)
      SELECT ${one}, 'many' || i || '@example.com', 'x', '+919876543210', 'M' || i, 'x', md5(i::text)
      FROM generate_series(1, 5000) AS i`.execute(home.database.platform);
    await sql`ANALYZE users`.execute(home.database.platform);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT id FROM users WHERE company_id = ${one} AND search_text LIKE '%asha rao%'`.execute(
      home.database.company(one),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_search');
  });
});
