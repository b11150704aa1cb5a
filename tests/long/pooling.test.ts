/**
 * `DATABASE_POOLING=transaction`: two nodes with twenty connections each on a PgBouncer that has three sessions of the server for each of
 * their users, and gives every transaction another one. Two companies work at the same time.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, noteStates } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { takeExport } from '../support/exports.ts';
import { reportFault } from '../support/faults.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { isInstalled } from '../support/proxies.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { type Answer, APP_SECRET, callsTo, type Site, startSite } from '../support/site.ts';
import { makeWriters, type Writers } from '../support/writers.ts';

const SESSIONS = 3;
const WRITERS = 8;
const HOST = 'other.example.com';
const CLI = path.resolve('dist/server/cli.mjs');
const env = { DATABASE_POOLING: 'transaction' };
const isReady = isInstalled('pgbouncer');

let home: TestDatabase;
let pooler: Pooler;
let nodes: Site[] = [];
let writers: Writers;
let auditor: Account;
beforeAll(async () => {
  if (!isReady) return;
  home = await testDatabase();
  pooler = await startPooler(home.url, SESSIONS);
  const first = await startNode();
  nodes = [first, await startNode(first.dataDir)];
  // Before the writers, because the trail notes the accounts that are there then.
  auditor = await makeAdmin(first);
  writers = await makeWriters({ count: WRITERS, site: () => nodes[Math.round(Math.random())] as Site });
}, 240_000);
afterAll(async () => {
  for (const node of nodes) await node.remove();
  await pooler?.stop();
  await home?.drop();
});

/** A node behind the pooler. The test itself asks the database directly. */
async function startNode(dataDir?: string): Promise<Site> {
  const node = await startSite({ databaseUrl: pooler.url, env, ...(dataDir !== undefined && { dataDir }) });
  await node.database.close();
  return { ...node, database: home.database, remove: node.kill };
}

/** The other company, on its own host and with one order. */
async function openOther(node: Site): Promise<{ member: Account; admin: Account; orderNumber: string; site: Site }> {
  const companyId = await makeCompany(node, otherSymbol('ACW'));
  await node.database.platform
    .insertInto('company_hosts')
    .values({ host: HOST, company_id: companyId, is_primary: true })
    .execute();
  const [member, admin] = [
    await makeMember(node, { companyId, name: 'Nila Elsewhere' }),
    await makeAdmin(node, { companyId }),
  ];
  const call = callsTo({ url: `http://${HOST}:${node.port}`, port: node.port }, '127.0.0.1');
  const site: Site = { ...node, call: (method, to, options) => call(method, to, { ...options, ip: '127.0.0.1' }) };
  const { orderNumber } = await submitted(site, member, manual());
  return { member, admin, orderNumber, site };
}

/** Warnings and errors in the logs of the nodes. On a busy machine the queue for passwords may be full, pooler or not. */
const complaints = (): string[] =>
  nodes
    .flatMap((node) => node.output().split('\n'))
    .filter((line) => /"level":[45]0/.test(line) && !line.includes('Many people are logging in right now'));

/** Sessions of the server that the nodes use: the test's own have another name. */
async function serverSessions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'test'`.execute(
    home.database.platform,
  );
  return rows[0]?.count ?? 0;
}

/** Ends sessions of the nodes, as a failing server does. @returns how many */
async function endSessions(max: number): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'test'
    ORDER BY random() LIMIT ${max}`.execute(home.database.platform);
  return rows.filter((row) => row.ended).length;
}

const LISTS = { member: '/api/v1/user/transaction/list', admin: '/api/v1/admin/transaction/list' } as const;

