/**
 * A data folder of the previous major version of PostgreSQL: the next start carries it over, whole or not at all. The folder is
 * made by the previous programs, with the data of a sale.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseAccount } from '../../src/lib/db/embedded/account.ts';
import { provideBinaries } from '../../src/lib/db/embedded/binaries.ts';
import { checkServer, connectionsTo } from '../../src/lib/db/embedded/check.ts';
import { initialise } from '../../src/lib/db/embedded/cluster.ts';
import { providePasswords } from '../../src/lib/db/embedded/passwords.ts';
import { clusterTag } from '../../src/lib/db/embedded/process.ts';
import { launchServer } from '../../src/lib/db/embedded/server.ts';
import { makeSocketDir } from '../../src/lib/db/embedded/socket-dir.ts';
import { makeMember, noteSessions } from '../support/accounts.ts';
import { manual, submitted } from '../support/purchases.ts';
import { APP_SECRET, embeddedConnections, startSite } from '../support/site.ts';

const PREVIOUS = '17';
const folders: string[] = [];
function newFolder(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-upgrade-'));
  fs.chmodSync(dir, 0o755);
  folders.push(dir);
  return dir;
}

/** Rows of every table but the record of migrations, and passing ones. */
async function contentOf(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'nodes', 'verifications', 'rate_limits') ORDER BY 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS digest FROM ${name} t`,
    );
    content[name] = rows[0]?.digest ?? '';
  }
  await client.end();
  return content;
}

/** A folder with a stopped database of the previous version. */
let fixture: string;
let content: Record<string, string>;
let token: string;

beforeAll(async () => {
  fixture = newFolder();
  const clusterDir = path.join(fixture, 'postgres');
  fs.mkdirSync(clusterDir, { mode: 0o700 });
  const account = chooseAccount(path.join(fixture, 'absent'));
  if (account.switched) fs.chownSync(clusterDir, account.uid, account.gid);
  const binaries = provideBinaries(account, fixture, () => {}, PREVIOUS);
  await initialise(clusterDir, account, binaries, providePasswords(fixture));
  // An earlier version asked for no password.
  fs.writeFileSync(path.join(clusterDir, 'pg_hba.conf'), 'local all all trust\n');
  const tag = clusterTag(clusterDir);
  const socketDir = makeSocketDir(tag, account);
  const server = await launchServer(
    { clusterDir, socketDir, tag, account, binaries, maxConnections: 40, log: () => {} },
    new AbortController().signal,
  );
  const connections = connectionsTo(socketDir, null);
  await checkServer(connections, null);
  // As every folder of an earlier version: all belongs to the superuser.
  const { user, port, database } = connections.superuserConnection;
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`;
  const site = await startSite({ databaseUrl, dataDir: fixture, args: ['--demo'] });
  const member = await makeMember(site);
  token = member.token;
  await site.database.platform.transaction().execute(noteSessions);
  await submitted(site, member, manual());
  // A use after more than a minute is recorded in the session: no call of these tests may change what they compare.
  await sql`UPDATE sessions SET seen_at = now() + interval '1 hour'`.execute(site.database.platform);
  await site.stop();
  await site.database.close();
  content = await contentOf(connections.superuserConnection);
  await server.stop();
  fs.rmSync(path.join(fixture, 'secrets', 'pgpass'));
  fs.rmSync(socketDir, { recursive: true, force: true });
}, 120_000);
afterAll(() => {
  for (const dir of folders) fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

function copyOfFixture(parent = newFolder()): string {
  const dir = path.join(parent, 'data');
  execFileSync('cp', ['-a', fixture, dir]);
  return dir;
}

const majorIn = (dir: string): string => fs.readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
const clustersIn = (dataDir: string): string[] =>
  fs
    .readdirSync(dataDir)
    .filter((name) => name.startsWith('postgres') && name !== 'postgres.lock' && !/^postgres-\d+\.\d/.test(name))
    .sort();
const isUnfinished = (name: string): boolean => name.startsWith('postgres.upgrade-');
const OLD = new RegExp(`^postgres-${PREVIOUS}-\\d{4}-\\d\\d-\\d\\d$`);

/** Starts the program and compares everything. */
async function expectCarriedOver(dataDir: string): Promise<void> {
  const site = await startSite({ embedded: true, dataDir, env: { APP_SECRET } });
  expect(await contentOf(embeddedConnections(dataDir).superuserConnection)).toEqual(content);
  expect((await site.call('GET', '/api/v1/user/stock/mine', { token })).status).toBe(200);
  for (const command of ['ledger:verify', 'audit:verify'])
    execFileSync(process.execPath, ['dist/server/cli.mjs', command], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, APP_SECRET },
    });
  await site.stop();
  await site.database.close();
  expect(majorIn(path.join(dataDir, 'postgres'))).toBe('18');
  // Nothing that was killed is left.
  const clusters = clustersIn(dataDir);
  expect(clusters).toEqual(['postgres', expect.stringMatching(OLD)]);
  const old = clusters[1] ?? '';
  expect(majorIn(path.join(dataDir, old))).toBe(PREVIOUS);
  expect(fs.readFileSync(path.join(dataDir, old, 'README.txt'), 'utf8')).toContain(`rm -r ${path.join(dataDir, old)}`);
}

