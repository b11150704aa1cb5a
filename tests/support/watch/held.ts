/** The watch on the main thread of the programs that tests start (docs/testing.md, The watch). */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A request, a job or a message holds the main thread for 100 ms at most; on a machine with other work the figure is up to a half too large. */
const LIMIT_MS = 150;

/** File with the lines of the programs of this worker. */
const output = path.join(os.tmpdir(), `launchbook-held-${process.pid}-${process.env.VITEST_POOL_ID ?? 0}`);

interface Held {
  readonly name: string;
  readonly heldMs: number;
}

/** Options of Node for a program that is watched; none without `WATCH_MAIN_THREAD=on`: the watch takes a third of a program's time. */
export function watchOptions(): string[] {
  if (process.env.WATCH_MAIN_THREAD !== 'on') return [];
  const preload = new URL('preload.mjs', import.meta.url);
  preload.search = String(new URLSearchParams({ output, limitMs: process.env.HELD_LIMIT_MS ?? String(LIMIT_MS) }));
  return ['--import', preload.href];
}

/** @throws Error with the names of the routes and jobs that held the main thread of a program since the last call */
export function expectNothingHeld(): void {
  if (!fs.existsSync(output)) return;
  const lines = fs.readFileSync(output, 'utf8').trim().split('\n');
  fs.rmSync(output);
  if (process.env.HELD_LOG) {
    fs.appendFileSync(process.env.HELD_LOG, lines.map((line) => `${line}\n`).join(''));
    return;
  }
  const held = lines.map((line): Held => JSON.parse(line));
  throw new Error(held.map(({ name, heldMs }) => `The main thread was held for ${heldMs} ms by ${name}.`).join('\n'));
}
