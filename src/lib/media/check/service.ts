/** Compares the stored files with their rows: whether each row has its file, and how many files have no row. */
import type { Db } from '../../db/client.ts';
import type { MediaStorage } from '../storage.ts';
import { findKnownFiles, listKnownFiles } from '../store.ts';

const BATCH_MAX = 1_000;

export interface FilesReport {
  /** How many files the rows name. */
  readonly files: bigint;
  /** Keys that a row names and no storage has. */
  readonly missing: readonly string[];
  /** Files that no row names: of an upload under way, or of another installation that uses the same storage. They are not touched. */
  readonly unknown: number;
}

/**
 * @param db the owner's connections
 * @throws ApiError unavailable when a storage cannot be read; the reason of `signal` if it is aborted
 */
export async function compareFiles(
  db: Db,
  storage: Pick<MediaStorage, 'keys' | 'open'>,
  signal: AbortSignal,
): Promise<FilesReport> {
  const stored = new Set<string>();
  for await (const key of storage.keys()) {
    signal.throwIfAborted();
    stored.add(key);
  }
  const missing: string[] = [];
  let files = 0n;
  let matched = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const rows = await listKnownFiles(db, after, BATCH_MAX);
    const suspects = rows.map(({ key }) => key).filter((key) => !stored.has(key));
    files += BigInt(rows.length);
    matched += rows.length - suspects.length;
    missing.push(...(await findMissing(db, storage, suspects)));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_MAX) return { files, missing, unknown: stored.size - matched };
    after = last.key;
  }
}

/** Those that are missing now and still have a row: files come and go while the storages are listed. */
async function findMissing(db: Db, storage: Pick<MediaStorage, 'open'>, keys: readonly string[]): Promise<string[]> {
  const absent: string[] = [];
  for (const key of keys) if ((await storage.open(key)) === null) absent.push(key);
  return absent.length === 0 ? [] : (await findKnownFiles(db, absent)).map(({ key }) => key);
}
