/** The SQL of the programs that serve the site: who lives. Only the database's clock says when one was seen. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface Beat {
  /** `host:port` */
  readonly name: string;
  readonly version: string;
  readonly diskFreeBytes: bigint | null;
  readonly diskTotalBytes: bigint | null;
}

/** Says that a node lives. `isFirst`: it has just been started. */
export async function saveBeat(db: Db, beat: Beat, isFirst: boolean): Promise<void> {
  const { name, version } = beat;
  const disk = { disk_free_bytes: beat.diskFreeBytes, disk_total_bytes: beat.diskTotalBytes };
  await db
    .insertInto('nodes')
    .values({ name, version, ...disk })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        version,
        seen_at: sql<Date>`now()`,
        ...(isFirst && { started_at: sql<Date>`now()` }),
        ...disk,
      }),
    )
    .execute();
}

export async function deleteNode(db: Db, name: string): Promise<void> {
  await db.deleteFrom('nodes').where('name', '=', name).execute();
}

/** Those that died and were never started again. */
export async function deleteNodesUnseenFor(db: Db, seconds: number): Promise<void> {
  await db.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`).execute();
}

export function listNodes(db: Db) {
  return db.selectFrom('nodes').selectAll().orderBy('name').limit(100).execute();
}
