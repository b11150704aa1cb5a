/**
 * Two nodes behind nginx on the cluster of `deploy/ha`, under 16 writers, while one part after the other dies: what was
 * acknowledged is there, once and unchanged, and writes go on within half a minute.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Between, reasonToSkip } from '../support/cluster/cluster.ts';
import { DATABASES } from '../support/cluster/files.ts';
import { type Sale, startSale } from '../support/cluster/sale.ts';
import { until } from '../support/embedded-programs.ts';
import { reportFault, seconds } from '../support/faults.ts';
import { APP_SECRET, type Site } from '../support/site.ts';
import { expectVerified } from '../support/verified.ts';

const skipped = reasonToSkip();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
if (skipped) say(`skipped: the cluster of deploy/ha: ${skipped}`);

const WRITERS = 16;
const PAUSE_MS_MAX = 30_000;
/** Writes before a fault, and after it: enough for every writer to meet it. */
const WRITES = 100;
/** Mails that one node sends at the same time: as many may be sent twice when it dies, or its database. */
const MAILS_IN_FLIGHT = 32;
/** A commit that nobody confirms is watched for this long. */
const UNCONFIRMED_MS = 5_000;

let sale: Sale;
beforeAll(async () => {
  if (!skipped) sale = await startSale(WRITERS);
}, 300_000);
afterAll(() => sale?.stop(), 60_000);

interface Fault {
  readonly name: string;
  /** Does it, and waits until its consequence is there. @returns what repairs it */
  strike(): Promise<() => unknown>;
}

/** Waits until another database is the primary. */
const replaced = async (name: string): Promise<void> => {
  while ((await sale.cluster.primary()) === name) await sleep(200);
};
const nothing = (): void => {};

/** Whether a server that nobody follows any more acknowledges a write. */
async function acknowledges(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', nothing);
  await client.connect();
  const written = client.query('CREATE TABLE written_past_the_proxy ()').then(
    () => true,
    () => false,
  );
  const isWritten = await Promise.race([written, sleep(UNCONFIRMED_MS, false)]);
  // The server still waits, and so would a polite end.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return isWritten;
}

async function restartBetween(program: Between): Promise<() => void> {
  await sale.cluster.kill(program, 0);
  // As its supervisor does.
  await sleep(1_000);
  sale.cluster.start(program, 0);
  return nothing;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'the machine of the primary dies',
    strike: async () => {
      const name = await sale.cluster.primary();
      await sale.cluster.killDatabase(name);
      await replaced(name);
      return () => sale.cluster.startDatabase(name);
    },
  },
  {
    name: 'PostgreSQL of the primary dies',
    strike: async () => {
      const name = await sale.cluster.primary();
      await sale.cluster.killPostgres(name);
      await replaced(name);
      return nothing;
    },
  },
  {
    name: 'the primary freezes, and goes on when another one has replaced it',
    strike: async () => {
      const name = await sale.cluster.primary();
      const goOn = sale.cluster.freezeDatabase(name);
      await replaced(name).finally(goOn);
      return nothing;
    },
  },
  {
    name: 'Patroni of the primary dies, and its PostgreSQL goes on as a second primary',
    strike: async () => {
      const name = await sale.cluster.primary();
      await sale.cluster.killPatroni(name);
      await replaced(name);
      expect(await acknowledges(sale.cluster.directUrl(name)), 'the former primary acknowledges a write').toBe(false);
      return () => sale.cluster.startDatabase(name);
    },
  },
  {
    name: 'the machine of the standby that confirms commits dies',
    strike: async () => {
      const name = await sale.cluster.syncStandby();
      await sale.cluster.killDatabase(name);
      while ((await sale.cluster.syncStandby()) === name) await sleep(200);
      return () => sale.cluster.startDatabase(name);
    },
  },
  {
    name: 'the leader of etcd dies',
    strike: async () => {
      const name = sale.cluster.etcdLeader();
      await sale.cluster.killEtcd(name);
      return () => sale.cluster.startEtcd(name);
    },
  },
  {
    name: 'a node of the program dies',
    strike: async () => {
      await sale.nodes[0]?.kill();
      return async () => {
        await sale.nodes[0]?.database.close();
        await sale.startNode(0);
      };
    },
  },
  { name: 'haproxy of a node dies and is started again', strike: () => restartBetween('haproxy') },
  { name: 'pgbouncer of a node dies and is started again', strike: () => restartBetween('pgbouncer') },
  {
    name: 'pgbouncer of a node freezes, so that its connections are half open',
    strike: async () => {
      const goOn = sale.cluster.freeze('pgbouncer', 0);
      await sleep(UNCONFIRMED_MS).finally(goOn);
      return nothing;
    },
  },
  {
    name: 'the object store goes away and comes back',
    strike: async () => {
      const { counts } = sale.writers;
      const before = counts.unavailable;
      await sale.store.stop();
      await until(() => counts.unavailable > before + WRITERS, 'uploads are refused').finally(sale.store.start);
      return nothing;
    },
  },
  {
    name: 'an operator lets another database take over',
    strike: async () => {
      const name = await sale.cluster.primary();
      await sale.cluster.switchover();
      await replaced(name);
      return nothing;
    },
  },
];

