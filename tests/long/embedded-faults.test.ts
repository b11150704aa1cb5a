/** The embedded database under single faults: acknowledged rows survive any kill, and the server restarts without help. */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signalAll } from '../../src/lib/db/embedded/process.ts';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import {
  cleanUp,
  isAlive,
  makeFolder,
  processesNaming,
  query,
  runProgram,
  until,
} from '../support/embedded-programs.ts';

afterAll(cleanUp);

const ackedOf = (lines: Record<string, unknown>[]) =>
  lines.filter((line) => line.event === 'acked').map((line) => `${line.worker}:${line.seq}`);

async function writtenRows(connection: pg.ClientConfig): Promise<string[]> {
  const rows = await query<{ worker: number; seq: number }>(connection, 'SELECT worker, seq FROM written');
  return rows.map((row) => `${row.worker}:${row.seq}`);
}

test('after a kill of the program the server stops, and every acknowledged row exists once', async () => {
  const dataDir = makeFolder();
  let acked: string[] = [];
  for (const round of [1, 2, 3]) {
    const program = runProgram(dataDir, { write: true });
    const { pid } = await program.line('up');
    await until(() => ackedOf(program.lines).length > 100 * round, 'rows are acknowledged');
    program.child.kill('SIGKILL');
    await program.ended;
    acked = ackedOf(program.lines);
    if (round < 3) await until(() => !isAlive(Number(pid)), 'the server stops by itself');
    // In the last round the next program starts while the old server is still stopping.
    const server = await startEmbedded({ dataDir });
    const rows = await writtenRows(server.connections.connection);
    expect(acked.filter((row) => !rows.includes(row))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
    await query(server.connections.connection, 'TRUNCATE written');
    await server.stop();
  }
  expect(acked.length).toBeGreaterThan(0);
});

test('after a kill of the server under load it is up again within seconds, and no acknowledged row is lost', async () => {
  const downs: string[] = [];
  let ups = 0;
  const server = await startEmbedded({
    dataDir: makeFolder(),
    onDown: (why) => downs.push(why),
    onUp: () => {
      ups += 1;
    },
  });
  const pool = new pg.Pool({ ...server.connections.connection, max: 8 });
  pool.on('error', () => {});
  await pool.query('CREATE TABLE written (worker int, seq int)');
  const acked: string[] = [];
  let writing = true;
  async function write(worker: number): Promise<void> {
    for (let seq = 0; writing; seq += 1) {
      try {
        await pool.query('INSERT INTO written VALUES ($1, $2)', [worker, seq]);
        acked.push(`${worker}:${seq}`);
      } catch {
        await sleep(20);
      }
    }
  }
  // A backend in a long computation does not notice that its server died. It must not block the next server.
  const busy = pool.query('SELECT sum(sqrt(n::float8)) FROM generate_series(1, 200000000) n').catch(() => {});
  const writers = [1, 2, 3, 4].map(write);
  for (const round of [1, 2]) {
    await until(() => acked.length > 100 * round, 'rows are acknowledged');
    const killed = server.pid ?? 0;
    const killedAt = Date.now();
    process.kill(killed, 'SIGKILL');
    await until(() => ups === round, 'the server is up again', 10_000);
    const ackedBefore = acked.length;
    await until(() => acked.length > ackedBefore, 'the pool writes again');
    process.stdout.write(`embedded database: killed, written to again after ${Date.now() - killedAt} ms\n`);
    expect(server.pid).not.toBe(killed);
  }
  writing = false;
  await Promise.all([...writers, busy]);
  const rows = await writtenRows(server.connections.connection);
  expect(acked.filter((row) => !rows.includes(row))).toEqual([]);
  expect(downs).toEqual(['killed by SIGKILL', 'killed by SIGKILL']);
  await pool.end();
  await server.stop();
});

test('a stop during a restart leaves no server behind', async () => {
  const server = await startEmbedded({ dataDir: makeFolder() });
  process.kill(server.pid ?? 0, 'SIGKILL');
  await until(() => server.pid === undefined, 'the death is seen');
  await server.stop();
  expect(processesNaming(server.socketDir)).toEqual([]);
});

test('a stop waits for the watcher, however slow it is', async () => {
  const server = await startEmbedded({ dataDir: makeFolder() });
  const watchers = processesNaming(server.socketDir).filter(({ command }) => command.startsWith('/bin/sh '));
  expect(watchers).toHaveLength(1);
  const signal = (name: NodeJS.Signals): void =>
    signalAll(
      watchers.map((watcher) => watcher.pid),
      name,
    );
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  let ended = false;
  const stopping = server.stop().then(() => {
    ended = true;
  });
  await until(() => processesNaming(server.socketDir).length === watchers.length, 'the server is gone');
  await sleep(100);
  expect(ended).toBe(false);
  signal('SIGCONT');
  await stopping;
  expect(processesNaming(server.socketDir)).toEqual([]);
});

test('the next program ends a server that lost its program and watcher, by its pid file', async () => {
  const dataDir = makeFolder();
  const program = runProgram(dataDir, { write: true });
  const { pid, socketDir } = await program.line('up');
  await until(() => ackedOf(program.lines).length > 50, 'rows are acknowledged');
  const watchers = processesNaming(String(socketDir)).filter(({ command }) => command.startsWith('/bin/sh '));
  expect(watchers).toHaveLength(1);
  for (const watcher of watchers) process.kill(watcher.pid, 'SIGKILL');
  program.child.kill('SIGKILL');
  await program.ended;
  await sleep(300);
  expect(isAlive(Number(pid))).toBe(true);

  const server = await startEmbedded({ dataDir });
  expect(isAlive(Number(pid))).toBe(false);
  const rows = await writtenRows(server.connections.connection);
  expect(ackedOf(program.lines).filter((row) => !rows.includes(row))).toEqual([]);
  await server.stop();
});

test('a pid file whose number belongs to another process by now does not end that process', async () => {
  const dataDir = makeFolder();
  await (await startEmbedded({ dataDir })).stop();
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid, gid });
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/tmp\n\n 1 1\nready\n`,
  );
  const events: string[] = [];
  const server = await startEmbedded({ dataDir, log: (event) => events.push(event) });
  expect(await query(server.connections.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(events).toEqual([]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill();
  await server.stop();
});

test('a socket that is left of a deleted cluster does not prevent a start, and its process goes on', async () => {
  const dataDir = makeFolder();
  const first = await startEmbedded({ dataDir });
  const { socketDir } = first;
  await first.stop();
  // The cluster has got the inode of the deleted one, and another process its server's pid.
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid, gid });
  mkdirSync(socketDir, { mode: 0o700 });
  chownSync(socketDir, uid, gid);
  const lock = join(socketDir, '.s.PGSQL.5432.lock');
  writeFileSync(lock, `${stranger.pid}\n/deleted\n1\n5432\n${socketDir}\n`);
  chownSync(lock, uid, gid);
  const server = await startEmbedded({ dataDir });
  expect(server.socketDir).toBe(socketDir);
  expect(await query(server.connections.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill();
  await server.stop();
});

test('a lock file that names a living process but is not locked does not prevent a start', async () => {
  const dataDir = makeFolder();
  writeFileSync(join(dataDir, 'postgres.lock'), `${process.pid}\n`);
  const server = await startEmbedded({ dataDir });
  expect(readFileSync(join(dataDir, 'postgres.lock'), 'utf8')).toBe(`${process.pid}\n`);
  await server.stop();
});

test('a kill during initdb leaves no partial cluster and no process, and the next start cleans up', async () => {
  const dataDir = makeFolder();
  for (const afterMs of [0, 60, 200]) {
    const program = runProgram(dataDir);
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-')), 'initdb is at work');
    await sleep(afterMs);
    program.child.kill('SIGKILL');
    await program.ended;
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  }
  const server = await startEmbedded({ dataDir });
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'secrets']);
  expect(processesNaming('postgres.init-').filter(({ command }) => command.includes(dataDir))).toEqual([]);
  await server.stop();
});
