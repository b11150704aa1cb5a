/** More ways of SQL with the owner's access (N7, decision 0756): sessions, mails, the signing migration, a company that is the platform. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '@/lib/db/client.ts';
import { PLATFORM_ID } from '@/lib/db/schema/schema.ts';
import { findFault } from '@/lib/launch/packing/verification/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { NO_HEADS } from '@/lib/transparency-log/heads/service.ts';
import { verifyTrails } from '@/lib/transparency-log/trail/service.ts';
import { grantUnsigned } from '@/lib/transparency-log/trail/writers/service.ts';
import { type Account, companyIdOf, makeMember, makeRecordedMember, noteStates } from '../support/accounts.ts';
import { askCode } from '../support/codes.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const OPTIONS = { secrets: secretsOf(APP_SECRET), heads: NO_HEADS };
let home: TestDatabase;
let site: Site;
let companyId: string;
beforeAll(async () => {
  home = await testDatabase();
  site = await startSite({ databaseUrl: home.url });
  companyId = await companyIdOf(site);
  await noteStates(site);
});
afterAll(async () => {
  await site?.remove();
  await home?.drop();
});

const sessionFaults = (): Promise<string[]> =>
  home.database.platform
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const faults: string[] = [];
      for await (const { values } of verifyTrails(tx, { ...OPTIONS, anchors: [] }))
        faults.push(...values.filter((value) => value.startsWith('sessions ')));
      return faults;
    });
const platform = () => home.database.platform;
const logOut = (who: Account) =>
  site.call('POST', '/api/v1/user/auth/logout', { token: who.token, ip: freshIp(), body: {} });

it.each([
  ['that never ends', sql`expires_at = 'infinity'`],
  ['that lasts longer', sql`expires_at = expires_at + interval '1 day'`],
  ['that may be idle for years', sql`idle_seconds = 2000000000`],
  ['that is always confirmed', sql`authenticated_at = '2030-01-01'`],
  ['that was always seen', sql`seen_at = '2030-01-01'`],
  ['that began later', sql`created_at = created_at + interval '1 hour', expires_at = expires_at + interval '1 hour'`],
])('names a session %s', async (_, change) => {
  const member = await makeRecordedMember(site, {});
  expect(await sessionFaults()).toEqual([]);
  await sql`UPDATE sessions SET ${change} WHERE user_id = ${member.id}`.execute(platform());
  expect(await sessionFaults()).toEqual([expect.stringContaining('a time was changed without an entry')]);
  await sql`DELETE FROM sessions WHERE user_id = ${member.id}`.execute(platform());
});

it('names a session that ended and is there again', async () => {
  const member = await makeRecordedMember(site, {});
  await sql`CREATE TABLE ended_session AS SELECT * FROM sessions WHERE user_id = ${member.id}`.execute(platform());
  expect((await logOut(member)).status).toBe(200);
  await sql`INSERT INTO sessions SELECT * FROM ended_session`.execute(platform());
  await sql`DROP TABLE ended_session`.execute(platform());
  expect(await sessionFaults()).toEqual([expect.stringContaining('or it has ended by one')]);
  await sql`DELETE FROM sessions WHERE user_id = ${member.id}`.execute(platform());
});

it('sends no mail whose address SQL has changed', async () => {
  const member = await makeMember(site, {});
  await sql`CREATE FUNCTION elsewhere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.to_address := 'thief@example.org'; RETURN NEW; END $$`.execute(platform());
  await sql`CREATE TRIGGER elsewhere BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION elsewhere()`.execute(
    platform(),
  );
  expect((await askCode(site, 'reset', member.email)).status).toBe(200);
  const ended = async () =>
    (
      await platform()
        .selectFrom('mails')
        .select(['state', 'last_error'])
        .where('to_address', '=', 'thief@example.org')
        .execute()
    )[0];
  await expect.poll(ended, { timeout: 10_000 }).toEqual({
    state: 'FAILED',
    last_error: expect.stringContaining('another address than the mail was written for'),
  });
  await sql`DROP TRIGGER elsewhere ON mails; DROP FUNCTION elsewhere()`.execute(platform());
});

it('grants no second hour of unsigned entries when the migration that signs is applied again', async () => {
  const grants = async () =>
    (await platform().selectFrom('audit_entries').select('seq').where('action', '=', 'writer.grant').execute()).length;
  const before = await grants();
  await inTransaction(platform(), (tx) => grantUnsigned(OPTIONS.secrets)(tx, '0760_writers.sql'));
  expect(await grants()).toBe(before);
});

it('has no company with the id of the platform', async () => {
  const company = sql`INSERT INTO companies SELECT (jsonb_populate_record(c, jsonb_build_object('id', ${PLATFORM_ID}::text, 'token_symbol', 'ROGUE'))).*
    FROM companies c WHERE id = ${companyId}`;
  await expect(company.execute(platform())).rejects.toThrow('companies_are_not_the_platform');
});

it.each(['audit', 'ledger'] as const)(
  'makes no pack while a restore of the %s waits, also one that SQL made up',
  async (kind) => {
    const fault = () =>
      platform()
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => findFault(tx, companyId, OPTIONS));
    await sql`INSERT INTO log_rollbacks (scope_id, kind, source, size) VALUES (${companyId}, ${kind}, 'restore', 0)`.execute(
      platform(),
    );
    expect(await fault()).toMatchObject({ reason: expect.stringContaining('nobody has confirmed it') });
    await sql`DELETE FROM log_rollbacks`.execute(platform());
  },
);
