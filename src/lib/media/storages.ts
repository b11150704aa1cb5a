/**
 * Where files are: in the folder `uploads`, in an object store, or, while they move, in both. A key names the same bytes in each,
 * so a row does not say where its file is.
 */
import path from 'node:path';
import type { Config, StoreSettings } from '../config.ts';
import { openObjectStore } from './s3/objects.ts';
import type { StoreDeadlines } from './s3/requests.ts';
import { type FileStorage, type MediaStorage, openDiskStorage, readAgain, type StoredBytes } from './storage.ts';

/** What another process needs to open the same storage. */
export interface StorageSettings {
  /** Absolute. Uploads arrive here in any case. */
  readonly folder: string;
  /** Null: the folder alone. */
  readonly store: StoreSettings | null;
  readonly newFiles: 'disk' | 'store';
}

export function storageSettings(config: Pick<Config, 'dataDir' | 'objectStore' | 'newFiles'>): StorageSettings {
  return { folder: path.join(config.dataDir, 'uploads'), store: config.objectStore, newFiles: config.newFiles };
}

export interface Storages {
  /** Gets new files. */
  readonly target: FileStorage;
  /** May still have files; null without an object store. */
  readonly other: FileStorage | null;
}

export function openStorages({ folder, store, newFiles }: StorageSettings): Storages {
  const disk = openDiskStorage(folder);
  if (store === null) return { target: disk, other: null };
  const objects = openObjectStore(store);
  return newFiles === 'store' ? { target: objects, other: disk } : { target: disk, other: objects };
}

/** @param deadlines for tests */
export function openStorage({ folder, store, newFiles }: StorageSettings, deadlines?: StoreDeadlines): MediaStorage {
  const disk = openDiskStorage(folder);
  if (store === null) return disk;
  const objects = openObjectStore(store, deadlines);
  const target = newFiles === 'store' ? objects : disk;
  /** The disk is asked first, because that costs nothing, and last, because the file may have moved to it meanwhile. */
  const firstOf = async <T>(read: (storage: FileStorage) => Promise<T | null>): Promise<T | null> =>
    (await read(disk)) ?? (await read(objects)) ?? (await read(disk));
  const open = (key: string): Promise<StoredBytes | null> => firstOf((storage) => storage.open(key));
  return {
    put: (key, bytes) => target.put(key, bytes),
    get: (key) => firstOf((storage) => storage.get(key)),
    open: async (key) => {
      const opened = await open(key);
      return opened && { ...opened, chunks: readAgain(() => movingChunks(opened, () => open(key))) };
    },
    delete: async (key) => {
      // The store may be away: then nothing is deleted.
      await objects.delete(key);
      await disk.delete(key);
    },
    async *keys() {
      yield* disk.keys();
      yield* objects.keys();
    },
    openTemporary: () => disk.openTemporary(),
    sweep: () => disk.sweep(),
  };
}

/** The chunks of a file that may move between its opening and its first chunk. */
async function* movingChunks(
  { chunks }: StoredBytes,
  openAgain: () => Promise<StoredBytes | null>,
): AsyncGenerator<Uint8Array> {
  let isStarted = false;
  try {
    for await (const chunk of chunks) {
      isStarted = true;
      yield chunk;
    }
  } catch (cause) {
    const moved = isStarted ? null : await openAgain();
    if (!moved) throw cause;
    yield* moved.chunks;
  }
}
