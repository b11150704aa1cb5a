/**
 * Moves files from one storage to the other while the site runs. A file is deleted from its old storage when the new one has given its
 * bytes back, so it is always in one of them, and readers look in both. Nothing has to be remembered: what is still in the old one
 * has not moved yet.
 */
import { type Db, inTransaction } from '../../db/client.ts';
import { type FileStorage, sha256Hex } from '../storage.ts';
import type { Storages } from '../storages.ts';
import { findKnownFiles, type KnownFile, lockKnownFile } from '../store.ts';

const BATCH_MAX = 200;
const PARALLEL_MOVES = 4;

export interface MoveReport {
  readonly moved: number;
  /** Files of which the new storage had the bytes already, for example from a run that was killed. */
  readonly alreadyThere: number;
  /** Files of no row: they stay. */
  readonly unknown: number;
  /** Keys of files whose bytes are not those of their row: they stay. */
  readonly damaged: readonly string[];
}

export interface Move {
  readonly from: FileStorage;
  readonly to: FileStorage;
}

export const moveOf = ({ target, other }: Storages): Move | null => other && { from: other, to: target };

async function holds(storage: FileStorage, { key, sha256 }: KnownFile): Promise<boolean> {
  const bytes = await storage.get(key);
  return bytes !== null && sha256Hex(bytes) === sha256;
}

/**
 * The row is locked while the old bytes go: a deletion that was under way has then deleted both row and bytes, or waits.
 */
async function moveOne(db: Db, { from, to }: Move, file: KnownFile): Promise<'moved' | 'there' | 'gone' | 'damaged'> {
  const isThere = await holds(to, file);
  if (!isThere) {
    const bytes = await from.get(file.key);
    if (bytes === null) return 'gone';
    if (sha256Hex(bytes) !== file.sha256) return 'damaged';
    await to.put(file.key, bytes);
    if (!(await holds(to, file)))
      throw new Error(`The new storage gave other bytes back than it was given: ${file.key}`);
  }
  await inTransaction(db, async (tx) => {
    if (!(await lockKnownFile(tx, file.key))) await to.delete(file.key);
    await from.delete(file.key);
  });
  return isThere ? 'there' : 'moved';
}

/**
 * @param db the owner's connections
 * @param onBatch gets how many files have been looked at
 * @throws ApiError unavailable when a storage fails; what has moved stays moved, and another run goes on
 */
export async function moveFiles(db: Db, move: Move, onBatch: (files: number) => void): Promise<MoveReport> {
  const counts = { moved: 0, there: 0, gone: 0 };
  const damaged: string[] = [];
  let unknown = 0;
  let seen = 0;
  const moveBatch = async (keys: readonly string[]): Promise<void> => {
    const files = await findKnownFiles(db, keys);
    unknown += keys.length - files.length;
    const queue = files.values();
    const work = async (): Promise<void> => {
      for (const file of queue) {
        const outcome = await moveOne(db, move, file);
        if (outcome === 'damaged') damaged.push(file.key);
        else counts[outcome]++;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_MOVES }, work));
    seen += keys.length;
    onBatch(seen);
  };
  let batch: string[] = [];
  for await (const key of move.from.keys()) {
    batch.push(key);
    if (batch.length < BATCH_MAX) continue;
    await moveBatch(batch);
    batch = [];
  }
  if (batch.length > 0) await moveBatch(batch);
  return { moved: counts.moved, alreadyThere: counts.there, unknown, damaged };
}
