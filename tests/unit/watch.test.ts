/** The watch on the main thread, on a small program: it names what computes for too long, and nothing that only waits. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Computes until it has used this much of a processor: three times the limit. A slice has a thirtieth of it: machines pause. */
const LONG_MS = 1_000;
const PROGRAM = `
import { channel } from 'node:diagnostics_channel';
import http from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const compute = (ms) => {
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < ms * 1000);
};
const routes = {
  '/held/123456': async () => compute(${LONG_MS}),
  '/held/in-promises': async () => {
    for (let at = 0; at < 100; at++) await compute(${LONG_MS} / 100);
  },
  '/sliced': async () => {
    for (let at = 0; at < 60; at++) {
      compute(10);
      await nextTurn();
    }
  },
  '/blocked': async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${LONG_MS}),
  '/job': () => new Promise((done) =>
    channel('launchbook:job').runStores({ name: 'job: sums' }, () => setTimeout(() => done(compute(${LONG_MS})), 1))),
};
const server = http.createServer((req, res) => routes[req.url]().then(() => res.end('done')));
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

let child: ChildProcess;
let folder: string;
let origin: string;
const output = (): string => path.join(folder, 'held');

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-watch-'));
  const program = path.join(folder, 'server.mjs');
  fs.writeFileSync(program, PROGRAM);
  const preload = new URL('../support/watch/preload.mjs', import.meta.url);
  preload.search = String(new URLSearchParams({ output: output(), limitMs: '300' }));
  child = spawn(process.execPath, ['--import', preload.href, program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  origin = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true });
});

async function heldBy(route: string): Promise<string[]> {
  fs.rmSync(output(), { force: true });
  await (await fetch(origin + route)).text();
  // What held the thread may be written after its answer.
  await (await fetch(`${origin}/sliced`)).text();
  if (!fs.existsSync(output())) return [];
  const lines = fs.readFileSync(output(), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line).name);
}

// Only Linux says how much of a processor a thread has had.
test.runIf(process.platform === 'linux').for([
  ['/held/123456', ['GET /held/…']],
  ['/held/in-promises', ['GET /held/in-promises']],
  ['/job', ['job: sums']],
  ['/sliced', []],
  ['/blocked', []],
] as const)('of %s: %s', async ([route, names]) => {
  expect(new Set(await heldBy(route))).toEqual(new Set(names));
});
