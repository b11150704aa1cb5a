import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, assert } from '../core/errors.ts';

/*
 * Where the bytes of files lie. A key is a uuid that the server made, never anything that a person sent. A `put` that
 * has returned survives the loss of power: the file and the folders that name it have reached the disk.
 */

export interface MediaStorage {
  /** Keeps the bytes under the key, whole or not at all. Throws `ApiError('unavailable')` when there is no room. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there are none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Forgets the key and what was begun under it; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Removes what writes that were cut off left behind, an hour later. @returns how many went */
  sweep(): Promise<number>;
}

const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const temporariesName = 'incoming';
/** Age after which a temporary file belongs to a program that died, in milliseconds. */
const temporaryStaleMs = 60 * 60 * 1000;

/** SHA-256 in lower-case hex, of the bytes as they are stored: the same proof sent twice is seen. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whatever the disk says, the person can only try later; the log gets the cause. */
function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The file could not be stored just now. Please try again in a minute.', {
    cause,
    headers: { 'Retry-After': '60' },
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Files in a folder of their own, `<root>/<2 hex>/<2 hex>/<key>`, readable by the program's user alone. `root` is made
 * when it is missing. The shards come from the key's end, since the start of a time-ordered uuid hardly varies.
 */
export function openDiskStorage(root: string): MediaStorage {
  const temporaries = path.join(root, temporariesName);

  function placeOf(key: string): { outer: string; folder: string; file: string } {
    assert(keyForm.test(key), 'a media key is a lower-case uuid');
    const outer = path.join(root, key.slice(-2));
    const folder = path.join(outer, key.slice(-4, -2));
    return { outer, folder, file: path.join(folder, key) };
  }

  async function write(temporary: string, bytes: Uint8Array): Promise<void> {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    async put(key, bytes) {
      const { outer, folder, file } = placeOf(key);
      const temporary = path.join(temporaries, `${key}.${randomUUID()}`);
      try {
        await mkdir(temporaries, { recursive: true, mode: 0o700 });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write(temporary, bytes);
        await rename(temporary, file);
        // All three each time: another write may have made the folders and not yet have come to this point.
        for (const named of [folder, outer, root]) await syncFolder(named);
      } catch (cause) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw unavailable(cause);
      }
    },

    async get(key) {
      const { file } = placeOf(key);
      try {
        return await readFile(file);
      } catch (cause) {
        if (errorCode(cause) === 'ENOENT') return null;
        throw new ApiError('unavailable', 'The file could not be read just now. Please try again in a minute.', {
          cause,
          headers: { 'Retry-After': '60' },
        });
      }
    },

    async delete(key) {
      const { folder, file } = placeOf(key);
      const begun = await readdir(temporaries).catch(() => []);
      for (const name of begun.filter((it) => it.startsWith(`${key}.`)))
        await rm(path.join(temporaries, name), { force: true }).catch(() => undefined);
      try {
        await rm(file);
        await syncFolder(folder);
      } catch (cause) {
        if (errorCode(cause) !== 'ENOENT') throw unavailable(cause);
      }
    },

    async sweep() {
      const names = await readdir(temporaries).catch(() => []);
      if (names.length === 0) return 0;
      // Written now, and read as the clock of the files, which may be another machine's.
      const probe = path.join(temporaries, randomUUID());
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
      const nowMs = (await stat(probe)).mtimeMs;
      await rm(probe);
      let removed = 0;
      for (const name of names) {
        const file = path.join(temporaries, name);
        const found = await stat(file).catch(() => undefined);
        if (!found || nowMs - found.mtimeMs < temporaryStaleMs) continue;
        await rm(file, { force: true });
        removed++;
      }
      return removed;
    },
  };
}
