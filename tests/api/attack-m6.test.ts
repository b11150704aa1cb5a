/**
 * SQL that an attacker brought into a query of a company, on the connections of a running program: it cannot become another
 * role, reach another company or the machine, or leave anything for the next request.
 */
import fs from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type Db, inTransaction, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { companyIdOf, makeCompany, makeMember } from '../support/accounts.ts';
import { asSuperuser } from '../support/db.ts';
import { APP_SECRET, embeddedConnections, type Site, startSite } from '../support/site.ts';

const DENIED = /permission denied|must be owner|must be superuser|must be able to SET ROLE/;

/** Each is refused in a connection of a company. `SUPER` and `OWNER` are the names of those roles. */
const REFUSED: readonly [attack: string, statement: string, answer?: RegExp][] = [
  ['becomes the owner', 'SET ROLE OWNER'],
  ['becomes the superuser', 'SET ROLE SUPER'],
  ['becomes the owner by a setting', "SELECT set_config('role', 'OWNER', false)"],
  ['becomes the owner as the session', 'SET SESSION AUTHORIZATION OWNER'],
  ['becomes the superuser as the session', 'SET SESSION AUTHORIZATION SUPER'],
  ['gives itself a right', 'GRANT OWNER TO CURRENT_USER'],
  ['makes itself a superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
  ['makes a role', 'CREATE ROLE mallory SUPERUSER LOGIN'],
  ['runs a program', "COPY (SELECT 1) TO PROGRAM 'id'"],
  ['reads the output of a program', "CREATE TABLE got (line text); COPY got FROM PROGRAM 'id'"],
  ['writes a file', "COPY (SELECT 1) TO '/tmp/launchbook-attack'"],
  ['reads a file', "SELECT pg_read_file('/etc/passwd')"],
  ['lists a folder', "SELECT pg_ls_dir('/')"],
  ['reads passwords of roles', 'SELECT * FROM pg_authid'],
  ['reads super admins', 'SELECT * FROM super_admins'],
  ['reads the key of bindings', 'SELECT * FROM company_binding_key'],
  ['reads a file as a large object', "SELECT lo_import('/etc/passwd')"],
  ['makes a large object', 'SELECT lo_create(0)'],
  ['makes a large object with content', "SELECT lo_from_bytea(0, 'x')"],
  ['makes a table', 'CREATE TABLE mine (n int)'],
  ['makes a temporary table that hides another', 'CREATE TEMPORARY TABLE purchases (n int)'],
  ['makes a function', 'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
  ['loads an extension', 'CREATE EXTENSION dblink'],
  [
    'changes a function',
    'CREATE OR REPLACE FUNCTION current_company() RETURNS uuid LANGUAGE sql AS $$ SELECT null::uuid $$',
  ],
  ['drops a policy', 'DROP POLICY own_company ON users'],
  ['turns row security off for a table', 'ALTER TABLE users DISABLE ROW LEVEL SECURITY'],
  [
    'turns row security off for itself',
    'SET row_security = off; SELECT * FROM users',
    /affected by row-level security/,
  ],
  ['turns triggers off', 'SET session_replication_role = replica'],
  ['deletes from the ledger', 'DELETE FROM stock_entries'],
];

/** Runs an attack in a transaction that is rolled back, as an injection into one statement without parameters. */
async function attempt(db: Db, statement: string): Promise<string> {
  const rolledBack = new Error('the attack was not refused');
  return inTransaction(db, async (tx) => {
    await sql.raw(statement).execute(tx);
    throw rolledBack;
  }).catch((cause: Error) => cause.message);
}

/** The roles of all sessions of the site's database but the test's own. */
async function sessionsOf(site: Site): Promise<{ name: string; super: boolean }[]> {
  const { rows } = await sql<{ name: string; super: boolean }>`
    SELECT DISTINCT usename::text AS name, rolsuper AS super
    FROM pg_stat_activity JOIN pg_roles ON rolname = usename
    WHERE datname = current_database() AND application_name IS DISTINCT FROM 'test' ORDER BY 1`.execute(
    site.database.platform,
  );
  return rows;
}

let server: Site;
let embedded: Site;
/** As the program of `server` opens it. */
let ofServer: Database;
beforeAll(async () => {
  [server, embedded] = await Promise.all([startSite(), startSite({ embedded: true })]);
  ofServer = openDatabase({ ...serverConnections(server.databaseUrl ?? '', secretsOf(APP_SECRET)), poolSize: 2 });
}, 60_000);
afterAll(async () => {
  await ofServer?.close();
  await Promise.all([server?.remove(), embedded?.remove()]);
});

describe.each(['a server', 'the embedded database'])('M6: injected SQL leaves the company role, on %s', (where) => {
  let site: Site;
  let one: string;
  let other: string;
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    site = where === 'a server' ? server : embedded;
    one = await companyIdOf(site);
    other = await makeCompany(site);
    await makeMember(site, { companyId: one });
    await makeMember(site, { companyId: other });
    database = where === 'a server' ? ofServer : embedded.database;
    db = database.company(one);
  });

  test('no session of the program is one of a superuser', async () => {
    await site.call('GET', '/api/v1/site/get');
    await sql`SELECT 1`.execute(db);
    const sessions = await sessionsOf(site);
    expect(sessions.map((session) => session.name)).toContain(database.login.user);
    expect(sessions.filter((session) => session.super)).toEqual([]);
  });

  test.each([...REFUSED])('%s', async (_, statement, answer = DENIED) => {
    const named = statement.replace(/\bOWNER\b/g, 'launchbook_owner').replace(/\bSUPER\b/g, 'launchbook');
    expect(await attempt(db, named)).toMatch(answer);
  });

  test.each(['RESET ROLE', 'RESET SESSION AUTHORIZATION', 'SET ROLE NONE', 'RESET ALL'])(
    'gains nothing by %s',
    async (statement) => {
      await inTransaction(db, async (tx) => {
        await sql.raw(statement).execute(tx);
        const { rows } = await sql<{ name: string }>`SELECT current_user AS name`.execute(tx);
        expect(rows).toEqual([{ name: database.login.user }]);
        await sql`SELECT count(*) FROM super_admins`.execute(tx);
      }).catch((cause: Error) => expect(cause.message).toMatch(/permission denied for table super_admins/));
    },
  );

  test('binds itself to another company and sees no row of it', async () => {
    for (const binding of ['id', 'id with the own proof', 'id with a guess']) {
      await inTransaction(db, async (tx) => {
        const own = await sql<{ binding: string }>`SELECT current_setting('app.company_binding') AS binding`.execute(
          tx,
        );
        const proof = (own.rows[0]?.binding ?? '').slice(36);
        const forged = other + { id: '', 'id with the own proof': proof, 'id with a guess': '0'.repeat(64) }[binding];
        await sql`SELECT set_config('app.company_binding', ${forged}, true), set_config('app.company_id', ${other}, true)`.execute(
          tx,
        );
        for (const table of ['users', 'companies', 'sessions', 'audit_entries'] as const) {
          const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(tx);
          expect(rows, `${table} by ${binding}`).toEqual([]);
        }
      });
    }
  });

  test('finds only the own rows without naming a company', async () => {
    const { rows } = await sql<{ id: string }>`SELECT DISTINCT company_id AS id FROM users`.execute(db);
    expect(rows).toEqual([{ id: one }]);
  });

  test('leaves nothing in the session for the request of another company', async () => {
    const planted =
      "PREPARE planted AS SELECT 1; SET search_path = pg_temp; SELECT set_config('app.planted', 'x', false)";
    // One connection at a time: each request gets the connection of the one before.
    await sql.raw(planted).execute(db);
    const next = database.company(other);
    const { rows } = await sql`
      SELECT current_setting('search_path') AS path, current_setting('app.planted', true) AS planted,
        (SELECT count(*)::int FROM pg_prepared_statements WHERE name = 'planted') AS prepared`.execute(next);
    expect(rows).toEqual([{ path: '"$user", public', planted: expect.toBeOneOf([null, '']), prepared: 0 }]);
    await next.selectFrom('users').select('id').execute();
  });
});

