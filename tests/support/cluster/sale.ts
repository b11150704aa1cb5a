/** Two nodes behind nginx on a cluster, an object store and a mail server, and the clients that write to them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../embedded-programs.ts';
import { startTestStore, type TestStore } from '../object-store.ts';
import { freePort } from '../ports.ts';
import { PROXIED_HOST, startProxy } from '../proxies.ts';
import { withoutCaps } from '../purchases.ts';
import { callsTo, type Site, startSite } from '../site.ts';
import { type Smtp, startSmtp } from '../smtp.ts';
import { makeWriters, type Writers } from '../writers.ts';
import { type Cluster, type Machine, startCluster } from './cluster.ts';

export interface Sale {
  readonly cluster: Cluster;
  /** By machine; a started node takes the position of the one before. */
  readonly nodes: Site[];
  readonly smtp: Smtp;
  readonly store: TestStore;
  readonly writers: Writers;
  startNode(machine: Machine): Promise<void>;
  /** Waits for this many more answers. */
  write(more: number): Promise<void>;
  /** Looks at the counts until `work` has ended. */
  watch(work: () => Promise<unknown>): Promise<Pauses>;
  /** The end of what everything has written. */
  logs(): string;
  stop(): Promise<void>;
}

export interface Pauses {
  /** The longest time without any acknowledged write. */
  longestMs: number;
  /** When the last write was refused or cut off, after the fault. */
  lastRefusalMs: number;
}

/** Clients with an address each, as nginx limits an address. */
function clientsOf(nodes: readonly Site[], port: number): Site[] {
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

async function watchCounts({ counts }: Writers, work: () => Promise<unknown>): Promise<Pauses> {
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

/** @param count of clients that write at the same time */
export async function startSale(count: number): Promise<Sale> {
  const ends: (() => Promise<unknown>)[] = [];
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-faults-'));
  ends.push(async () => fs.rmSync(dataDir, { recursive: true, force: true }));
  const cluster = await startCluster();
  ends.push(() => cluster.stop());
  const smtp = await startSmtp();
  ends.push(() => smtp.stop());
  const store = await startTestStore();
  ends.push(() => store.stop());
  const ports = [await freePort(), await freePort()] as const;
  const nodes: Site[] = [];
  const startNode = async (machine: Machine): Promise<void> => {
    nodes[machine] = await startSite({
      databaseUrl: cluster.databaseUrls[machine],
      dataDir,
      env: {
        ...store.env,
        PORT: String(ports[machine]),
        SITE_URL: `http://${PROXIED_HOST}`,
        SMTP_URL: smtp.url,
        RATE_LIMITS: 'off',
      },
    });
  };
  await Promise.all([startNode(0), startNode(1)]);
  ends.push(async () => {
    for (const node of nodes) await node.remove();
  });
  const proxy = await startProxy('nginx', ...ports);
  ends.push(() => proxy.stop());
  await withoutCaps(nodes[0] as Site);
  const clients = clientsOf(nodes, proxy.port);
  let tries = 0;
  const writers = await makeWriters({ count, site: () => clients[tries++ % clients.length] as Site });
  return {
    cluster,
    nodes,
    smtp,
    store,
    writers,
    startNode,
    write: async (more) => {
      const before = writers.counts.acknowledged;
      await until(() => writers.counts.acknowledged >= before + more, `${more} more writes are acknowledged`, 120_000);
    },
    watch: (work) => watchCounts(writers, work),
    logs: () => [cluster.logs(), ...nodes.map((node) => node.output().slice(-3_000))].join('\n'),
    stop: async () => {
      for (const end of ends.reverse()) await end();
    },
  };
}
