/**
 * Two nodes behind nginx on the cluster of `deploy/ha`, under 16 writers, while one part after the other dies: what was
 * acknowledged is there, once and unchanged, and writes go on within half a minute.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, type Machine, reasonToSkip, startCluster } from '../support/cluster/cluster.ts';
import { until } from '../support/embedded-programs.ts';
import { freePort } from '../support/ports.ts';
import { PROXIED_HOST, startProxy } from '../support/proxies.ts';
import { withoutCaps } from '../support/purchases.ts';
import { APP_SECRET, callsTo, type Site, startSite } from '../support/site.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';
import { expectVerified } from '../support/verified.ts';
import { makeWriters, type Writers } from '../support/writers.ts';

const skipped = reasonToSkip();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
if (skipped) say(`skipped: the cluster of deploy/ha: ${skipped}`);

const WRITERS = 16;
const PAUSE_MS_MAX = 30_000;
/** Writes before a fault, and after it: enough for every writer to meet it. */
const WRITES = 100;
/** Mails that one node sends at the same time: as many may be sent twice when it dies, or its database. */
const MAILS_IN_FLIGHT = 32;

let cluster: Cluster;
let smtp: Smtp;
let writers: Writers;
let dataDir: string;
const ports: number[] = [];
const nodes: Site[] = [];
const ends: (() => Promise<unknown>)[] = [];

async function startNode(machine: Machine): Promise<void> {
  nodes[machine] = await startSite({
    databaseUrl: cluster.databaseUrls[machine],
    dataDir,
    env: {
      PORT: String(ports[machine]),
      SITE_URL: `http://${PROXIED_HOST}`,
      SMTP_URL: smtp.url,
      RATE_LIMITS: 'off',
    },
  });
}

/** Clients with an address each, as nginx limits an address. */
function clientsOf(port: number): Site[] {
  const url = `http://${PROXIED_HOST}`;
  return Array.from({ length: 100 }, (_, nth) => {
    const call = callsTo({ url, port }, `127.99.0.${nth + 1}`);
    return {
      ...(nodes[0] as Site),
      call,
      get database() {
        return (nodes[0] as Site).database;
      },
    };
  });
}

beforeAll(async () => {
  if (skipped) return;
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-faults-'));
  ends.push(async () => fs.rmSync(dataDir, { recursive: true, force: true }));
  cluster = await startCluster();
  ends.push(() => cluster.stop());
  smtp = await startSmtp();
  ends.push(() => smtp.stop());
  ports.push(await freePort(), await freePort());
  await Promise.all([startNode(0), startNode(1)]);
  ends.push(async () => {
    for (const node of nodes) await node.remove();
  });
  const proxy = await startProxy('nginx', ...(ports as [number, number]));
  ends.push(() => proxy.stop());
  await withoutCaps(nodes[0] as Site);
  const clients = clientsOf(proxy.port);
  let tries = 0;
  writers = await makeWriters({ count: WRITERS, site: () => clients[tries++ % clients.length] as Site });
}, 300_000);

afterAll(async () => {
  for (const end of ends.reverse()) await end();
}, 60_000);

/** Waits for this many more answers. */
async function write(more: number): Promise<void> {
  const before = writers.counts.acknowledged;
  await until(() => writers.counts.acknowledged >= before + more, `${more} more writes are acknowledged`, 120_000);
}

interface Pauses {
  /** The longest time without any acknowledged write. */
  longestMs: number;
  /** When the last write was refused or cut off, after the fault. */
  lastRefusalMs: number;
}

