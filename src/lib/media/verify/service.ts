/** Compares the bytes of all stored files with the hashes of their rows, in each storage that has the file, while the site runs. */
import type { Db } from '../../db/client.ts';
import { isIntact } from '../intact/service.ts';
import type { FileStorage } from '../storage.ts';
import { findKnownFiles, type KnownFile, listKnownFiles } from '../store.ts';

const BATCH_MAX = 200;
const PARALLEL_READS = 4;

export interface NamedStorage {
  /** For the operator: `disk` or `object store`. */
  readonly name: string;
  readonly storage: Pick<FileStorage, 'open'>;
}

export interface FileFault {
  readonly key: string;
  /** Null if no storage has the file. */
  readonly storage: string | null;
}

export interface VerifyReport {
  readonly files: number;
  /** More than `files` while files move: both copies are compared. */
  readonly copies: number;
  readonly faults: readonly FileFault[];
}

async function compare(
  storages: readonly NamedStorage[],
  file: KnownFile,
): Promise<{ copies: number; faults: FileFault[] }> {
  const faults: FileFault[] = [];
  let copies = 0;
  for (const { name, storage } of storages) {
    const stored = await storage.open(file.key);
    if (!stored) continue;
    copies += 1;
    if (!(await isIntact(stored, file))) faults.push({ key: file.key, storage: name });
  }
  if (copies === 0) faults.push({ key: file.key, storage: null });
  return { copies, faults };
}

/**
 * @param db the owner's connections
 * @throws ApiError unavailable when a storage cannot be read
 */
export async function verifyFiles(
  db: Db,
  storages: readonly NamedStorage[],
  onBatch: (files: number) => void,
): Promise<VerifyReport> {
  const suspects: KnownFile[] = [];
  let files = 0;
  let copies = 0;
  for (let after = ''; ; ) {
    const rows = await listKnownFiles(db, after, BATCH_MAX);
    const queue = rows.values();
    const work = async (): Promise<void> => {
      for (const file of queue) {
        const seen = await compare(storages, file);
        copies += seen.copies;
        if (seen.faults.length > 0) suspects.push(file);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_READS }, work));
    files += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_MAX) return { files, copies, faults: await lookAgain(db, storages, suspects) };
    onBatch(files);
    after = last.key;
  }
}

/** Files move, and are deleted with their rows, while they are compared. */
async function lookAgain(
  db: Db,
  storages: readonly NamedStorage[],
  suspects: readonly KnownFile[],
): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for (const file of await findKnownFiles(
    db,
    suspects.map(({ key }) => key),
  ))
    faults.push(...(await compare(storages, file)).faults);
  return faults.sort((a, b) => a.key.localeCompare(b.key, 'en'));
}
