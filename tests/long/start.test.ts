/** `npm start`: the program ends with its starter, whatever ends it; the first start makes the first accounts. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';

const START = path.resolve('scripts/start.mjs');

let dataDir = '';
let children: ChildProcess[] = [];
let port = 0;

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-start-'));
  fs.chmodSync(dataDir, 0o755);
  port = await freePort();
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await expect.poll(isServed, { timeout: 30_000 }).toBe(false);
  await expect
    .poll(() => fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid')), { timeout: 30_000 })
    .toBe(false);
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

interface BeginOptions {
  readonly env?: Record<string, string>;
  /** In a process group of its own, as in a terminal. */
  readonly detached?: boolean;
}

function begin(command: string, args: readonly string[], { env = {}, detached = false }: BeginOptions = {}): Started {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: new Promise((done) => child.on('close', (code) => done(code))) };
}

async function start(
  command = process.execPath,
  args: readonly string[] = [START],
  options: BeginOptions = {},
): Promise<Started> {
  const it = begin(command, args, options);
  await expect
    .poll(() => it.output() + (it.child.exitCode === null ? '' : `ended with ${it.child.exitCode}`), {
      timeout: 60_000,
      interval: 20,
    })
    .toMatch(/Ready on|ended with/);
  expect(it.output()).toContain(`Ready on http://127.0.0.1:${port}`);
  return it;
}

const isServed = (): Promise<boolean> =>
  fetch(`http://localhost:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

describe('the program ends with its starter', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'on %s to the start script, which then exits with 0',
    async (signal) => {
      const it = await start();
      expect(await isServed()).toBe(true);
      it.child.kill(signal);
      expect(await it.ended).toBe(0);
      expect(await isServed()).toBe(false);
    },
  );

  test('when the start script is killed', async () => {
    const it = await start();
    it.child.kill('SIGKILL');
    await expect.poll(isServed, { timeout: 30_000 }).toBe(false);
  });

  test('when the start script is killed before the program is up', async () => {
    const it = begin(process.execPath, [START]);
    await expect.poll(() => fs.existsSync(path.join(dataDir, 'postgres')), { timeout: 30_000, interval: 5 }).toBe(true);
    it.child.kill('SIGKILL');
    await it.ended;
    await new Promise((done) => setTimeout(done, 4_000));
    expect(await isServed()).toBe(false);
  });

  test('when npm, which started it, is stopped', async () => {
    const it = await start('npm', ['start']);
    it.child.kill('SIGTERM');
    await expect.poll(isServed, { timeout: 30_000 }).toBe(false);
  });

  test('when npm, which started it, is killed and its shell survives', async () => {
    const it = await start('npm', ['start']);
    it.child.kill('SIGKILL');
    await expect.poll(isServed, { timeout: 30_000 }).toBe(false);
  });

  test('but not when the shell ends that left npm in the background', async () => {
    const it = begin('sh', ['-c', 'npm start & echo "npm is $!"; wait']);
    await expect.poll(it.output, { timeout: 60_000 }).toContain('Ready on');
    it.child.kill('SIGKILL');
    await new Promise((done) => setTimeout(done, 2_000));
    expect(await isServed()).toBe(true);
    process.kill(Number(/npm is (\d+)/.exec(it.output())?.[1]), 'SIGKILL');
    await expect.poll(isServed, { timeout: 30_000 }).toBe(false);
  });

  test('on Ctrl-C, which signals npm, the start script and the program together', async () => {
    const it = await start('npm', ['start'], { detached: true });
    const { pid = 0 } = it.child;
    process.kill(-pid, 'SIGINT');
    await it.ended;
    expect(await isServed()).toBe(false);
  });
});

test('its own failure is the exit code of the start script', async () => {
  const it = begin(process.execPath, [START], { env: { SITE_URL: 'here' } });
  expect(await it.ended).toBe(1);
  expect(it.output()).toMatch(/SITE_URL: must be an origin/);
});

test('the first start creates the first accounts, and no later one does so again', async () => {
  const first = await start();
  expect(first.output()).toMatch(/First start\. Sign in as admin at http:\/\/localhost:\d+\/admin\/login/);
  const password = /password (\S+)/.exec(first.output())?.[1] ?? '';
  expect(password.length).toBeGreaterThanOrEqual(16);
  const file = path.join(dataDir, 'secrets', 'first-admin.txt');
  expect(fs.readFileSync(file, 'utf8')).toContain(password);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = await start();
  expect(second.output()).not.toContain('First start');
  expect(second.output()).not.toContain(password);
});
