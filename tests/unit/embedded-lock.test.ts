import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from '@/lib/db/embedded/lock.ts';

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-lock-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a locked folder is refused by name and process, and free after a release', async () => {
  const folder = makeFolder();
  const lock = await lockDataDir(folder);
  await expect(lockDataDir(folder)).rejects.toThrow(
    `Another Launchbook already runs on ${folder} (pid ${process.pid}). Stop it first, or set another DATA_DIR.`,
  );
  lock.release();
  (await lockDataDir(folder)).release();
});

test('a start waits for the end of a program that is stopping', async () => {
  const folder = makeFolder();
  const lock = await lockDataDir(folder);
  lock.announceStop();
  let isLocked = false;
  const waiting = lockDataDir(folder).then((next) => {
    isLocked = true;
    return next;
  });
  await sleep(300);
  expect(isLocked).toBe(false);
  lock.release();
  const next = await waiting;
  // The next one is not stopping, so nobody waits for it.
  await expect(lockDataDir(folder)).rejects.toThrow('Another Launchbook already runs on');
  next.release();
});

test('a start never reads an empty lock while its holder writes that it is stopping', async () => {
  const folder = makeFolder();
  const lock = await lockDataDir(folder);
  lock.announceStop();
  const reader = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const { readFileSync } = require('node:fs');
     let [reads, empty] = [0, 0];
     const readMore = () => {
       for (let nth = 0; nth < 100; nth++, reads++) if (readFileSync(workerData, 'utf8') === '') empty++;
       setImmediate(readMore);
     };
     parentPort.on('message', () => { parentPort.postMessage({ reads, empty }); process.exit(); });
     readMore();`,
    { eval: true, workerData: path.join(folder, 'postgres.lock') },
  );
  await once(reader, 'online');
  for (let nth = 0; nth < 200; nth++) {
    for (let times = 0; times < 20; times++) lock.announceStop();
    await sleep(1);
  }
  reader.postMessage('end');
  const [{ reads, empty }] = await once(reader, 'message');
  lock.release();
  expect(reads).toBeGreaterThan(1_000);
  expect(empty).toBe(0);
});
