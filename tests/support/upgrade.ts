/** A sale of 100,000 purchases that the program before the newest change of the schema has made, to be migrated. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { migrations } from '../../src/lib/db/migrate.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type Bench, openBench } from '../bench/bench.ts';
import { contentOf, PASSING } from './content.ts';
import { buildEarlier, type EarlierProgram } from './earlier.ts';
import { freePort } from './ports.ts';
import { withoutCaps } from './purchases.ts';
import { allSealed } from './sealing.ts';
import { APP_SECRET, startSite } from './site.ts';
import { makeWriters, type WritersOptions } from './writers.ts';

const EARLIER_WRITES = 200;

export interface Copy {
  readonly url: string;
  /** A superuser's connection. */
  readonly client: pg.Client;
  readonly database: Database;
}

export interface EarlierSale {
  readonly earlier: EarlierProgram;
  /** What the commands of the earlier program say about ledger and trail. */
  readonly verified: string;
  /** Writes accounts as rows of its schema. */
  readonly accounts: NonNullable<WritersOptions['accounts']>;
  /** Another database with the same rows. */
  copy(name: string): Promise<Copy>;
  /** Tables whose rows differ from those of before. New columns and what runs by itself do not count. */
  changedTables(copy: Copy): Promise<string[]>;
  stop(): Promise<void>;
}

/** What both commands say, as the operations guide tells to run them. */
export function verifyText(url: string, folder = '.'): string {
  return ['ledger:verify', 'audit:verify']
    .map((command) =>
      execFileSync(process.execPath, [path.resolve(folder, 'dist/server/cli.mjs'), command], {
        env: { PATH: process.env.PATH, DATABASE_URL: url, APP_SECRET },
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }),
    )
    .join('');
}

function open(url: string): Database {
  return openDatabase({ ...serverConnections(url, secretsOf(APP_SECRET)), poolSize: 4, onError: () => {} });
}

/** By the statements of the earlier version, here and below: their columns are those of its schema. */
function accountsOf({ folder }: EarlierProgram): Promise<typeof import('./accounts.ts')> {
  return import(path.join(folder, 'tests/support/accounts.ts'));
}

async function fill(client: pg.Client, { folder }: EarlierProgram, purchases: number): Promise<void> {
  const seed: typeof import('../bench/seed.ts') = await import(path.join(folder, 'tests/bench/seed.ts'));
  await seed.topUp(client, { members: purchases / 40, purchases });
  const { rows } = await client.query(`SELECT id FROM users WHERE role = 'ADMIN' LIMIT 1`);
  // Rejected purchases need no entries of stock, so ledger and trail fit without a booking of our own.
  await client.query('SET session_replication_role = replica; DELETE FROM stock_balances');
  await client.query(`UPDATE purchases SET status = 'REJECTED', decided_at = now(), decided_by = $1`, [rows[0].id]);
  await client.query('RESET session_replication_role; SELECT recount_totals()');
  await seed.topUpTrail(client, rows[0].id);
}

async function untilSealed(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT NOT EXISTS (SELECT FROM audit_queue) AS done');
    if (rows[0].done) return;
    await sleep(250);
  }
}

/** Tables whose rows the migrations that are new change on purpose: their number alone is compared. */
function rewrittenTables(applied: ReadonlySet<string>): ReadonlySet<string> {
  const later = migrations.filter(({ name }) => !applied.has(name)).map(({ text }) => text);
  const named = later.flatMap((text) => [...text.matchAll(/\b(?:UPDATE|INSERT INTO|DELETE FROM)\s+(\w+)/gi)]);
  return new Set(named.map(([, table = '']) => table));
}

async function columnsOf(db: Database['platform']): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    SELECT table_name::text AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
    WHERE table_schema = current_schema() GROUP BY table_name`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function makeSource(
  bench: Bench,
  { earlier, accounts }: Pick<EarlierSale, 'earlier' | 'accounts'>,
  purchases: number,
): Promise<string> {
  const { url, client } = await bench.makeDatabase('earlier');
  const site = await startSite({ databaseUrl: url, build: earlier.folder, env: { RATE_LIMITS: 'off' } });
  try {
    await fill(client, earlier, purchases);
    await withoutCaps(site);
    const writers = await makeWriters({ count: 16, site: () => site, accounts });
    writers.begin();
    while (writers.counts.acknowledged < EARLIER_WRITES) await sleep(20);
    await writers.end();
    await writers.expectStored();
    await untilSealed(client);
    await allSealed(site);
  } finally {
    await site.stop();
    await site.database.close();
    await client.end();
  }
  return url;
}

export async function makeEarlierSale(commit: string, purchases: number): Promise<EarlierSale> {
  const earlier = buildEarlier(commit);
  const bench = await openBench();
  const opened: Database[] = [];
  const accounts = await accountsOf(earlier);
  const url = await makeSource(bench, { earlier, accounts }, purchases);
  const verified = verifyText(url, earlier.folder);
  const source = open(url);
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(source.platform);
  const rewritten = rewrittenTables(new Set(rows.map(({ name }) => name)));
  const columns = await columnsOf(source.platform);
  const before = await contentOf(source.platform);
  // PostgreSQL copies a database only while no session is connected to it.
  await source.close();
  return {
    earlier,
    verified,
    accounts,
    copy: async (name) => {
      const made = await bench.makeDatabase(name, 'earlier');
      const database = open(made.url);
      opened.push(database);
      return { ...made, database };
    },
    changedTables: async ({ database }) => {
      const now = await columnsOf(database.platform);
      const added = [...now].map(([table, all]) => [table, all.filter((it) => !columns.get(table)?.includes(it))]);
      const after = await contentOf(database.platform, Object.fromEntries(added));
      const compared = Object.keys(before).filter((table) => !PASSING.includes(table));
      const shown = (content: Record<string, string>, table: string): string =>
        rewritten.has(table) ? (content[table]?.split(' ')[0] ?? '') : (content[table] ?? '');
      return compared.filter((table) => shown(before, table) !== shown(after, table));
    },
    stop: async () => {
      for (const database of opened) await database.close();
      await bench.close();
    },
  };
}

export interface Starting {
  readonly child: ChildProcess;
  /** True when it serves, false when it has ended before. */
  readonly result: Promise<boolean>;
  readonly output: () => string;
}

/** Starts the program of this checkout and does not wait for it. */
export async function beginStart(url: string): Promise<Starting> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-migrating-'));
  const child = spawn(process.execPath, [path.resolve('dist/server/server.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: url, APP_SECRET },
  });
  let output = '';
  const result = new Promise<boolean>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('Ready on')) done(true);
      });
    child.on('exit', () => {
      fs.rmSync(dataDir, { recursive: true, force: true });
      done(false);
    });
  });
  return { child, result, output: () => output };
}

/** The backend that migrates now: its transaction holds the lock of the table of migrations. */
export async function migratingBackend({ client }: Copy): Promise<number | null> {
  const { rows } = await client.query(
    `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.relation = 'migrations'::regclass AND l.mode = 'ExclusiveLock' AND l.granted AND a.query ~* 'alter|create|update|drop'`,
  );
  return rows[0]?.pid ?? null;
}
