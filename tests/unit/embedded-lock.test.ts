import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
