/** A database with standbys: what none of them has is not acknowledged, and a server that only reads is left. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, inTransaction, openDatabase } from '@/lib/db/client.ts';
import { type EmbeddedServer, startEmbedded } from '@/lib/db/embedded/supervisor.ts';
import { isUnavailable } from '@/lib/db/errors.ts';
import { cleanUp, makeFolder, query } from '../support/embedded-programs.ts';

let server: EmbeddedServer;

const asSuperuser = (text: string): Promise<Record<string, unknown>[]> =>
  query(server.connections.superuserConnection, text);

beforeAll(async () => {
  server = await startEmbedded({ dataDir: makeFolder() });
  await query(server.connections.connection, 'CREATE TABLE orders (key text PRIMARY KEY)');
});
afterAll(async () => {
  await server.stop();
  await cleanUp();
});

function open(commitMsMax: number): Database {
  const database = openDatabase({ ...server.connections, commitMsMax, onError: () => {} });
  onTestFinished(() => database.close());
  return database;
}

/** Every commit waits for a standby, which does not exist. */
async function requireStandby(): Promise<void> {
  await asSuperuser("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await asSuperuser('SELECT pg_reload_conf()');
  await expect
    .poll(() => asSuperuser("SELECT current_setting('synchronous_standby_names') AS names"))
    .toEqual([{ names: '*' }]);
  onTestFinished(endRequirement);
}

/** Lets those that wait go on, as a standby would. */
async function endRequirement(): Promise<void> {
  await asSuperuser('ALTER SYSTEM RESET synchronous_standby_names');
  await asSuperuser('SELECT pg_reload_conf()');
}

const keys = async (): Promise<unknown[]> =>
  (await query(server.connections.connection, 'SELECT key FROM orders ORDER BY key')).map(({ key }) => key);

const waiting = (): Promise<Record<string, unknown>[]> =>
  asSuperuser("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");

/** In a transaction whose statements may take a tenth of a second each. */
const put = (database: Database, key: string): Promise<unknown> =>
  inTransaction(database.platform, async (tx) => {
    await sql`SET LOCAL statement_timeout = 100`.execute(tx);
    await sql`INSERT INTO orders VALUES (${key})`.execute(tx);
  });

test('a commit that waits for a standby is not acknowledged, nobody sees it, and it counts when the standby is there', async () => {
  const database = open(1_000);
  await requireStandby();
  await expect(put(database, 'first')).rejects.toSatisfy(isUnavailable);
  // The limit of statements does not end the wait: else the row would be seen, and a repeat would acknowledge it.
  expect(await waiting()).toHaveLength(1);
  expect(await keys()).toEqual([]);
  // The connection is not lent again before the database has answered.
  expect(database.poolUse()).toContainEqual({ pool: 'platform', state: 'busy', count: 1 });
  await endRequirement();
  await expect.poll(keys).toEqual(['first']);
  await expect.poll(() => database.poolUse()).toContainEqual({ pool: 'platform', state: 'busy', count: 0 });
  await put(database, 'second');
  expect(await keys()).toEqual(['first', 'second']);
});

test('a wait that somebody cancels is not acknowledged', async () => {
  const database = open(60_000);
  await requireStandby();
  const statement = sql`INSERT INTO orders VALUES ('cancelled')`.execute(database.platform);
  const failure = statement.then(
    () => null,
    (cause: unknown) => cause,
  );
  await expect.poll(waiting).toHaveLength(1);
  await asSuperuser("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  expect(await failure).toSatisfy(isUnavailable);
});

test('a connection to a server that only reads is closed, and the next one writes', async () => {
  const database = open(60_000);
  const owner = pg.escapeIdentifier(server.connections.connection.user ?? '');
  await asSuperuser(`ALTER ROLE ${owner} SET default_transaction_read_only = on`);
  const alone = sql`INSERT INTO orders VALUES ('alone')`.execute(database.platform);
  await expect(alone).rejects.toSatisfy(isUnavailable);
  await expect(put(database, 'third')).rejects.toSatisfy(isUnavailable);
  await asSuperuser(`ALTER ROLE ${owner} RESET default_transaction_read_only`);
  await put(database, 'third');
  expect(await keys()).toContain('third');
});
