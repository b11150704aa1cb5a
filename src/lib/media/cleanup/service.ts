/** Deletes unused uploads of all companies: proofs that were never submitted, pictures that were replaced. */
import { type Db, inTransaction } from '../../db/client.ts';
import { UNATTACHED_HOURS_MAX } from '../rules.ts';
import type { MediaStorage } from '../storage.ts';
import { deleteUnattached } from './store.ts';

const BATCH_MAX = 200;

/**
 * Deletes the bytes before the deletion of their rows commits: after an interruption the rows still exist, and the next run
 * deletes them.
 * @param db the owner's connections
 * @returns the number of deleted files
 */
export async function deleteUnusedFiles(db: Db, storage: MediaStorage): Promise<number> {
  for (let deleted = 0; ; ) {
    const keys = await inTransaction(db, async (tx) => {
      const keys = await deleteUnattached(tx, UNATTACHED_HOURS_MAX, BATCH_MAX);
      for (const key of keys) await storage.delete(key);
      return keys;
    });
    deleted += keys.length;
    if (keys.length < BATCH_MAX) return deleted;
  }
}
