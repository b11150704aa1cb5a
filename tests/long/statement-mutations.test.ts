/**
 * Changed files of every format: each is read or refused with a sentence, and a process that reads one for too long or with too much
 * memory is ended from outside, as the reader's is.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Overuse, watchUse } from '../../src/lib/programs/watch/service.ts';
import { BOUNDS } from '../../src/lib/reconciliation/statement/reading/service.ts';
import type { Tried } from '../support/statements/mutations/child.ts';
import { honestFiles, mutationOf } from '../support/statements/mutations/files.ts';

const COUNT = Number(process.env.MUTATIONS ?? 20_000);
const CHILD = path.resolve('tests/support/statements/mutations/child.ts');
/** Files in one process: its time of a processor is that of all of them, so a file may have less than alone. */
const IN_ONE_PROCESS = 500;

const files = honestFiles();
/** A compound file begins with these bytes. */
const isXls = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0';

interface Ended {
  readonly seed: number;
  readonly what: Overuse;
}

/** Reads the files of some seeds in one process. @returns the first that its process did not get through */
function readThem(from: number, to: number, onTried: (tried: Tried) => void): Promise<Ended | null> {
  const child = fork(CHILD, [String(from), String(to)], {
    execArgv: [`--max-old-space-size=${BOUNDS.heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let next = from;
  let output = '';
  child.stderr?.on('data', (chunk) => (output = `${output}${chunk}`.slice(-5_000)));
  let what: Overuse | 'CRASH' = 'CRASH';
  const endWatch = watchUse(child, BOUNDS, (over) => {
    what = over;
    child.kill('SIGKILL');
  });
  child.on('message', (tried: Tried) => {
    next = tried.seed + 1;
    onTried(tried);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      endWatch();
      if (next === to) resolve(null);
      else if (what === 'CRASH') reject(new Error(`the process crashed at seed ${next}: ${output}`));
      else resolve({ seed: next, what });
    });
  });
}

test(`${COUNT} changed files are read or refused, within the bounds of the reader`, async () => {
  const counts = new Map<string, number>();
  const faults: Tried[] = [];
  const ended: Ended[] = [];
  for (let from = 0; from < COUNT; ) {
    const to = Math.min(COUNT, from + IN_ONE_PROCESS);
    const end = await readThem(from, to, (tried) => {
      counts.set(tried.outcome, (counts.get(tried.outcome) ?? 0) + 1);
      if (tried.outcome === 'fault') faults.push(tried);
    });
    if (end) ended.push(end);
    from = end ? end.seed + 1 : to;
  }
  expect(faults.slice(0, 5)).toEqual([]);
  // Alone a file has all the time. What is ended then too is a formula of an XLS workbook in which the library never ends.
  const endless: number[] = [];
  for (const { seed } of ended) if (await readThem(seed, seed + 1, () => {})) endless.push(seed);
  expect(endless.filter((seed) => !isXls(mutationOf(files, seed).bytes))).toEqual([]);
  expect(endless.length, `${endless}`).toBeLessThan(COUNT / 2_000);
  // Both happen often: neither the files nor their changes are all alike.
  expect((counts.get('read') ?? 0) + (counts.get('refused') ?? 0) + ended.length).toBe(COUNT);
  expect(Math.min(counts.get('read') ?? 0, counts.get('refused') ?? 0)).toBeGreaterThan(COUNT / 10);
}, 900_000);
