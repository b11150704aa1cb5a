import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '@/lib/core/errors.ts';
import { openDiskStorage, sha256Hex } from '@/lib/media/storage.ts';

let root: string;
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'media-')), 'uploads');
});
afterEach(async () => {
  await rm(path.dirname(root), { recursive: true, force: true });
});

const files = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((e) => e.isFile())
    .map((e) => path.join(e.parentPath, e.name));

describe('storage on disk', () => {
  test('returns the stored bytes, and null for a key that was never stored or is deleted', async () => {
    const storage = openDiskStorage(root);
    const [key, other] = [randomUUID(), randomUUID()];
    const bytes = Uint8Array.of(0, 255, 1, 2);
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, bytes);
    expect(Buffer.compare((await storage.get(key)) ?? Buffer.alloc(0), bytes)).toBe(0);
    expect(await openDiskStorage(root).get(key)).not.toBeNull();
    expect(await storage.get(other)).toBeNull();
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.get(key)).toBeNull();
    expect(await files()).toEqual([]);
  });

  test('only the program may read it', async () => {
    await openDiskStorage(root).put(randomUUID(), Uint8Array.of(1));
    const [file = ''] = await files();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (let folder = path.dirname(file); folder.startsWith(root); folder = path.dirname(folder)) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  test('a key that is not a uuid reaches no path', async () => {
    const storage = openDiskStorage(root);
    for (const key of ['../../x', '', 'A'.repeat(36), `${randomUUID()}/..`, `${randomUUID()}\0`]) {
      await expect(storage.put(key, Uint8Array.of(1))).rejects.toThrow(/Assertion/);
      await expect(storage.get(key)).rejects.toThrow(/Assertion/);
      await expect(storage.delete(key)).rejects.toThrow(/Assertion/);
    }
    await expect(stat(root)).rejects.toThrow();
  });

  test('parallel writes are all complete', async () => {
    const storage = openDiskStorage(root);
    const keys = Array.from({ length: 40 }, () => randomUUID());
    await Promise.all(keys.map((key) => storage.put(key, Buffer.alloc(20_000, key))));
    for (const key of keys)
      expect(Buffer.compare((await storage.get(key)) ?? Buffer.alloc(0), Buffer.alloc(20_000, key))).toBe(0);
    expect((await files()).length).toBe(keys.length);
    const same = randomUUID();
    await Promise.all([1, 2, 3, 4].map((byte) => storage.put(same, Buffer.alloc(50_000, byte))));
    const stored = (await storage.get(same)) ?? Buffer.alloc(0);
    expect(Buffer.compare(stored, Buffer.alloc(50_000, stored[0]))).toBe(0);
  });

  test('a write error is a 503 with a public message, and leaves no file', async () => {
    const storage = openDiskStorage(root);
    await storage.put(randomUUID(), Uint8Array.of(1));
    // A file in the path of the shard's folder represents every write error; it also stops root.
    const key = randomUUID();
    const outer = path.join(root, key.slice(-2));
    await rm(outer, { recursive: true, force: true });
    await writeFile(outer, '');
    const before = await files();
    const failure = await storage.put(key, Uint8Array.of(2)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    if (!(failure instanceof ApiError)) return;
    expect(failure.status).toBe(503);
    expect(failure.headers['Retry-After']).toBe('60');
    expect(failure.message).not.toContain(root);
    expect(await files()).toEqual(before);
  });

  test('unfinished files of a killed program are deleted after an hour, and no others', async () => {
    const storage = openDiskStorage(root);
    await storage.put(randomUUID(), Uint8Array.of(1));
    const now = new Date();
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(root, 'incoming', name));
    if (!old || !fresh) throw new Error('two names');
    await mkdir(path.dirname(old), { recursive: true });
    await Promise.all([writeFile(old, ''), writeFile(fresh, '')]);
    await chmod(old, 0o600);
    await utimes(old, now, new Date(now.getTime() - 2 * 3600_000));
    expect(await storage.sweep()).toBe(1);
    expect((await files()).length).toBe(2);
    expect(await openDiskStorage(path.join(root, 'missing')).sweep()).toBe(0);
  });

  test('the digest is SHA-256 (FIPS 180-4, the example of one block)', () => {
    expect(sha256Hex(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
