/** For a trail of any length: the queries of admins use its indexes. */
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTrail, type TrailFilter } from '../../src/lib/audit-log/store.ts';
import { searchTerms } from '../../src/lib/core/search.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

/** With the company's own, not sealed yet: that its row was recorded, by the program. */
const ENTRIES = 60_000;
const PEOPLE = 3_000;

let home: TestDatabase;
let companyId: string;
let someone: string;
beforeAll(async () => {
  home = await testDatabase();
  const db = home.database.platform;
  companyId = await makeCompany(home);
  await sql`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, search_text)
    SELECT ${companyId}, 'p' || n || '@example.com', 'Person ' || n, '+919876543210', 'M' || n, 'x', 'person' || n || ' m' || n
    FROM generate_series(1, ${PEOPLE}::int) AS n`.execute(db);
  await sql`
    INSERT INTO audit_entries (scope_id, seq, actor_kind, actor_id, action, subject_kind, subject_id, created_at, prev_hash, hash)
    SELECT ${companyId}, n, CASE WHEN n % 500 = 0 THEN 'system' ELSE 'member' END, CASE WHEN n % 500 <> 0 THEN u.id END,
      CASE WHEN n % 1000 = 0 THEN 'settings.update' WHEN n % 3 = 0 THEN 'purchase.submit' ELSE 'session.start' END,
      'user', u.id, now() - make_interval(mins => ${ENTRIES} - n), '', ''
    FROM generate_series(2, ${ENTRIES}::int) AS n
    JOIN (SELECT row_number() OVER (ORDER BY id) AS nth, id FROM users) AS u ON u.nth = 1 + n % ${PEOPLE}::int`.execute(
    db,
  );
  await sql`UPDATE log_checkpoints SET size = ${ENTRIES - 1} WHERE scope_id = ${companyId} AND kind = 'audit'`.execute(
    db,
  );
  await sql`ANALYZE`.execute(db);
  ({ id: someone } = await db
    .selectFrom('users')
    .select('id')
    .where('member_id', '=', 'M77')
    .executeTakeFirstOrThrow());
}, 60_000);
afterAll(() => home?.drop());

/** Lists the trail. @returns what it returned, and the plan of each query */
async function listWithPlans(filter: Partial<TrailFilter>): Promise<{ total: number; rows: number; plans: string }> {
  const db = home.database.company(companyId);
  const queries: CompiledQuery[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const whole = { companyId, page: 1, limit: 10, search: null, ...filter };
  const { rows, total } = await listTrail(db.withPlugin(noting), whole);
  const plans: string[] = [];
  for (const query of queries) {
    const explained = CompiledQuery.raw(`EXPLAIN ${query.sql}`, [...query.parameters]);
    const plan = await db.executeQuery<{ 'QUERY PLAN': string }>(explained);
    plans.push(...plan.rows.map((row) => row['QUERY PLAN']));
  }
  return { total, rows: rows.length, plans: plans.join('\n') };
}

const search = (text: string, more: { actions?: string[]; actorKind?: 'system' | null } = {}) => ({
  search: { text, terms: searchTerms(text), actions: [], actorKind: null, ...more },
});

it.each([
  ['nothing', {}, ENTRIES],
  ['a page in the middle', { page: 3_000 }, ENTRIES],
  ['the last page', { page: ENTRIES / 10 }, ENTRIES],
  ['an action', { actions: ['settings.update'] }, 60],
  ['several actions', { actions: ['settings.update', 'purchase.submit'] }, 1_001],
  ['two days', { from: '2026-01-01', to: '2026-01-02' }, null],
  ['one account', { userId: 'someone' }, 20],
  ['a person', search('person77'), null],
  ['nobody', search('nobody-of-this-name'), 0],
  ['more people than are looked up one by one', search('person'), 1_001],
  ['the words of an action', search('settings changed', { actions: ['settings.update'] }), 60],
  ['the program', search('the program', { actorKind: 'system' }), 121],
] as const)('of %s', async (_, filter, expected) => {
  const { total, rows, plans } = await listWithPlans(
    'userId' in filter ? { userId: someone } : (filter as Partial<TrailFilter>),
  );
  if (expected !== null) expect(total).toBe(expected);
  expect(rows).toBe(Math.min(10, total));
  expect(plans).toMatch(/audit_/);
  expect(plans).not.toMatch(/Seq Scan on audit_entries/);
});
