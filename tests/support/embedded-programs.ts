/** For tests of the embedded server: folders, child programs, and what the system shows of their processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const isRoot = process.getuid?.() === 0;
/** An account without rights of its own, for tests that run as root. */
export const NOBODY = { uid: 65534, gid: 65534 };

const CHILD = new URL('./embedded-child.ts', import.meta.url).pathname;
const folders: string[] = [];
const children: ChildProcess[] = [];

/** A folder that every account can enter; `removeFolders` takes it away. */
export function makeFolder(owner?: { uid: number; gid: number }): string {
  const dir = mkdtempSync(join(tmpdir(), 'embedded-test-'));
  folders.push(dir);
  chmodSync(dir, 0o755);
  if (owner) chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** Ends what the tests of a file left, by the pids they were given. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (const dir of folders) {
    await until(() => processesNaming(dir).length === 0, 'processes of the test end').catch(() => {});
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export type Program = {
  child: ChildProcess;
  lines: Record<string, unknown>[];
  /** Resolves with the first line of that event, or rejects when the program ends without it. */
  line(event: string): Promise<Record<string, unknown>>;
  ended: Promise<number | null>;
};

export function runProgram(
  dataDir: string,
  options: { write?: boolean; as?: { uid: number; gid: number } } = {},
): Program {
  const args = [CHILD, dataDir, ...(options.write ? ['write'] : [])];
  const child = spawn(process.execPath, args, { ...options.as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: Record<string, unknown>[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout }).on('line', (text) => lines.push(JSON.parse(text)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let over = false;
  void ended.then(() => {
    over = true;
  });
  return {
    child,
    lines,
    ended,
    async line(event) {
      for (;;) {
        const match = lines.find((line) => line.event === event);
        if (match) return match;
        if (over) throw new Error(`the program ended without '${event}': ${JSON.stringify(lines)} ${errors}`);
        await sleep(5);
      }
    },
  };
}

/** Processes whose command line or working folder names `text`, zombies left out. */
export function processesNaming(text: string): { pid: number; command: string }[] {
  const processes = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (command.includes(text)) processes.push({ pid: Number(entry), command });
    } catch {
      // Ended meanwhile.
    }
  }
  return processes;
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 15_000,
): Promise<void> {
  for (const startedAt = Date.now(); !(await condition()); ) {
    if (Date.now() - startedAt > limitMs) throw new Error(`waited ${limitMs} ms in vain until: ${what}`);
    await sleep(10);
  }
}

export async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
