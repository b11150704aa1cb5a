/** SQL that points a session at another account opens nothing: it is bound to the one that it was made for (decision 0761). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindSessions, bindUnderPresentSecret } from '../../src/lib/auth/sessions/bound/service.ts';
import { inTransaction } from '../../src/lib/db/client.ts';
import { scopeIdOf } from '../../src/lib/db/schema/schema.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type Account, makeAdmin, makeMember, makeSuper, noteSessions, signIn } from '../support/accounts.ts';
import { type Site, startSite } from '../support/site.ts';

type Kind = 'member' | 'admin' | 'super';

/** A read that accounts of the kind may make, and nobody else. */
const READS: Record<Kind, string> = {
  member: '/api/v1/user/auth/sessions/list',
  admin: '/api/v1/company/auth/sessions/list',
  super: '/api/v1/superadmin/auth/sessions/list',
};

interface Person {
  readonly name: string;
  readonly kind: Kind;
  readonly account: Pick<Account, 'id' | 'token' | 'cookie'>;
  readonly companyId: string | null;
}

let site: Site;
const people: Person[] = [];

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  const [one, other, admin, colleague, owner] = [
    await makeMember(site, { isApproved: true }),
    await makeMember(site, { isApproved: true }),
    await makeAdmin(site),
    await makeAdmin(site),
    await makeSuper(site),
  ];
  const { companyId } = one;
  // The same admin, signed in to buy.
  const asBuyer = await signIn(site, { kind: 'member', companyId, accountId: admin.id });
  people.push(
    { name: 'a member', kind: 'member', account: one, companyId },
    { name: 'another member', kind: 'member', account: other, companyId },
    { name: 'an admin', kind: 'admin', account: admin, companyId },
    { name: 'the admin as a buyer', kind: 'member', account: { id: admin.id, ...asBuyer }, companyId },
    { name: 'another admin', kind: 'admin', account: colleague, companyId },
    { name: 'the super admin', kind: 'super', account: owner, companyId: null },
  );
});
afterAll(() => site?.remove());

const statusOf = async (kind: Kind, secret: { token: string } | { cookie: string }): Promise<number> =>
  (await site.call('GET', READS[kind], secret)).status;

/** Reads with the secrets of a person, as a kind of account: by the header, and by the cookie of that kind. @returns both statuses */
async function opened({ account }: Person, kind: Kind): Promise<number[]> {
  const value = account.cookie.slice(account.cookie.indexOf('=') + 1);
  const name = people.find((it) => it.kind === kind)?.account.cookie.split('=')[0];
  return [await statusOf(kind, { token: account.token }), await statusOf(kind, { cookie: `${name}=${value}` })];
}

/** Changes rows as the owner of the database can, with no trigger that sees it. */
const bySql = (change: ReturnType<typeof sql>): Promise<void> =>
  site.database.platform.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });

const ownSession = ({ account }: Person) => sql`token_hash = sha256(convert_to(${account.token}, 'UTF8'))`;

