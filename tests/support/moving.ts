/** Two clusters for tests of `npm run company:move`: each is a node on a database of its own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { LEFT_BEHIND } from '../../src/lib/db/company-tables.ts';
import { type TestDatabase, testDatabase } from './db.ts';
import { KINDS } from './distribution.ts';
import { APP_SECRET, callsTo, type Site, startSite } from './site.ts';

const CLI = path.resolve('dist/server/cli.mjs');
/** Of the company that moves. */
export const HOST = 'sale-moving.example.com';
export const POLL = { timeout: 60_000, interval: 250 };

export interface Cluster {
  readonly home: TestDatabase;
  readonly node: Site;
  /** Its calls go to the node under the host of the company. */
  readonly site: Site;
}

/** A node on a database of its own. */
export async function startCluster(): Promise<Cluster> {
  const home = await testDatabase();
  const node = await startSite({
    databaseUrl: home.url,
    env: { SITE_URL: 'http://platform.example.com', RATE_LIMITS: 'off', WEBHOOK_LOOPBACK: 'on' },
  });
  const call = callsTo({ url: `http://${HOST}`, port: node.port }, '127.0.0.1');
  const site: Site = {
    ...node,
    url: `http://${HOST}`,
    call: (method, pathname, options) => call(method, pathname, { ...options, ip: '127.0.0.1' }),
  };
  return { home, node, site };
}

export function cli(
  { home, node }: Cluster,
  args: readonly string[],
  env: Record<string, string> = {},
): { ended: Promise<{ code: number | null; text: string }>; kill(): void } {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: home.url, APP_SECRET, DATA_DIR: node.dataDir, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<{ code: number | null; text: string }>((done) =>
    child.on('close', (code) => done({ code, text })),
  );
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** `npm run company:move -- …` */
export const move = (cluster: Cluster, args: readonly string[], env?: Record<string, string>) =>
  cli(cluster, ['company:move', ...args], env).ended;

const TABLES = [...KINDS.tenant, ...KINDS.scoped, 'company_hosts', 'companies'].filter(
  (it) => !LEFT_BEHIND.includes(it),
);
const keyOf = (table: string): string => {
  if (table === 'companies') return 'id';
  return (KINDS.scoped as readonly string[]).includes(table) ? 'scope_id' : 'company_id';
};

/** What a move writes in the trails of both clusters. */
const TRAIL = ['audit_entries', 'audit_order', 'audit_queue', 'log_checkpoints', 'log_tiles'];

/** A digest of each table, of the rows of one company or of all others. */
export async function digest(
  { home }: Cluster,
  company: string,
  which: 'own' | 'others',
  { without = [], hasTrail = true }: { without?: readonly string[]; hasTrail?: boolean } = {},
): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const table of TABLES.filter((table) => !without.includes(table) && (hasTrail || !TRAIL.includes(table)))) {
    const is = which === 'own' ? sql`=` : sql`<>`;
    const { rows } = await sql<{ digest: string }>`
      SELECT count(*) || ' ' || md5(coalesce(string_agg(row, '' ORDER BY row COLLATE "C"), '')) AS digest
      FROM (SELECT md5((to_jsonb(t) - 'moved_at')::text) AS row FROM ${sql.table(table)} t
        WHERE ${sql.ref(keyOf(table))} ${is} ${company}) r`.execute(home.database.platform);
    out[table] = rows[0]?.digest ?? '';
  }
  return out;
}

/** Nothing waits to be sealed or sent, so that digests stay the same. */
export async function settled({ home }: Cluster): Promise<void> {
  const counts = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT (SELECT count(*)::int FROM audit_queue) + (SELECT count(*)::int FROM mails WHERE state = 'WAITING') AS n`.execute(
      home.database.platform,
    );
    return rows[0]?.n;
  };
  await vi.waitFor(async () => expect(await counts()).toBe(0), POLL);
}

/** The epochs of a company's logs, and what happened to its ledger as a whole. */
export async function logsIn({ home }: Cluster, company: string): Promise<{ keys: string[]; events: string[] }> {
  const { rows: keys } = await sql<{ key: string }>`SELECT kind || ' ' || id AS key FROM log_epochs
    WHERE scope_id = ${company} ORDER BY number, kind`.execute(home.database.platform);
  const { rows: events } = await sql<{ kind: string }>`SELECT kind FROM ledger_events WHERE company_id = ${company}
    ORDER BY seq`.execute(home.database.platform);
  return { keys: keys.map(({ key }) => key), events: events.map(({ kind }) => kind) };
}
