/** A body is collected in memory and, if it is longer than 64 KiB, in a file without a name. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBodyBuffer, IN_MEMORY_BYTES_MAX } from '@/lib/http/body-buffer.ts';
import { openDiskStorage } from '@/lib/media/storage.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'body-buffer-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
const storage = openDiskStorage(root);

const bytesOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, n) => n % 251);
const filesOf = (folder: string): string[] => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** Appends `bytes` in chunks of `chunkBytes`. @returns what was read, and how many files were opened */
async function collect(bytes: Uint8Array, chunkBytes: number) {
  let files = 0;
  const body = createBodyBuffer(() => {
    files++;
    return storage.openTemporary();
  });
  for (let at = 0; at < bytes.length; at += chunkBytes) await body.append(bytes.subarray(at, at + chunkBytes));
  expect(body.size).toBe(bytes.length);
  const read = await body.read();
  await body.close();
  return { isSame: Buffer.compare(read, bytes) === 0, files };
}

test.each([
  [0, 1, 0],
  [1, 1, 0],
  [10_000, 1, 0],
  [IN_MEMORY_BYTES_MAX, 1_000, 0],
  [IN_MEMORY_BYTES_MAX, IN_MEMORY_BYTES_MAX, 0],
  [IN_MEMORY_BYTES_MAX + 1, 1_000, 1],
  [300_000, 1_460, 1],
  [300_000, 300_000, 1],
])('%i bytes in chunks of %i are read as they were sent, with %i files', async (size, chunkBytes, files) => {
  expect(await collect(bytesOf(size), chunkBytes)).toEqual({ isSame: true, files });
});

test('nothing of a body is left in the folder, before it is closed as well', async () => {
  const body = createBodyBuffer(() => storage.openTemporary());
  await body.append(bytesOf(200_000));
  expect(filesOf(root)).toEqual(['incoming']);
  await body.close();
  expect(filesOf(root)).toEqual(['incoming']);
});
