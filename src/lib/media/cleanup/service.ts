/** Deletes unused files of all companies: proofs that were never submitted, pictures that were replaced, interrupted uploads. */
import { type Db, inTransaction } from '../../db/client.ts';
import { ARRIVAL_HOURS_MAX, UNATTACHED_HOURS_MAX } from '../rules.ts';
import type { MediaStorage } from '../storage.ts';
import { deleteLostArrivals } from '../store.ts';
import { deleteUnattached } from './store.ts';

const BATCH_MAX = 100;
/** An object store takes a while for each, and the transaction waits for all of them. */
const PARALLEL_DELETIONS = 16;

/**
 * Deletes the bytes before the deletion of their rows commits: after an interruption the rows still exist, and the next run
 * deletes them.
 */
async function deleteWithRows(
  db: Db,
  storage: Pick<MediaStorage, 'delete'>,
  deleteRows: (tx: Db, max: number) => Promise<string[]>,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const keys = await inTransaction(db, async (tx) => {
      const keys = await deleteRows(tx, BATCH_MAX);
      const queue = keys.values();
      const work = async (): Promise<void> => {
        for (const key of queue) await storage.delete(key);
      };
      await Promise.all(Array.from({ length: PARALLEL_DELETIONS }, work));
      return keys;
    });
    deleted += keys.length;
    if (keys.length < BATCH_MAX) return deleted;
  }
}

/**
 * @param db the owner's connections
 * @returns the number of deleted files
 */
export async function deleteUnusedFiles(db: Db, storage: Pick<MediaStorage, 'delete'>): Promise<number> {
  const interrupted = await deleteWithRows(db, storage, (tx, max) => deleteLostArrivals(tx, ARRIVAL_HOURS_MAX, max));
  const unattached = await deleteWithRows(db, storage, (tx, max) => deleteUnattached(tx, UNATTACHED_HOURS_MAX, max));
  return interrupted + unattached;
}