test('M6: a data folder of an earlier version, where all belongs to the superuser, is changed by the next start', async () => {
  const first = await startSite({ embedded: true });
  const dataDir = first.dataDir;
  const token = (await makeMember(first)).token;
  const superuser = new pg.Client(embeddedConnections(dataDir).superuserConnection);
  await first.database.close();
  await superuser.connect();
  // The program still runs, and what it does at the same time would deadlock with a change of every table.
  const roles = ['launchbook_owner', 'launchbook_company'];
  for (const role of roles) await superuser.query(`ALTER ROLE ${role} NOLOGIN`);
  await superuser.query('SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = ANY ($1)', [
    roles,
  ]);
  await superuser.query('REASSIGN OWNED BY launchbook_owner TO launchbook');
  await superuser.query('DROP OWNED BY launchbook_owner; DROP OWNED BY launchbook_company');
  for (const role of roles) await superuser.query(`ALTER ROLE ${role} LOGIN`);
  await superuser.end();
  await first.stop();
  fs.rmSync(`${dataDir}/secrets/first-admin.txt`, { force: true });

  const again = await startSite({ embedded: true, dataDir });
  const { rows } = await sql`
    SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S', 'i')`.execute(again.database.platform);
  expect(rows).toEqual([{ owner: 'launchbook_owner' }]);
  expect((await again.call('GET', '/api/v1/user/stock/mine', { token })).status).toBe(200);
  expect((await sessionsOf(again)).filter((session) => session.super)).toEqual([]);
  await again.remove();
}, 60_000);

test('M6: a role of another right can never be the login of companies', async () => {
  // With a secret of its own, and so a role of its own: roles belong to the server, and other files start programs meanwhile.
  const env = { APP_SECRET: 'another secret for tests, long enough to be taken' };
  const site = await startSite({ env });
  const { user } = serverConnections(site.databaseUrl ?? '', secretsOf(env.APP_SECRET)).login;
  await asSuperuser(`ALTER ROLE ${user} BYPASSRLS`);
  const refused = startSite({ databaseUrl: site.databaseUrl ?? '', env }).then((again) => again.remove());
  await expect(refused).rejects.toThrow(/must have no right but .* and they have BYPASSRLS/);
  await asSuperuser(`ALTER ROLE ${user} NOBYPASSRLS`);
  await site.remove();
});
