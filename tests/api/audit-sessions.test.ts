/** Sessions that SQL made or changed are named by the verification: each start has an entry (docs/decisions/0660). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChangedValues } from '../../src/lib/audit/rows/service.ts';
import { PLATFORM_ID } from '../../src/lib/db/schema/schema.ts';
import { type Account, companyIdOf, makeAdmin, makeSuper, noteStates } from '../support/accounts.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [admin] = [await makeAdmin(site), await makeSuper(site)];
  await noteStates(site);
});
afterAll(() => site?.remove());

const UNDONE = new Error('undone');
/** The sentences of the verification about sessions after a statement, which is undone. */
async function findingsAfter(scopeId: string, statement: string): Promise<string[]> {
  let findings: string[] = [];
  await site.database.platform
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(statement).execute(tx);
      findings = await Array.fromAsync(findChangedValues(tx, scopeId));
      throw UNDONE;
    })
    .catch((cause: unknown) => {
      if (cause !== UNDONE) throw cause;
    });
  return findings.filter((text) => text.startsWith('sessions ')).map((text) => text.replace(/ [0-9a-f-]{36}/, ''));
}

const copyOf = (
  columns: string,
) => `INSERT INTO sessions (kind, scope_id, company_id, user_id, super_admin_id, cookie_hash,
    token_hash, idle_seconds, expires_at, created_at)
  SELECT kind, scope_id, company_id, user_id, super_admin_id, ${columns}, idle_seconds, expires_at, created_at FROM sessions
  WHERE scope_id = $`;
const ADDED = 'sessions was added without an entry';
const CHANGED =
  'sessions: kind, cookie_hash, token_hash or a time was changed without an entry, or it has ended by one';

it.each([
  ['as it is', 'SELECT 1', []],
  ['a session that SQL made', copyOf("sha256('a'), sha256('b')"), [ADDED]],
  ['another cookie', 'UPDATE sessions SET cookie_hash = sha256(cookie_hash) WHERE scope_id = $', [CHANGED]],
  ['another token', 'UPDATE sessions SET token_hash = sha256(token_hash) WHERE scope_id = $', [CHANGED]],
  [
    'exchanged secrets',
    'UPDATE sessions SET cookie_hash = token_hash, token_hash = cookie_hash WHERE scope_id = $',
    [CHANGED],
  ],
  ['another id', 'UPDATE sessions SET id = gen_random_uuid() WHERE scope_id = $', [ADDED]],
  ['one that has ended', `${copyOf("sha256('a'), sha256('b')")}; UPDATE sessions SET expires_at = now()`, []],
])('of a company and of the platform: %s', async (_, statement, expected) => {
  for (const scopeId of [companyId, PLATFORM_ID])
    expect(await findingsAfter(scopeId, statement.replaceAll('$', `'${scopeId}'`))).toEqual(expected);
});

it('another account, and another kind', async () => {
  const other = await makeAdmin(site);
  await noteStates(site);
  expect(
    await findingsAfter(companyId, `UPDATE sessions SET user_id = '${other.id}' WHERE user_id = '${admin.id}'`),
  ).toEqual([ADDED]);
  expect(await findingsAfter(companyId, `UPDATE sessions SET kind = 'member' WHERE user_id = '${admin.id}'`)).toEqual([
    CHANGED,
  ]);
});