const idOf = async (person: Person): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM sessions WHERE ${ownSession(person)}`.execute(
    site.database.platform,
  );
  return rows[0]?.id ?? '';
};

const accountOf = ({ kind, companyId, account: { id } }: Person) => sql`kind = ${kind}, company_id = ${companyId}::uuid,
  scope_id = ${scopeIdOf(companyId)}::uuid, user_id = ${kind === 'super' ? null : id}::uuid,
  super_admin_id = ${kind === 'super' ? id : null}::uuid`;

test('each opens its own', async () => {
  for (const person of people) expect(await opened(person, person.kind), person.name).toEqual([200, 200]);
});

test('a session that belongs to another account, or is of another kind, opens nothing until it is changed back', async () => {
  for (const person of people)
    for (const other of people) {
      if (other === person) continue;
      const name = `${person.name} as ${other.name}`;
      await bySql(sql`UPDATE sessions SET ${accountOf(other)} WHERE ${ownSession(person)}`);
      expect(await opened(person, other.kind), name).toEqual([401, 401]);
      expect(await opened(person, person.kind), name).toEqual([401, 401]);
      await bySql(sql`UPDATE sessions SET ${accountOf(person)} WHERE ${ownSession(person)}`);
      expect(await opened(person, person.kind), name).toEqual([200, 200]);
    }
});

/** The hashes of a session, and with them its keyed hash or the other session's. */
const MACS = ['k.account_mac', 's.account_mac', 'NULL'] as const;

test.for(MACS)(
  'the secrets of one session, put into the session of another account with %s, open nothing',
  async (mac) => {
    for (const person of people)
      for (const other of people) {
        if (other === person) continue;
        await bySql(
          sql`CREATE TABLE saved_sessions AS SELECT * FROM sessions WHERE ${ownSession(person)} OR ${ownSession(other)}`,
        );
        await bySql(sql`DELETE FROM sessions WHERE ${ownSession(person)}`);
        await bySql(sql`UPDATE sessions s SET cookie_hash = k.cookie_hash, token_hash = k.token_hash, account_mac = ${sql.raw(mac)}
        FROM saved_sessions k WHERE s.${ownSession(other)} AND k.${ownSession(person)}`);
        expect(await opened(person, other.kind), `${person.name} in the row of ${other.name}`).toEqual([401, 401]);
        await bySql(sql`DELETE FROM sessions WHERE id IN (SELECT id FROM saved_sessions)`);
        await bySql(sql`INSERT INTO sessions SELECT * FROM saved_sessions`);
        await bySql(sql`DROP TABLE saved_sessions`);
      }
    for (const person of people) expect(await opened(person, person.kind), person.name).toEqual([200, 200]);
  },
);

test('the cookie of a session is not its header, when SQL exchanges both', async () => {
  for (const person of people) {
    const { account, kind } = person;
    const at = account.cookie.indexOf('=');
    const [name, cookie] = [account.cookie.slice(0, at), account.cookie.slice(at + 1)];
    const exchange = sql`UPDATE sessions SET cookie_hash = token_hash, token_hash = cookie_hash WHERE id = ${await idOf(person)}`;
    await bySql(exchange);
    expect(await statusOf(kind, { token: cookie }), person.name).toBe(401);
    expect(await statusOf(kind, { cookie: `${name}=${account.token}` }), person.name).toBe(401);
    await bySql(exchange);
    expect(await opened(person, kind), person.name).toEqual([200, 200]);
  }
});

// The statement of a request composes what it answers by a function of PostgreSQL, and one with the types of its arguments is preferred.
test('a function that answers with the hashes of another session opens nothing', async () => {
  for (const person of people)
    for (const other of people) {
      if (other === person) continue;
      await bySql(sql`CREATE FUNCTION jsonb_build_object(text, text, text, text, text, text) RETURNS jsonb LANGUAGE sql AS
        ${sql.lit(`SELECT pg_catalog.jsonb_build_object('mac', encode(account_mac, 'hex'), 'cookieHash', encode(cookie_hash, 'hex'),
          'tokenHash', encode(token_hash, 'hex'), 'planted', true) FROM sessions WHERE id = '${await idOf(other)}'`)}`);
      const { rows } = await sql<{ planted: boolean }>`
        SELECT (jsonb_build_object('mac', encode(account_mac, 'hex'), 'cookieHash', encode(cookie_hash, 'hex'), 'tokenHash',
          encode(token_hash, 'hex')) ->> 'planted')::boolean AS planted FROM sessions LIMIT 1`.execute(
        site.database.platform,
      );
      expect(rows).toEqual([{ planted: true }]);
      await bySql(sql`UPDATE sessions SET ${accountOf(other)} WHERE ${ownSession(person)}`);
      expect(await opened(person, other.kind), `${person.name} as ${other.name}`).toEqual([401, 401]);
      await bySql(sql`UPDATE sessions SET ${accountOf(person)} WHERE ${ownSession(person)}`);
      await bySql(sql`DROP FUNCTION jsonb_build_object(text, text, text, text, text, text)`);
    }
  for (const person of people) expect(await opened(person, person.kind), person.name).toEqual([200, 200]);
});

const migrated = (name: string): Promise<void> =>
  inTransaction(site.database.platform, (tx) => bindSessions(secretsOf(site.secret))(tx, name));
const BINDING = '0768_accounts_of_sessions.sql';
const openedByAll = async (): Promise<number[]> =>
  (await Promise.all(people.map((person) => opened(person, person.kind)))).flat();
const ALL_OPEN = Array.from({ length: 12 }, () => 200);
const NONE_OPENS = Array.from({ length: 12 }, () => 401);

test('an earlier version’s sessions, which have no keyed hash, are bound by the migration: those of the trail', async () => {
  await bySql(sql`UPDATE sessions SET account_mac = NULL`);
  await migrated('0767_assigned_by_one_admin.sql');
  expect(await openedByAll()).toEqual(NONE_OPENS);
  // The program records the start of each, and tests do so when they are asked to.
  await migrated(BINDING);
  expect(await openedByAll()).toEqual(NONE_OPENS);
  await inTransaction(site.database.platform, noteSessions);
  await migrated(BINDING);
  expect(await openedByAll()).toEqual(ALL_OPEN);
});

test('the migration, applied again by SQL, binds no session to another account', async () => {
  await inTransaction(site.database.platform, noteSessions);
  for (const person of people)
    for (const other of people) {
      if (other === person) continue;
      await bySql(sql`UPDATE sessions SET account_mac = NULL`);
      await bySql(sql`UPDATE sessions SET ${accountOf(other)} WHERE ${ownSession(person)}`);
      await migrated(BINDING);
      expect(await opened(person, other.kind), `${person.name} as ${other.name}`).toEqual([401, 401]);
      await bySql(sql`UPDATE sessions SET ${accountOf(person)} WHERE ${ownSession(person)}`);
    }
  await migrated(BINDING);
  expect(await openedByAll()).toEqual(ALL_OPEN);
});

test('sessions of another secret are not bound again', async () => {
  const { platform } = site.database;
  await inTransaction(platform, noteSessions);
  await inTransaction(platform, (tx) => bindSessions(secretsOf('another secret'))(tx, BINDING));
  expect(await bindUnderPresentSecret(platform, secretsOf(site.secret))).toEqual({ present: 0, bound: 0 });
  for (const person of people) expect(await opened(person, person.kind), person.name).toEqual([401, 401]);
  const both = secretsOf(site.secret, 'another secret');
  expect(await bindUnderPresentSecret(platform, both)).toEqual({ present: 0, bound: people.length });
  expect(await bindUnderPresentSecret(platform, both)).toEqual({ present: people.length, bound: 0 });
  for (const person of people) expect(await opened(person, person.kind), person.name).toEqual([200, 200]);
});
