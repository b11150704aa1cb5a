/** The SQL that reads stored checkpoints and tiles for verification. */
import type { Db } from '../../db/client.ts';
import type { LogId } from '../sealing/store.ts';

export interface KnownCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
}

/** All stored checkpoints of a log, the smallest first. */
export async function listCheckpoints(db: Db, { kind, scopeId }: LogId): Promise<KnownCheckpoint[]> {
  const rows = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'root', 'note'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .orderBy('size')
    .execute();
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** A tile of leaf hashes; empty if it is missing. */
export async function readLeafTile(db: Db, { kind, scopeId }: LogId, index: number): Promise<Buffer> {
  const row = await db
    .selectFrom('log_tiles')
    .select('hashes')
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('level', '=', 0)
    .where('tile', '=', BigInt(index))
    .executeTakeFirst();
  return row?.hashes ?? Buffer.alloc(0);
}

/** All tiles above those of the leaves: few, one for 65,536 entries. */
export async function listTilesAbove(db: Db, { kind, scopeId }: LogId) {
  const rows = await db
    .selectFrom('log_tiles')
    .select(['level', 'tile', 'hashes'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('level', '>', 0)
    .orderBy('level')
    .orderBy('tile')
    .execute();
  return rows.map((row) => ({ level: row.level, index: Number(row.tile), bytes: row.hashes }));
}
