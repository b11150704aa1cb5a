/**
 * The rights of the `DATABASE_URL` user on a shared server decide whether the program runs or reports what is
 * missing.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/lib/db/client.ts';
import { prepareCompanyLogin, serverConnections } from '@/lib/db/company-login.ts';
import { type EmbeddedServer, startEmbedded } from '@/lib/db/embedded/supervisor.ts';
import { migrate } from '@/lib/db/migrate.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { trustEverybody } from '../support/trust.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-user-'));
let server: EmbeddedServer;
let root: pg.Client;
const opened: Database[] = [];
beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  // A server of its own: all databases of a server share their roles.
  server = await startEmbedded({ dataDir: folder });
  await trustEverybody(folder, server.connections);
  root = new pg.Client(server.connections.superuserConnection);
  await root.connect();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await root?.end();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A database owned by a new user who has no other right than these. */
async function databaseOf(user: string, rights = ''): Promise<Database> {
  await root.query(`CREATE ROLE ${user} LOGIN ${rights}`);
  await root.query(`CREATE DATABASE ${user} OWNER ${user}`);
  const { host, port } = server.connections.connection;
  const url = `postgres://${user}@localhost:${port}/${user}?host=${encodeURIComponent(host)}`;
  const database = openDatabase({ ...serverConnections(url, secretsOf(`secret of ${user}`)), poolSize: 4 });
  opened.push(database);
  return database;
}

async function start(database: Database): Promise<string[]> {
  await prepareCompanyLogin(database);
  return migrate(database.platform);
}

/** The statements of a refusal. */
const statementsOf = (database: Database): Promise<string> =>
  start(database).then(
    () => '',
    (cause: Error) => /run once: (.*;)$/.exec(cause.message)?.[1] ?? cause.message,
  );

async function expectWorks(database: Database): Promise<void> {
  const companyId = await makeCompany({ database });
  const { id } = await makeMember({ database }, { companyId });
  expect(await database.company(companyId).selectFrom('users').select('id').execute()).toEqual([{ id }]);
}

test('a user who cannot create roles gets the statements to run, and the program starts after they were run', async () => {
  const database = await databaseOf('plain');
  const { user } = database.login;
  expect(user).toMatch(/^launchbook_[0-9a-f]{12}$/);
  const statements = await statementsOf(database);
  expect(statements).toMatch(
    new RegExp(
      `^GRANT launchbook_app TO "plain"; CREATE ROLE "${user}" LOGIN PASSWORD 'SCRAM-SHA-256\\$4096:.*'; GRANT launchbook_app TO "${user}";$`,
    ),
  );
  expect(statements).not.toContain(database.login.password);
  await root.query(statements);
  await start(database);
  await expectWorks(database);
  await root.query(`REVOKE launchbook_app FROM ${user}`);
  expect(await statementsOf(database)).toBe(`GRANT launchbook_app TO "${user}";`);
  await root.query(`GRANT launchbook_app TO ${user}`);
  expect(await start(database)).toEqual([]);
});

test.each([
  ['SUPERUSER', 'ALTER ROLE $ SUPERUSER', 'ALTER ROLE $ NOSUPERUSER'],
  ['the role launchbook_owner', 'GRANT launchbook_owner TO $', 'REVOKE launchbook_owner FROM $'],
])('a login with another right is refused: %s', async (right, give, take) => {
  const [database] = opened;
  const user = database?.login.user ?? '';
  await root.query(give.replace('$', user));
  await expect(database && start(database)).rejects.toThrow(`and they have ${right}. Revoke that`);
  await root.query(take.replace('$', user));
});

test('a user who may create roles and is not a superuser creates them, and two nodes may do it at the same time', async () => {
  for (const database of opened.splice(0)) {
    await database.close();
    await root.query('DROP DATABASE plain WITH (FORCE)');
    await root.query(`DROP ROLE ${database.login.user}`);
    await root.query('DROP ROLE plain');
  }
  await root.query('DROP OWNED BY launchbook_app; DROP ROLE launchbook_app');
  const database = await databaseOf('maker', 'CREATEROLE');
  await Promise.all([prepareCompanyLogin(database), prepareCompanyLogin(database)]);
  await start(database);
  await expectWorks(database);
});

test('a new secret gets a role of its own, and nodes with the old secret continue', async () => {
  const [old] = opened;
  const { host, port } = server.connections.connection;
  const url = `postgres://maker@localhost:${port}/maker?host=${encodeURIComponent(host)}`;
  const database = openDatabase({ ...serverConnections(url, secretsOf('another secret')), poolSize: 4 });
  opened.push(database);
  await start(database);
  expect(database.login.user).not.toBe(old?.login.user);
  await expectWorks(database);
  await expectWorks(old ?? database);
});
