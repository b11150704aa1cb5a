/**
 * Files of an erased account. Their rows are deleted in the transaction of the erasure, their bytes after its commit, because
 * deleted bytes cannot be rolled back. A failed deletion is retried later.
 */
import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import type { MediaStorage } from '../storage.ts';
import * as store from '../store.ts';

/** Deletes the rows of a member's files, except those that prove a purchase. @returns the number of files */
export function deleteFilesOfOwner(tx: Db, companyId: string, ownerId: string): Promise<number> {
  return store.deleteFilesOfOwner(tx, companyId, ownerId);
}

const BATCH_MAX = 100;

/**
 * Deletes the bytes of files whose rows are deleted.
 * @param db the owner's connections
 */
export async function deleteRemovedBytes(db: Db, storage: MediaStorage, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const key of await store.listRemovals(db, BATCH_MAX)) {
    try {
      await storage.delete(key);
      await store.endRemoval(db, key);
    } catch (cause) {
      log.warn({ err: cause, key }, 'a file of an erased account could not be deleted; the next run retries');
    }
  }
}
