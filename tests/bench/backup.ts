/** A whole sale into one file and back into an empty database, with a ledger and receipts that fit. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inTransaction, openDatabase } from '../../src/lib/db/client.ts';
import { credit } from '../../src/lib/ledger/service.ts';
import { numberReceipts } from '../../src/lib/purchases/receipt-store.ts';
import { freshHome, type Place } from './place.ts';
import type { Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const run = promisify(execFile);
const CLI = path.resolve('dist/programs/cli.mjs');
const SECONDS_MAX = 60;

/** Books the approved purchases and holds the pending ones, as the sale would have. */
async function book(url: string): Promise<void> {
  const database = openDatabase({ connection: { connectionString: url, statement_timeout: 0 }, poolSize: 4 });
  await inTransaction(database.platform, async (tx) => {
    await tx.deleteFrom('stock_balances').execute();
    const purchases = await tx
      .selectFrom('purchases')
      .select(['id', 'company_id as companyId', 'user_id as userId', 'quantity', 'status'])
      .where('status', 'in', ['PENDING', 'APPROVED'])
      .execute();
    for (const { status, id: sourceId, ...it } of purchases)
      if (status === 'APPROVED') await credit(tx, { ...it, sourceId, kind: 'PURCHASE', fromHold: false });
    const held = purchases.filter((it) => it.status === 'PENDING').reduce((sum, it) => sum + it.quantity, 0n);
    await tx.updateTable('supplies').set({ held }).execute();
    for (const companyId of new Set(purchases.map((it) => it.companyId))) await numberReceipts(tx, companyId);
  });
  await database.close();
}

export async function backupRows(place: Place, purchases: number): Promise<Row[]> {
  const [from, to] = [await place.makeDatabase('kept'), await place.makeDatabase('restored')];
  await (await place.serve({ databaseUrl: from.url })).stop();
  await topUp(from.client, { members: Math.ceil(purchases / 4), purchases });
  await book(from.url);
  const file = path.join(place.dir, 'backup');
  const command = async (url: string, ...args: string[]): Promise<number> => {
    const startedMs = performance.now();
    await run(process.execPath, [CLI, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: freshHome(place.dir), APP_SECRET: place.secret },
    });
    return performance.now() - startedMs;
  };
  const backupMs = await command(from.url, 'backup', file);
  const restoreMs = await command(to.url, 'restore', file);
  const company = await siteCompany(from.client);
  const content = async (it: typeof from): Promise<string> => {
    const { rows } = await it.client.query(
      `SELECT (SELECT count(*)::text FROM purchases) AS purchases, (SELECT count(*)::text FROM stock_entries) AS entries,
         (SELECT count(*)::text FROM receipts) AS receipts, ledger_hash FROM supplies WHERE company_id = $1`,
      [company],
    );
    return JSON.stringify(rows[0]);
  };
  const [before, after] = [await content(from), await content(to)];
  if (before !== after) throw new Error(`restored ${after} of ${before}`);
  const row = (what: string, took: number): Row => ({
    what: `${what} of ${purchases.toLocaleString('en-IN')} purchases`,
    figure: `${(took / 1000).toFixed(1)} s`,
    bar: `${SECONDS_MAX} s`,
    peer: `${Math.round(fs.statSync(file).size / 2 ** 20)} MiB, ${JSON.parse(before).entries} entries of stock`,
    isMet: took < SECONDS_MAX * 1000,
  });
  return [row('backup', backupMs), row('restore, with all checks', restoreMs)];
}
