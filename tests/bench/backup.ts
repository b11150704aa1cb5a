/** Backs up a whole sale, restores it into an empty database, and moves it to another cluster, with a consistent ledger and receipts. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inTransaction, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { credit } from '../../src/lib/ledger/service.ts';
import { numberReceipts } from '../../src/lib/purchases/receipt/store.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type Bench, freshHome } from './bench.ts';
import type { Row } from './rows.ts';
import { siteCompany, topUp, topUpTrail } from './seed.ts';

const run = promisify(execFile);
const CLI = path.resolve('dist/server/cli.mjs');
const SECONDS_MAX = 60;
const SEALING_MS_MAX = 300_000;

type Database = Awaited<ReturnType<Bench['makeDatabase']>>;

/** Credits the approved purchases and reserves stock for the pending ones, as the sale would have. */
async function book(url: string, secret: string): Promise<void> {
  const connections = serverConnections(url, secretsOf(secret));
  const database = openDatabase({ ...connections, poolSize: 4 });
  await inTransaction(database.platform, async (tx) => {
    await tx.deleteFrom('stock_balances').execute();
    const purchases = await tx
      .selectFrom('purchases')
      .select(['id', 'company_id as companyId', 'user_id as userId', 'quantity', 'status'])
      .where('status', 'in', ['PENDING', 'APPROVED'])
      .execute();
    for (const { status, id: sourceId, ...purchase } of purchases)
      if (status === 'APPROVED')
        await credit(tx, { ...purchase, sourceId, kind: 'PURCHASE', isReserved: false, at: new Date() });
    const held = purchases.filter((it) => it.status === 'PENDING').reduce((sum, it) => sum + it.quantity, 0n);
    await tx.updateTable('supplies').set({ held }).execute();
    for (const companyId of new Set(purchases.map((it) => it.companyId))) await numberReceipts(tx, companyId);
  });
  await database.close();
}

/** Writes to the audit trail who decided which purchase, and lets the program seal it: a restore compares both. */
async function record(bench: Bench, { url, client }: Database): Promise<void> {
  // The first admin: the trail knows who became one.
  const { rows } = await client.query(`SELECT id FROM users WHERE role = 'ADMIN'`);
  const [admin] = rows;
  await client.query(`UPDATE purchases SET decided_by = $1 WHERE status <> 'PENDING'`, [admin.id]);
  await topUpTrail(client, admin.id);
  const program = await bench.serve({ databaseUrl: url });
  const isSealed = async (): Promise<boolean> =>
    (await client.query('SELECT NOT EXISTS (SELECT FROM audit_queue) AS done')).rows[0].done;
  const untilMs = performance.now() + SEALING_MS_MAX;
  while (!(await isSealed())) {
    if (performance.now() > untilMs) throw new Error('the audit trail was not sealed: see the log of the program');
    await sleep(500);
  }
  await program.stop();
}

/** A database with a whole sale: purchases, ledger, receipts and a sealed trail. */
export async function makeBookedSale(bench: Bench, name: string, purchases: number): Promise<Database> {
  const sale = await bench.makeDatabase(name);
  await (await bench.serve({ databaseUrl: sale.url })).stop();
  await topUp(sale.client, { members: Math.ceil(purchases / 4), purchases });
  await book(sale.url, bench.secret);
  await record(bench, sale);
  return sale;
}

/** The symbol of the first company in the other cluster. */
const OTHER_SYMBOL = 'ACW';

/** @returns the ms that a command takes */
async function command(bench: Bench, url: string, ...args: string[]): Promise<number> {
  const startedMs = performance.now();
  await run(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: freshHome(bench.dir),
      APP_SECRET: bench.secret,
      TOKEN_SYMBOL: OTHER_SYMBOL,
    },
  });
  return performance.now() - startedMs;
}

/** What a copy of the sale has to have, too. */
async function contentOf({ client }: Database, company: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::text FROM purchases) AS purchases, (SELECT count(*)::text FROM stock_entries) AS entries,
       (SELECT count(*)::text FROM receipts) AS receipts,
       (SELECT max(hash) FROM stock_entries) AS last FROM supplies WHERE company_id = $1`,
    [company],
  );
  return JSON.stringify(rows[0]);
}

/** The ms in which a company moves to a cluster that serves another one: its site is closed meanwhile. */
async function move(bench: Bench, from: Database, company: string): Promise<{ outMs: number; inMs: number }> {
  const to = await bench.makeDatabase('other_cluster');
  await (await bench.serve({ databaseUrl: to.url, env: { TOKEN_SYMBOL: OTHER_SYMBOL } })).stop();
  const { rows } = await from.client.query(
    `WITH host AS (INSERT INTO company_hosts (host, company_id, is_primary) VALUES ('sale.example.com', $1, true))
     SELECT token_symbol FROM companies WHERE id = $1`,
    [company],
  );
  const file = path.join(bench.dir, 'company');
  const before = await contentOf(from, company);
  const outMs = await command(bench, from.url, 'company:move', 'export', rows[0].token_symbol, file);
  const inMs = await command(bench, to.url, 'company:move', 'import', file);
  const after = await contentOf(to, company);
  if (before !== after) throw new Error(`moved ${after} of ${before}`);
  return { outMs, inMs };
}

export async function backupRows(bench: Bench, purchases: number): Promise<Row[]> {
  const [from, to] = [await makeBookedSale(bench, 'sale', purchases), await bench.makeDatabase('restored')];
  const file = path.join(bench.dir, 'backup');
  const backupMs = await command(bench, from.url, 'backup', file);
  const restoreMs = await command(bench, to.url, 'restore', file);
  const company = await siteCompany(from.client);
  const [before, after] = [await contentOf(from, company), await contentOf(to, company)];
  if (before !== after) throw new Error(`restored ${after} of ${before}`);
  const { outMs, inMs } = await move(bench, from, company);
  const row = (what: string, took: number, bar = `${SECONDS_MAX} s`): Row => ({
    what: `${what}, ${purchases.toLocaleString('en-IN')} purchases`,
    figure: `${(took / 1000).toFixed(1)} s`,
    bar,
    peer: `${Math.round(fs.statSync(file).size / 2 ** 20)} MiB, ${JSON.parse(before).entries} entries of stock`,
    isMet: bar === '–' || took < SECONDS_MAX * 1000,
  });
  return [
    row('backup', backupMs),
    row('restore, with all checks', restoreMs),
    row('export of a company that moves', outMs, '–'),
    row('its import into another cluster, with all checks', inMs, '–'),
  ];
}
