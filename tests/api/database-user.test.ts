/** What the user of `DATABASE_URL` may do on a server of others decides whether the program runs or says what is missing. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/lib/db/client.ts';
import { type EmbeddedServer, startEmbedded } from '@/lib/db/embedded/supervisor.ts';
import { migrate } from '@/lib/db/migrate.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-user-'));
let server: EmbeddedServer;
let root: pg.Client;
const opened: Database[] = [];
beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  // A server of its own: roles are shared by all databases of one.
  server = await startEmbedded({ dataDir: folder });
  root = new pg.Client(server.connection);
  await root.connect();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await root?.end();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A database of a new user who owns it and has no other right than these. */
async function databaseOf(user: string, rights = ''): Promise<Database> {
  await root.query(`CREATE ROLE ${user} LOGIN ${rights}`);
  await root.query(`CREATE DATABASE ${user} OWNER ${user}`);
  const { host, port } = server.connection;
  const database = openDatabase({ connection: { host, port, user, database: user }, poolSize: 4 });
  opened.push(database);
  return database;
}

async function expectWorks(database: Database): Promise<void> {
  const companyId = await makeCompany({ database });
  const { id } = await makeMember({ database }, { companyId });
  expect(await database.company(companyId).selectFrom('users').select('id').execute()).toEqual([{ id }]);
}

test('one who may make no roles is told the two statements, and runs once they were run', async () => {
  const database = await databaseOf('plain');
  const statements = 'CREATE ROLE launchbook_app NOLOGIN; GRANT launchbook_app TO plain;';
  await expect(migrate(database.platform)).rejects.toThrow(statements);
  await root.query(statements);
  await migrate(database.platform);
  await expectWorks(database);
  await root.query('REVOKE launchbook_app FROM plain');
  await expect(migrate(database.platform)).rejects.toThrow('run once: GRANT launchbook_app TO plain;');
  await root.query('GRANT launchbook_app TO plain');
  expect(await migrate(database.platform)).toEqual([]);
});

test('where another one has made the role, he is told to have it granted', async () => {
  const database = await databaseOf('later', 'CREATEROLE');
  await expect(migrate(database.platform)).rejects.toThrow('run once: GRANT launchbook_app TO later;');
  await root.query('GRANT launchbook_app TO later');
  await migrate(database.platform);
  await expectWorks(database);
});

test('one who may make roles and is no superuser makes it, and can act as it', async () => {
  for (const name of ['plain', 'later']) {
    await opened.shift()?.close();
    await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await root.query(`DROP ROLE ${name}`);
  }
  await root.query('DROP ROLE launchbook_app');
  const database = await databaseOf('maker', 'CREATEROLE');
  await migrate(database.platform);
  await expectWorks(database);
});
