/**
 * Files of an account that is erased. Their rows go in the transaction of the erasure, their bytes after its commit: a file
 * can't be brought back, a transaction can. What could not be deleted then is deleted later.
 */
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { MediaStorage } from './storage.ts';
import * as store from './store.ts';

/** Takes out a member's files, but for those that prove a purchase. @returns how many */
export function takeOutFilesOf(tx: Db, companyId: string, ownerId: string): Promise<number> {
  return store.takeOutFilesOf(tx, companyId, ownerId);
}

const AT_ONCE = 100;

/**
 * Deletes the bytes of files that were taken out.
 * @param db the owner's connections
 */
export async function removeTakenOut(db: Db, storage: MediaStorage, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const key of await store.listRemovals(db, AT_ONCE)) {
    try {
      await storage.delete(key);
      await store.endRemoval(db, key);
    } catch (cause) {
      log.warn({ err: cause, key }, 'a file of an erased account could not be deleted; it is tried again later');
    }
  }
}
