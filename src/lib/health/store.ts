/** The nodes that serve the site. The database's clock alone sets when a node was last seen. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface Heartbeat {
  /** `host:port` */
  readonly name: string;
  readonly version: string;
  readonly diskFreeBytes: bigint | null;
  readonly diskTotalBytes: bigint | null;
  readonly mailProblem: string | null;
}

/** Records that a node is alive. @param isFirst true for the first heartbeat after its start */
export async function saveHeartbeat(db: Db, beat: Heartbeat, isFirst: boolean): Promise<void> {
  const { name, version } = beat;
  const state = {
    disk_free_bytes: beat.diskFreeBytes,
    disk_total_bytes: beat.diskTotalBytes,
    mail_problem: beat.mailProblem,
  };
  await db
    .insertInto('nodes')
    .values({ name, version, records_rows: true, ...state })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        version,
        records_rows: true,
        seen_at: sql<Date>`now()`,
        ...(isFirst && { started_at: sql<Date>`now()` }),
        ...state,
      }),
    )
    .execute();
}

export async function deleteNode(db: Db, name: string): Promise<void> {
  await db.deleteFrom('nodes').where('name', '=', name).execute();
}

/** Deletes nodes that ended without a sign-off and never started again. */
export async function deleteNodesUnseenFor(db: Db, seconds: number): Promise<void> {
  await db.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`).execute();
}

export function listNodes(db: Db) {
  return db.selectFrom('nodes').selectAll().orderBy('name').limit(100).execute();
}