/** Writes under a fault; on a failure it shows what everything has written. */
async function underWriters(work: () => Promise<void>): Promise<void> {
  await sale.cluster.whole();
  sale.writers.begin();
  try {
    await sale.write(WRITES);
    await work();
  } catch (cause) {
    say(sale.logs());
    throw cause;
  }
}

describe.skipIf(skipped)('the cluster of deploy/ha', () => {
  test.each(FAULTS)(
    '$name: writes go on, and nothing acknowledged is lost or doubled',
    ({ name, strike }) =>
      underWriters(async () => {
        const { writers } = sale;
        const { unavailable, cut, acknowledged } = { ...writers.counts };
        let repair: () => unknown = nothing;
        const { longestMs, lastRefusalMs } = await sale.watch(async () => {
          repair = await strike();
          await sale.write(WRITES);
        });
        await repair();
        await writers.end();
        await writers.expectStored();
        const { counts } = writers;
        reportFault(
          `cluster: ${name}`,
          `pause of all writes ${seconds(longestMs)}, last refusal after ${seconds(lastRefusalMs)}; ` +
            `${counts.acknowledged - acknowledged} acknowledged, ${counts.unavailable - unavailable} answers 503, 0 lost, 0 doubled`,
        );
        expect(counts.cut - cut, 'nginx answers every request').toBe(0);
        expect(longestMs).toBeLessThan(PAUSE_MS_MAX);
      }),
    300_000,
  );

  test(
    'both standbys die: writes wait, no write is acknowledged until one is back',
    () =>
      underWriters(async () => {
        const { cluster, writers } = sale;
        const { counts } = writers;
        const primary = await cluster.primary();
        const standbys = DATABASES.filter((name) => name !== primary);
        const dying = counts.acknowledged;
        await Promise.all(standbys.map((name) => cluster.killDatabase(name)));
        const dead = { ...counts };
        // Every writer has at most one answer on its way, which a standby had confirmed.
        await until(() => counts.unavailable > dead.unavailable + 2 * WRITERS, 'writes are refused', 120_000);
        const waiting = { ...counts };
        await until(() => counts.unavailable > waiting.unavailable + 2 * WRITERS, 'more are refused', 120_000);
        const falsely = counts.acknowledged - waiting.acknowledged;
        const late = counts.acknowledged - dead.acknowledged;
        const backMs = performance.now();
        for (const name of standbys) cluster.startDatabase(name);
        await sale.write(WRITES);
        const tookMs = performance.now() - backMs;
        await writers.end();
        await writers.expectStored();
        reportFault(
          'cluster: both standbys die',
          `${counts.unavailable - dead.unavailable} writes refused, ${falsely} acknowledged meanwhile ` +
            `(${dead.acknowledged - dying} while they died, ${late} on their way); ${WRITES} more ${seconds(tookMs)} after the standbys were started; 0 lost, 0 doubled`,
        );
        expect(falsely, 'acknowledged without a standby').toBe(0);
        expect(late).toBeLessThanOrEqual(WRITERS);
      }),
    400_000,
  );

  test('every mail comes, and at most those in flight come twice', async () => {
    const waiting = async (): Promise<number> => {
      const { length } = await (sale.nodes[1] as Site).database.platform
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'WAITING')
        .execute();
      return length;
    };
    await until(async () => (await waiting()) === 0, 'no mail waits', 120_000);
    const ids = sale.smtp.received.map(({ mail }) => mail.messageId);
    const doubled = ids.length - new Set(ids).size;
    reportFault('cluster: mails through all of it', `${ids.length} mails, ${doubled} of them twice`);
    expect(ids.length).toBeGreaterThan(WRITES);
    expect(doubled).toBeLessThanOrEqual(MAILS_IN_FLIGHT * FAULTS.length);
  }, 180_000);

  test('ledger and audit trail fit, and both nodes have recovered by themselves', () => {
    const { cluster, nodes, writers } = sale;
    for (const databaseUrl of cluster.databaseUrls) expectVerified({ DATABASE_URL: databaseUrl, APP_SECRET });
    const { orders, proofs, approved, unavailable } = writers.counts;
    reportFault(
      'cluster: ledger and trail through all of it',
      `${orders} orders, ${proofs} proofs, ${approved} approved, ${unavailable} answers 503; both verify on both nodes`,
    );
    for (const node of nodes) expect(node.process.exitCode).toBeNull();
  }, 180_000);
});
