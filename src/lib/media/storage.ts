import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, assert } from '../core/errors.ts';

/*
 * Stores the bytes of files on disk. A key is a uuid made by the server, never a client's input. A `put` that has returned survives
 * a power loss: the file and the folders above it are flushed to disk. `s3/` is the other storage.
 */

export interface StoredBytes {
  readonly sizeBytes: number;
  /** Each iteration reads from the start. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Bytes that `read` reads for each iteration. */
export const readAgain = (read: () => AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: read,
});

/** A file without a name: its bytes are deleted when it is closed. */
export interface TemporaryFile {
  /** @throws ApiError unavailable if the disk is full */
  append(bytes: Uint8Array): Promise<void>;
  /** Reads all of it into the start of `into`. @throws ApiError unavailable */
  readInto(into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Where the bytes of files are kept: a folder, or an object store. */
export interface FileStorage {
  /** Stores the bytes under the key, completely or not at all. @throws ApiError unavailable if there is no room, or the storage is away */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null if the key does not exist. */
  get(key: string): Promise<Uint8Array | null>;
  /** The bytes in chunks of 64 KiB, read as they are consumed, or null if the key does not exist. */
  open(key: string): Promise<StoredBytes | null>;
  /** Deletes the bytes and unfinished writes of the key, if there are any. @throws ApiError unavailable */
  delete(key: string): Promise<void>;
  /** The keys of all stored files, in no order. Files that come or go meanwhile may be missing. @throws ApiError unavailable */
  keys(): AsyncIterable<string>;
}

export interface MediaStorage extends FileStorage {
  /** @throws ApiError unavailable if the disk is full */
  openTemporary(): Promise<TemporaryFile>;
  /** Deletes the temporary files of interrupted writes after an hour. @returns their number */
  sweep(): Promise<number>;
}

const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const chunkBytes = 64 * 1024;
const temporariesName = 'incoming';
/** Age after which a temporary file belongs to a program that died, in milliseconds. */
const temporaryStaleMs = 60 * 60 * 1000;

export const isStorageKey = (key: string): boolean => keyForm.test(key);

/** Throws for a key that this program did not make. */
export function requireStorageKey(key: string): void {
  assert(isStorageKey(key), 'a media key is a lower-case uuid');
}

/** SHA-256 in lower-case hex of the stored bytes; shows that one proof was sent twice. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For every error of a storage, because people can only retry later; the log gets the cause. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The file could not be stored just now. Please try again in a minute.', {
    cause,
    headers: { 'Retry-After': '60' },
  });
}

export function unreadable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The file could not be read just now. Please try again in a minute.', {
    cause,
    headers: { 'Retry-After': '60' },
  });
}

/** Opens the file with the first chunk, so that a response whose body nobody reads leaves nothing open. */
async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: chunkBytes });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function pathsOf(root: string, key: string): { outer: string; folder: string; file: string } {
  requireStorageKey(key);
  const outer = path.join(root, key.slice(-2));
  const folder = path.join(outer, key.slice(-4, -2));
  return { outer, folder, file: path.join(folder, key) };
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function temporaryFile(handle: FileHandle): TemporaryFile {
  let sizeBytes = 0;
  return {
    async append(bytes) {
      try {
        await handle.write(bytes, 0, bytes.length, sizeBytes);
        sizeBytes += bytes.length;
      } catch (cause) {
        throw unavailable(cause);
      }
    },
    async readInto(into) {
      const { bytesRead } = await handle.read(into, 0, sizeBytes, 0).catch((cause: unknown) => {
        throw unreadable(cause);
      });
      assert(bytesRead === sizeBytes, 'nobody else writes a temporary file');
    },
    close: () => handle.close(),
  };
}

/** The folders of the shards at one level. */
const shardsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name));

async function* keysUnder(root: string): AsyncGenerator<string> {
  for (const outer of await shardsOf(root))
    for (const inner of await shardsOf(path.join(root, outer)))
      for (const name of await readdir(path.join(root, outer, inner)).catch(() => []))
        if (isStorageKey(name)) yield name;
}

/** See `MediaStorage.sweep`. */
async function deleteStale(temporaries: string): Promise<number> {
  const names = await readdir(temporaries).catch(() => []);
  if (names.length === 0) return 0;
  // The clock of the file system, which may be on another machine.
  const probe = path.join(temporaries, randomUUID());
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  const nowMs = (await stat(probe)).mtimeMs;
  await rm(probe);
  let deleted = 0;
  for (const name of names) {
    const file = path.join(temporaries, name);
    const info = await stat(file).catch(() => undefined);
    if (!info || nowMs - info.mtimeMs < temporaryStaleMs) continue;
    await rm(file, { force: true });
    deleted++;
  }
  return deleted;
}

/**
 * Files in a folder of their own, `<root>/<2 hex>/<2 hex>/<key>`, readable by the program's user alone. Creates `root` if
 * it is missing. The shards come from the key's end, since the start of a time-ordered uuid hardly varies.
 */
export function openDiskStorage(root: string): MediaStorage {
  const temporaries = path.join(root, temporariesName);

  return {
    async put(key, bytes) {
      const { outer, folder, file } = pathsOf(root, key);
      const temporary = path.join(temporaries, `${key}.${randomUUID()}`);
      try {
        await mkdir(temporaries, { recursive: true, mode: 0o700 });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeDurably(temporary, bytes);
        await rename(temporary, file);
        // All three each time, because another write may have created the folders without having synced them yet.
        for (const parent of [folder, outer, root]) await syncFolder(parent);
      } catch (cause) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw unavailable(cause);
      }
    },

    async openTemporary() {
      const temporary = path.join(temporaries, randomUUID());
      try {
        await mkdir(temporaries, { recursive: true, mode: 0o700 });
        const handle = await open(temporary, 'wx+', 0o600);
        await rm(temporary);
        return temporaryFile(handle);
      } catch (cause) {
        throw unavailable(cause);
      }
    },

    async get(key) {
      const { file } = pathsOf(root, key);
      try {
        return await readFile(file);
      } catch (cause) {
        if (errorCode(cause) === 'ENOENT') return null;
        throw unreadable(cause);
      }
    },

    async open(key) {
      const { file } = pathsOf(root, key);
      try {
        const { size } = await stat(file);
        return { sizeBytes: size, chunks: readAgain(() => readChunks(file)) };
      } catch (cause) {
        if (errorCode(cause) === 'ENOENT') return null;
        throw unreadable(cause);
      }
    },

    async delete(key) {
      const { folder, file } = pathsOf(root, key);
      const unfinished = await readdir(temporaries).catch(() => []);
      for (const name of unfinished.filter((it) => it.startsWith(`${key}.`)))
        await rm(path.join(temporaries, name), { force: true }).catch(() => undefined);
      try {
        await rm(file);
        await syncFolder(folder);
      } catch (cause) {
        if (errorCode(cause) !== 'ENOENT') throw unavailable(cause);
      }
    },

    keys: () => keysUnder(root),
    sweep: () => deleteStale(temporaries),
  };
}
