/** Takes away uploads that came to nothing: proofs that were never sent, pictures that were replaced. Of every company. */
import { type Db, inTransaction } from '../db/client.ts';
import { UNATTACHED_KEPT_HOURS } from './rules.ts';
import type { MediaStorage } from './storage.ts';
import { deleteUnattached } from './sweep-store.ts';

const AT_ONCE_MAX = 200;

/**
 * The bytes go while the deleted rows are not yet committed: cut off in between, the rows are there again, and the next run
 * finds them.
 * @param db the platform's
 * @returns how many went
 */
export async function sweepUnattached(db: Db, storage: MediaStorage): Promise<number> {
  for (let gone = 0; ; ) {
    const keys = await inTransaction(db, async (tx) => {
      const keys = await deleteUnattached(tx, UNATTACHED_KEPT_HOURS, AT_ONCE_MAX);
      for (const key of keys) await storage.delete(key);
      return keys;
    });
    gone += keys.length;
    if (keys.length < AT_ONCE_MAX) return gone;
  }
}