/** Looks at the counts until `work` has ended. */
async function watch(work: () => Promise<unknown>): Promise<Pauses> {
  const { counts } = writers;
  const pauses: Pauses = { longestMs: 0, lastRefusalMs: 0 };
  const beginMs = performance.now();
  let lastMs = beginMs;
  let [acknowledged, refused] = [counts.acknowledged, counts.unavailable + counts.cut];
  const look = (): void => {
    const nowMs = performance.now();
    if (counts.acknowledged > acknowledged) {
      pauses.longestMs = Math.max(pauses.longestMs, Math.round(nowMs - lastMs));
      lastMs = nowMs;
    }
    if (counts.unavailable + counts.cut > refused) pauses.lastRefusalMs = Math.round(nowMs - beginMs);
    [acknowledged, refused] = [counts.acknowledged, counts.unavailable + counts.cut];
  };
  const timer = setInterval(look, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return pauses;
}

interface Fault {
  readonly name: string;
  /** Does it, and waits until its consequence is there. @returns what repairs it */
  strike(): Promise<() => unknown>;
}

/** Waits until another database is the primary. */
const replaced = async (name: string): Promise<void> => {
  while ((await cluster.primary()) === name) await sleep(200);
};
const nothing = (): void => {};

const FAULTS: readonly Fault[] = [
  {
    name: 'the machine of the primary dies',
    strike: async () => {
      const name = await cluster.primary();
      await cluster.killDatabase(name);
      await replaced(name);
      return () => cluster.startDatabase(name);
    },
  },
  {
    name: 'PostgreSQL of the primary dies',
    strike: async () => {
      const name = await cluster.primary();
      await cluster.killPostgres(name);
      await replaced(name);
      return nothing;
    },
  },
  {
    name: 'the primary freezes, and goes on when another one has replaced it',
    strike: async () => {
      const name = await cluster.primary();
      const goOn = cluster.freezeDatabase(name);
      await replaced(name).finally(goOn);
      return nothing;
    },
  },
  {
    name: 'the machine of the standby that confirms commits dies',
    strike: async () => {
      const name = await cluster.syncStandby();
      await cluster.killDatabase(name);
      while ((await cluster.syncStandby()) === name) await sleep(200);
      return () => cluster.startDatabase(name);
    },
  },
  {
    name: 'the leader of etcd dies',
    strike: async () => {
      const name = cluster.etcdLeader();
      await cluster.killEtcd(name);
      return () => cluster.startEtcd(name);
    },
  },
  {
    name: 'a node of the program dies',
    strike: async () => {
      await nodes[0]?.kill();
      return async () => {
        await nodes[0]?.database.close();
        await startNode(0);
      };
    },
  },
  ...(['haproxy', 'pgbouncer'] as const).map((program) => ({
    name: `${program} of a node dies and is started again`,
    strike: async () => {
      await cluster.kill(program, 0);
      // As its supervisor does.
      await sleep(1_000);
      cluster.start(program, 0);
      return nothing;
    },
  })),
  {
    name: 'an operator lets another database take over',
    strike: async () => {
      const name = await cluster.primary();
      await cluster.switchover();
      await replaced(name);
      return nothing;
    },
  },
];

describe.skipIf(skipped)('the cluster of deploy/ha', () => {
  const rows: string[] = [];

  test.each(FAULTS)(
    '$name: writes go on, and nothing acknowledged is lost or doubled',
    async ({ name, strike }) => {
      await cluster.whole();
      writers.begin();
      try {
        await write(WRITES);
        const { unavailable, cut, orders } = { ...writers.counts };
        let repair: () => unknown = nothing;
        const { longestMs, lastRefusalMs } = await watch(async () => {
          repair = await strike();
          await write(WRITES);
        });
        await repair();
        await writers.end();
        await writers.expectStored();
        const { counts } = writers;
        expect(counts.cut - cut, 'nginx answers every request').toBe(0);
        expect(longestMs).toBeLessThan(PAUSE_MS_MAX);
        rows.push(
          `| ${name} | ${(longestMs / 1000).toFixed(1)} s | ${(lastRefusalMs / 1000).toFixed(1)} s | ${counts.orders - orders} | ${counts.unavailable - unavailable} | 0 | 0 |`,
        );
      } catch (cause) {
        say(cluster.logs());
        for (const node of nodes) say(node.output().slice(-3_000));
        throw cause;
      }
    },
    300_000,
  );

  test('every mail comes, and at most those in flight come twice', async () => {
    const waiting = async (): Promise<number> => {
      const { length } = await (nodes[1] as Site).database.platform
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'WAITING')
        .execute();
      return length;
    };
    await until(async () => (await waiting()) === 0, 'no mail waits', 120_000);
    const ids = smtp.received.map(({ mail }) => mail.messageId);
    const doubled = ids.length - new Set(ids).size;
    say(`${ids.length} mails, ${doubled} of them twice`);
    expect(ids.length).toBeGreaterThan(WRITES);
    expect(doubled).toBeLessThanOrEqual(MAILS_IN_FLIGHT * FAULTS.length);
  }, 180_000);

  test('ledger and audit trail fit, and both nodes have recovered by themselves', async () => {
    for (const databaseUrl of cluster.databaseUrls) expectVerified({ DATABASE_URL: databaseUrl, APP_SECRET });
    for (const node of nodes) expect(node.process.exitCode).toBeNull();
    const { orders, proofs, approved, unavailable } = writers.counts;
    say(`${orders} orders, ${proofs} proofs, ${approved} approved, ${unavailable} answers 503`);
    say('| What dies | Pause of all writes | Last write refused after | Orders | Answers 503 | Lost | Doubled |');
    say('|---|---|---|---|---|---|---|');
    for (const row of rows) say(row);
  });
});
