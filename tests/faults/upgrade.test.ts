/**
 * A new version on the data of the version before, with 100,000 purchases: migrations that are killed midway, nodes that migrate
 * together, and both versions side by side under load. The version before is built from the history of the repository.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../src/lib/db/migrate.ts';
import { schemaOf } from '../support/content.ts';
import { testDatabase } from '../support/db.ts';
import { earlierCommit } from '../support/earlier.ts';
import { reportFault, seconds } from '../support/faults.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  beginStart,
  type Copy,
  type EarlierSale,
  makeEarlierSale,
  migratingBackend,
  type Starting,
  verifyText,
} from '../support/upgrade.ts';
import { makeWriters } from '../support/writers.ts';

const PURCHASES = 100_000;
const KILLS = 6;
const WRITERS = 16;
const WRITES = 150;

const before = earlierCommit();
const missing = 'missing' in before ? before.missing : null;
if (missing) process.stdout.write(`skipped: the version before: ${missing}\n`);

let sale: EarlierSale;
beforeAll(async () => {
  if ('commit' in before) sale = await makeEarlierSale(before.commit, PURCHASES);
}, 900_000);
afterAll(() => sale?.stop(), 60_000);

const appliedIn = async ({ client }: Copy): Promise<string[]> =>
  (await client.query('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);

/** The schema is that of a fresh database, and every row of before is there, unchanged. */
async function expectMigrated(copy: Copy): Promise<void> {
  expect(await appliedIn(copy)).toEqual(migrations.map(({ name }) => name));
  expect(await sale.changedTables(copy)).toEqual([]);
  const fresh = await testDatabase();
  expect(await schemaOf(copy.database.platform)).toEqual(await schemaOf(fresh.database.platform));
  await fresh.drop();
  expect(verifyText(copy.url)).toBe(sale.verified);
}

/** Starts until a start is not killed midway. @returns how many were */
async function killMidway(copy: Copy, kill: (start: Starting, backend: number) => Promise<void>): Promise<number> {
  let killed = 0;
  let applied = await appliedIn(copy);
  for (;;) {
    const start = await beginStart(copy.url);
    let isOver = false;
    void start.result.then(() => {
      isOver = true;
    });
    let backend: number | null = null;
    while (!isOver && killed < KILLS && backend === null) backend = await migratingBackend(copy);
    if (backend !== null) {
      await sleep(Math.random() * 150);
      await kill(start, backend);
      killed++;
    }
    if (await start.result) {
      start.child.kill('SIGTERM');
      return killed;
    }
    if (backend === null) throw new Error(`a start that nobody killed has ended:\n${start.output()}`);
    const now = await appliedIn(copy);
    expect(now.slice(0, applied.length), 'an applied migration stays applied').toEqual(applied);
    applied = now;
  }
}

describe.skipIf(missing !== null)('a new version on 100,000 purchases of the version before', () => {
  test('kill -9 of the program in the middle of the migrations: the next start finishes them, nothing is lost', async () => {
    const copy = await sale.copy('program_killed');
    const killed = await killMidway(copy, async ({ child }) => void child.kill('SIGKILL'));
    await expectMigrated(copy);
    reportFault(
      'kill -9 of the program in the middle of a migration',
      `${killed} kills, ${PURCHASES} purchases and every other row unchanged, schema as of a fresh start`,
    );
    expect(killed).toBeGreaterThan(0);
  }, 600_000);

  test('two nodes that start together migrate once, and both serve', async () => {
    const copy = await sale.copy('two_nodes');
    const [first, second] = await Promise.all([beginStart(copy.url), beginStart(copy.url)]);
    expect(await Promise.all([first.result, second.result]), first.output() + second.output()).toEqual([true, true]);
    for (const { child } of [first, second]) child.kill('SIGTERM');
    await expectMigrated(copy);
    reportFault('two nodes that start together on an older database', 'both ready, each migration applied once');
  }, 300_000);

  test('old and new version side by side, node by node, under 16 writers: nothing is refused, lost or doubled', async () => {
    const copy = await sale.copy('side_by_side');
    const env = { RATE_LIMITS: 'off' };
    const first = await startSite({ databaseUrl: copy.url, build: sale.earlier.folder, env });
    const start = (build?: string): Promise<Site> =>
      startSite({ databaseUrl: copy.url, dataDir: first.dataDir, env, ...(build && { build }) });
    const serving = [first, await start(sale.earlier.folder)];
    const all = [...serving];
    let tries = 0;
    const writers = await makeWriters({
      count: WRITERS,
      accounts: sale.accounts,
      site: () => serving[tries++ % serving.length] as Site,
    });
    const more = async (): Promise<void> => {
      const wanted = writers.counts.acknowledged + WRITES;
      await expect.poll(() => writers.counts.acknowledged, { timeout: 120_000 }).toBeGreaterThan(wanted);
    };
    writers.begin();
    try {
      await more();
      const startMs = performance.now();
      const third = await start();
      const tookMs = performance.now() - startMs;
      all.push(third);
      // Two old nodes and a new one, then one of each, then new ones alone. A balancer sends nothing more to a node that leaves.
      serving.push(third);
      await more();
      for (const old of all.slice(0, 2)) {
        serving.splice(serving.indexOf(old), 1);
        expect(await old.stop()).toBe(0);
        await more();
        const next = await start();
        all.push(next);
        serving.push(next);
        await more();
      }
      await writers.end();
      await writers.expectStored();
      const { counts } = writers;
      reportFault(
        'old and new version side by side during an upgrade',
        `${counts.acknowledged} acknowledged, 0 lost, 0 doubled, ${counts.unavailable} refused, ${counts.cut} cut; the new version was ready after ${seconds(tookMs)}`,
      );
      expect([counts.unavailable, counts.cut]).toEqual([0, 0]);
      expect(verifyText(copy.url)).not.toMatch(/BAD/);
      for (const site of all.slice(0, 2)) expect(site.output()).not.toMatch(/"level":(50|60)/);
    } finally {
      await writers.end().catch(() => {});
      for (const site of all.reverse()) await site.remove();
    }
  }, 600_000);

  // Last, because it ends every connection to the server of all copies.
  test('kill -9 of the database in the middle of the migrations: the next start finishes them, nothing is lost', async () => {
    const copy = await sale.copy('database_killed');
    // PostgreSQL ends every session and recovers when one of its processes dies like this.
    const watcher = { ...copy, client: copy.client };
    const killed = await killMidway(watcher, async ({ result }, backend) => {
      watcher.client.on('error', () => {});
      process.kill(backend, 'SIGKILL');
      expect(await result, 'the start ends').toBe(false);
      watcher.client = await reconnect(copy.url);
    });
    await watcher.client.end();
    await expectMigrated({ ...copy, client: await reconnect(copy.url) });
    reportFault(
      'kill -9 of the database in the middle of a migration',
      `${killed} kills, ${PURCHASES} purchases and every other row unchanged, schema as of a fresh start`,
    );
    expect(killed).toBeGreaterThan(0);
  }, 600_000);
});

/** Until the database has recovered. */
async function reconnect(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(100);
    }
  }
}