describe('M12: a new major version of PostgreSQL leaves the data behind', () => {
  test('the next start carries all rows over, and sessions stay valid', async () => {
    const dataDir = copyOfFixture();
    const startedAt = Date.now();
    await expectCarriedOver(dataDir);
    process.stdout.write(`carried over, verified and compared in ${Date.now() - startedAt} ms\n`);
  }, 120_000);

  test('killed at any moment, the old data are whole and the next start finishes', async () => {
    const dataDir = copyOfFixture();
    const states: string[] = [];
    for (const delayMs of [150, 400, 800, 1200, 1700, 2300]) {
      const program = spawn(process.execPath, ['dist/server/server.mjs'], {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: '0',
          DATA_DIR: dataDir,
          APP_SECRET,
          TOKEN_SYMBOL: process.env.TOKEN_SYMBOL ?? 'COWL',
        },
      });
      const exited = new Promise((done) => program.once('exit', done));
      for (let waited = 0; waited < 500 && !clustersIn(dataDir).some(isUnfinished); waited++) await sleep(10);
      await sleep(delayMs);
      program.kill('SIGKILL');
      await exited;
      states.push(clustersIn(dataDir).join(' '));
      if (majorIn(path.join(dataDir, 'postgres')) === '18') break;
    }
    expect(states[0]).toMatch(/^postgres postgres\.upgrade-\w+$/);
    process.stdout.write(`killed ${states.length} times: ${states.join('; ')}\n`);
    await expectCarriedOver(dataDir);
  }, 180_000);

  test('killed between the last two renames, the next start finishes', async () => {
    const dataDir = copyOfFixture();
    await expectCarriedOver(dataDir);
    fs.renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.upgraded'));
    await expectCarriedOver(dataDir);
  }, 120_000);

  test('a complete copy next to the old data is made again: an earlier version may have written since', async () => {
    const dataDir = copyOfFixture();
    fs.mkdirSync(path.join(dataDir, 'postgres.upgraded'));
    fs.writeFileSync(path.join(dataDir, 'postgres.upgraded', 'PG_VERSION'), '18\n');
    await expectCarriedOver(dataDir);
  }, 120_000);

  test('without the programs of that version: exact steps, and the data are as they were', async () => {
    const dataDir = copyOfFixture();
    fs.writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    const refused = startSite({ embedded: true, dataDir, env: { APP_SECRET } });
    await expect(refused).rejects.toThrow(/made by PostgreSQL 16.*Nothing was changed. Do this:[\s\S]*npm run restore/);
    expect(clustersIn(dataDir)).toEqual(['postgres']);
    fs.writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), `${PREVIOUS}\n`);
    await expectCarriedOver(dataDir);
  }, 120_000);

  test('with a full disk: a clear sentence, and the data are as they were', async (context) => {
    const disk = newFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'launchbook-test', disk], { stdio: 'ignore' });
    } catch {
      context.skip('only root on Linux can mount a small disk');
    }
    try {
      const dataDir = copyOfFixture(disk);
      const refused = startSite({ embedded: true, dataDir, env: { APP_SECRET } });
      await expect(refused).rejects.toThrow(/needs \d+ MB of free disk and has \d+ MB. Nothing was changed./);
      expect(clustersIn(dataDir)).toEqual(['postgres']);
      expect(majorIn(path.join(dataDir, 'postgres'))).toBe(PREVIOUS);
      execFileSync('mount', ['-o', 'remount,size=1500m', disk]);
      await expectCarriedOver(dataDir);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  }, 120_000);
});
