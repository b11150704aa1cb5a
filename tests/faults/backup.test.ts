/** A backup of 100,000 purchases and its restore: the same rows in every table, the same roots of every log, within a minute each. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { makeBookedSale } from '../bench/backup.ts';
import { type Bench, freshHome, openBench } from '../bench/bench.ts';
import { PASSING, savedContentOf, schemaOf } from '../support/content.ts';
import { reportFault, seconds } from '../support/faults.ts';

const PURCHASES = 100_000;
const MS_MAX = 60_000;
const run = promisify(execFile);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});
function open(url: string): Database['platform'] {
  const database = openDatabase({ ...serverConnections(url, secretsOf(bench.secret)), poolSize: 2, onError: () => {} });
  opened.push(database);
  return database.platform;
}

/** Size and root of the newest checkpoint of every log. */
async function rootsOf(db: Database['platform']): Promise<string[]> {
  const { rows } = await sql<{ root: string }>`
    SELECT DISTINCT ON (scope_id, kind) concat_ws(' ', kind, scope_id, size, encode(root, 'hex')) AS root
    FROM log_checkpoints ORDER BY scope_id, kind, size DESC`.execute(db);
  return rows.map(({ root }) => root);
}

test(`a backup of ${PURCHASES} purchases is restored to the same rows and roots`, async () => {
  const from = await makeBookedSale(bench, 'sale', PURCHASES);
  const to = await bench.makeDatabase('restored');
  const cli = async (url: string, ...args: string[]): Promise<{ ms: number; text: string }> => {
    const startMs = performance.now();
    const { stdout } = await run(process.execPath, [path.resolve('dist/server/cli.mjs'), ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: freshHome(bench.dir), APP_SECRET: bench.secret },
    });
    return { ms: performance.now() - startMs, text: stdout };
  };
  const [before, after] = [open(from.url), open(to.url)];
  // Writing a backup notes its time in the database, so the rows are compared with those after it.
  const file = path.join(bench.dir, 'whole.tar.gz');
  const backup = await cli(from.url, 'backup', file);
  const content = await savedContentOf(before);
  const restore = await cli(to.url, 'restore', file);
  const restored = await savedContentOf(after);
  const tables = Object.keys(content).filter((table) => !PASSING.includes(table));
  const differing = tables.filter((table) => content[table] !== restored[table]);
  const [roots, restoredRoots] = [await rootsOf(before), await rootsOf(after)];
  const verified = await Promise.all([from.url, to.url].map((url) => cli(url, 'ledger:verify')));
  reportFault(
    'backup and restore at 100,000 purchases',
    `backup ${seconds(backup.ms)}, restore with all checks ${seconds(restore.ms)}, ${Math.round(fs.statSync(file).size / 2 ** 20)} MiB; ` +
      `${tables.length - differing.length} of ${tables.length} tables and ${roots.length} roots identical`,
  );
  expect(content.purchases).toMatch(new RegExp(`^${PURCHASES} `));
  expect(differing.map((table) => [table, content[table], restored[table]])).toEqual([]);
  expect(restoredRoots).toEqual(roots);
  expect(roots.length).toBeGreaterThan(1);
  // The restore is an entry of the ledger, which waits for the operator.
  for (const { text } of verified) expect(text).toMatch(/^ok ledger of .*\n$/);
  expect(await schemaOf(after)).toEqual(await schemaOf(before));
  expect(Math.max(backup.ms, restore.ms)).toBeLessThan(MS_MAX);
}, 900_000);