describe.skipIf(!isReady)('a pooler of transactions', () => {
  test('nothing is lost or doubled, and no company sees a row of the other', async () => {
    const other = await openOther(nodes[0] as Site);
    const mine = await makeMember(nodes[0] as Site);
    const { orderNumber } = await submitted(nodes[0] as Site, mine, manual());
    writers.begin();
    let most = 0;
    for (let round = 0; round < 20; round++) {
      const [own, theirs, all, pages] = await Promise.all([
        nodes[round % 2]?.call('GET', LISTS.member, { token: mine.token }),
        other.site.call('GET', LISTS.member, { token: other.member.token }),
        other.site.call('GET', LISTS.admin, { token: other.admin.token }),
        other.site.call('GET', '/user/dashboard', { cookie: other.member.cookie }),
      ]);
      expect(numbersIn(own)).toEqual([orderNumber]);
      expect(numbersIn(theirs)).toEqual([other.orderNumber]);
      expect(numbersIn(all)).toEqual([other.orderNumber]);
      expect(pages.status).toBe(200);
      expect(pages.text).toContain('Nila Elsewhere');
      most = Math.max(most, await serverSessions());
    }
    await writers.end();
    await writers.expectStored();
    expect([writers.counts.cut, complaints()]).toEqual([0, []]);
    expect(writers.counts.orders).toBeGreaterThan(WRITERS);
    expect(writers.counts.approved).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 * SESSIONS);
    expect((await post(other.site, APPROVE, other.admin, { id: await idOf(other.orderNumber) })).status).toBe(200);
  });

  test('sessions that end under the writers cost a retry and no order', async () => {
    const before = { ...writers.counts };
    writers.begin();
    let ended = 0;
    for (let nth = 0; nth < 10; nth++) {
      await sleep(200);
      ended += await endSessions(2);
    }
    await writers.end();
    const gained = (name: keyof typeof before): number => writers.counts[name] - before[name];
    const isStored = await writers.expectStored().then(
      () => true,
      () => false,
    );
    reportFault(
      'sessions end behind a pooler of transactions, under 8 writers',
      `${ended} sessions ended; ${gained('orders') + gained('approved')} acknowledged, ${isStored ? '0 lost, 0 doubled' : 'not all stored once'}; ${gained('unavailable')} answers 503, ${gained('cut')} cut`,
    );
    await writers.expectStored();
    expect(ended).toBeGreaterThan(0);
  });

  test('an export, which reads page after page from one snapshot, has every order of its company and no other', async () => {
    const node = nodes[1] as Site;
    const companyId = await companyIdOf(node);
    const { rows } = await takeExport(node, auditor, 'purchases', { format: 'csv' });
    const stored = await home.database.platform
      .selectFrom('purchases')
      .select('order_number')
      .where('company_id', '=', companyId)
      .execute();
    expect(stored.length).toBeGreaterThan(WRITERS);
    expect(rows.map((row) => row['Order #']).sort()).toEqual(stored.map((row) => row.order_number).sort());
  });

  test('ledger and trail verify, also through the pooler, and what the nodes wrote is signed', async () => {
    await noteStates({ database: home.database });
    for (const command of ['ledger:verify', 'audit:verify']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, command], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATABASE_URL: pooler.url, APP_SECRET, DATA_DIR: nodes[0]?.dataDir, ...env },
      });
      expect([command, status, stdout + stderr]).toEqual([command, 0, expect.not.stringContaining('BAD')]);
    }
  });

  test('SQL that was injected into a query of one company leaves nothing for the next one', async () => {
    const one = await companyIdOf(nodes[0] as Site);
    const other = await makeCompany(nodes[0] as Site);
    const connections = serverConnections(pooler.url, secretsOf(APP_SECRET), 'transaction');
    const database = openDatabase({ ...connections, poolSize: 2 });
    const planted =
      "PREPARE planted AS SELECT 1; SET search_path = pg_temp; SELECT set_config('app.planted', 'x', false)";
    for (let nth = 0; nth < 2 * SESSIONS; nth++) {
      await sql.raw(planted).execute(database.company(one));
      const { rows } = await sql`
        SELECT current_setting('search_path') AS path, current_setting('app.planted', true) AS planted,
          (SELECT count(*)::int FROM pg_prepared_statements WHERE name = 'planted') AS prepared,
          (SELECT array_agg(DISTINCT id) FROM companies) AS companies`.execute(database.company(other));
      const left = { path: '"$user", public', planted: expect.toBeOneOf([null, '']), prepared: 0 };
      expect(rows).toEqual([{ ...left, companies: [other] }]);
    }
    await database.close();
  });

  test('a node that expects lasting sessions does not start behind it', async () => {
    const message =
      'The pooler between the program and PostgreSQL pools transactions. Set DATABASE_POOLING=transaction, or let it pool sessions';
    await expect(startSite({ databaseUrl: pooler.url })).rejects.toThrow(message);
  });

  test('a pooler that resets no session is refused, whatever the node expects', async () => {
    const careless = await startPooler(home.url, SESSIONS, false);
    try {
      await expect(startSite({ databaseUrl: careless.url, env })).rejects.toThrow('server_reset_query_always = 1');
      await expect(startSite({ databaseUrl: careless.url })).rejects.toThrow('pools transactions');
    } finally {
      await careless.stop();
    }
  });
});

/** The orders of a list. */
const numbersIn = (answer: Answer | undefined): string[] =>
  answer?.body.data.records.map(({ orderNumber }: { orderNumber: string }) => orderNumber);

async function idOf(orderNumber: string): Promise<string> {
  const { id } = await home.database.platform
    .selectFrom('purchases')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  return id;
}
