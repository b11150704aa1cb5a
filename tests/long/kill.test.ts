/**
 * `kill -9` at random moments during writes, of the program with its own database and of the database under two
 * nodes: every acknowledged write is there, once and unchanged. `KILL_SEED` repeats the moments of an earlier run.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '@/lib/db/embedded/supervisor.ts';
import { reportFault } from '../support/faults.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';
import { trustEverybody } from '../support/trust.ts';
import { expectVerified } from '../support/verified.ts';
import { makeWriters, type Writers } from '../support/writers.ts';

const PROGRAM_ROUNDS = 20;
const DATABASE_ROUNDS = 6;
const WRITERS = 16;
/** The promise; in the median of the rounds, because another suite may use the machine during one of them. */
const READY_AGAIN_MS_MAX = 5_000;
const READY_AGAIN_WORST_MS_MAX = 20_000;
const DATABASE_BACK_MS_MAX = 10_000;
const DATABASE_BACK_WORST_MS_MAX = 30_000;
/** The longest time of writing before the next kill. */
const LOAD_MS_MAX = 900;
/** PostgreSQL ends all sessions and stops in order ('fast shutdown'). */
const RESTART = 'SIGINT';
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** mulberry32: the same moments for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Infinity;
const span = (times: readonly number[]): string =>
  `${Math.min(...times)} to ${Math.max(...times)} ms, ${medianOf(times)} in the median`;
const random = randomOf(SEED);
/** Waits for a random moment after the first answers: a busy machine needs time to start. */
async function load({ counts }: Writers): Promise<void> {
  const before = counts.acknowledged;
  while (counts.acknowledged < before + 3) await sleep(5);
  await sleep(random() * LOAD_MS_MAX);
}

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-kill-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

test(`the program, ${PROGRAM_ROUNDS} times under ${WRITERS} writers: nothing is lost or doubled, and it is ready again immediately`, async () => {
  say(`KILL_SEED=${SEED}`);
  const dataDir = newFolder();
  const begin = (): Promise<Site> => startSite({ embedded: true, dataDir, env: { RATE_LIMITS: 'off' } });
  let site = await begin();
  onTestFinished(() => site.remove());
  let up = Promise.resolve();
  const writers = await makeWriters({ count: WRITERS, site: () => site, up: () => up });
  writers.begin();
  const readyMs: number[] = [];
  for (let round = 0; round < PROGRAM_ROUNDS; round++) {
    await load(writers);
    let goOn = (): void => {};
    up = new Promise((done) => {
      goOn = done;
    });
    await site.kill();
    const acknowledged = writers.acknowledged();
    await site.database.close();
    const startMs = performance.now();
    site = await begin();
    readyMs.push(Math.round(performance.now() - startMs));
    await writers.expectStored(acknowledged);
    goOn();
  }
  await writers.end();
  await writers.expectStored();
  expectVerified({ DATA_DIR: dataDir });
  const { acknowledged, orders, proofs, approved, settings, cut } = writers.counts;
  reportFault(
    'kill -9 of the program',
    `${acknowledged} acknowledged writes, 0 lost, 0 doubled; ${cut} requests cut; ready again after ${span(readyMs)}`,
  );
  // Otherwise the kills have proved nothing.
  expect(cut).toBeGreaterThan(PROGRAM_ROUNDS);
  for (const count of [orders, proofs, approved]) expect(count).toBeGreaterThan(PROGRAM_ROUNDS);
  expect(settings).toBeGreaterThan(0);
  expect(medianOf(readyMs)).toBeLessThan(READY_AGAIN_MS_MAX);
  expect(Math.max(...readyMs)).toBeLessThan(READY_AGAIN_WORST_MS_MAX);
}, 900_000);

test(`the database, ${DATABASE_ROUNDS} times under two nodes: 503 meanwhile, and both recover by themselves`, async () => {
  const dataDir = newFolder();
  let back: () => void = () => {};
  const server = await startEmbedded({ dataDir, onUp: () => back() });
  const ends: (() => Promise<unknown>)[] = [() => server.stop()];
  onTestFinished(async () => {
    for (const end of ends.reverse()) await end();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  await trustEverybody(dataDir, server.connections);
  // A database next to the server's own, whose owner the server sets again whenever it comes back.
  const superuser = new pg.Client(server.connections.superuserConnection);
  await superuser.connect();
  await superuser.query('CREATE DATABASE sale');
  await superuser.end();
  const { user, port } = server.connections.superuserConnection;
  const databaseUrl = `postgres://${user}@localhost:${port}/sale?host=${encodeURIComponent(server.socketDir)}`;
  const first = await startSite({ databaseUrl, env: { RATE_LIMITS: 'off' } });
  const second = await startSite({ databaseUrl, env: { RATE_LIMITS: 'off' }, dataDir: first.dataDir });
  const nodes = [first, second];
  ends.push(first.remove, second.remove);
  let tries = 0;
  const writers = await makeWriters({ count: WRITERS, site: () => nodes[tries++ % 2] ?? first });
  writers.begin();
  const backMs: number[] = [];
  for (let round = 0; round < DATABASE_ROUNDS; round++) {
    await load(writers);
    const isBack = new Promise<void>((done) => {
      back = done;
    });
    const startMs = performance.now();
    process.kill(server.pid ?? 0, round % 3 === 2 ? RESTART : 'SIGKILL');
    await isBack;
    const { orders } = writers.counts;
    await expect
      .poll(() => writers.counts.orders, { timeout: DATABASE_BACK_WORST_MS_MAX, interval: 20 })
      .toBeGreaterThan(orders);
    backMs.push(Math.round(performance.now() - startMs));
  }
  await writers.end();
  await writers.expectStored();
  for (const node of nodes) {
    expect((await node.call('GET', '/readyz')).status).toBe(200);
    expect(node.process.exitCode).toBeNull();
  }
  expectVerified({ DATABASE_URL: databaseUrl, APP_SECRET });
  const { acknowledged, cut, unavailable } = writers.counts;
  reportFault(
    'kill -9 or restart of the database under two nodes',
    `${acknowledged} acknowledged writes, 0 lost, 0 doubled; ${unavailable} answers 503; written to again after ${span(backMs)}`,
  );
  expect(unavailable).toBeGreaterThan(DATABASE_ROUNDS);
  expect(cut, 'connections of clients are not cut').toBe(0);
  expect(medianOf(backMs)).toBeLessThan(DATABASE_BACK_MS_MAX);
}, 600_000);
