/** The SQL of logs that may have been set back. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { RollbackSource } from '../../db/schema/schema.ts';
import type { Head } from '../epochs/rules.ts';
import type { LogId } from '../sealing/store.ts';

export interface Rollback {
  readonly source: RollbackSource;
  /** The last head that is known outside the database; null where nobody knows one. */
  readonly known: Head | null;
  /** Entries that the database had. */
  readonly size: number;
  readonly noticedAt: Date;
}

/** Whether the log waits for the operator's confirmation. */
export async function isWaiting(db: Db, { kind, scopeId }: LogId): Promise<boolean> {
  const row = await db
    .selectFrom('log_rollbacks')
    .select('id')
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what was noticed, once. */
export async function insertRollback(
  db: Db,
  { kind, scopeId }: LogId,
  { source, known, size }: Omit<Rollback, 'noticedAt'>,
): Promise<void> {
  const root = known?.root ? Buffer.from(known.root) : null;
  const knownSize = known === null ? null : BigInt(known.size);
  await sql`
    INSERT INTO log_rollbacks (scope_id, kind, source, known_epoch, known_size, known_root, size)
    SELECT ${scopeId}, ${kind}, ${source}, ${known?.epoch ?? null}::uuid, ${knownSize}::bigint, ${root}::bytea, ${size}::bigint
    WHERE NOT EXISTS (
      SELECT FROM log_rollbacks WHERE scope_id = ${scopeId} AND kind = ${kind} AND confirmed_at IS NULL AND source = ${source}
        AND known_epoch IS NOT DISTINCT FROM ${known?.epoch ?? null}::uuid AND known_size IS NOT DISTINCT FROM ${knownSize}::bigint)`.execute(
    db,
  );
}

/** What the operator has not confirmed yet, in one log. */
export async function listRollbacks(db: Db, { kind, scopeId }: LogId): Promise<Rollback[]> {
  const rows = await db
    .selectFrom('log_rollbacks')
    .selectAll()
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .orderBy('noticed_at')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    known:
      row.known_size === null ? null : { epoch: row.known_epoch, size: Number(row.known_size), root: row.known_root },
    size: Number(row.size),
    noticedAt: row.noticed_at,
  }));
}

/** Logs of the whole installation with something to confirm. */
export async function listWaitingLogs(db: Db): Promise<(LogId & { symbol: string | null })[]> {
  const { rows } = await sql<LogId & { symbol: string | null }>`
    SELECT DISTINCT r.scope_id AS "scopeId", r.kind, c.token_symbol AS symbol
    FROM log_rollbacks r LEFT JOIN companies c ON c.id = r.scope_id
    WHERE r.confirmed_at IS NULL ORDER BY 3 NULLS FIRST, 2`.execute(db);
  return rows;
}

export async function confirmRollbacks(tx: Db, { kind, scopeId }: LogId): Promise<void> {
  await tx
    .updateTable('log_rollbacks')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** The largest size that a witness has shown of this log, confirmed or not; null without one. */
export async function findWitnessedSize(db: Db, { kind, scopeId }: LogId): Promise<number | null> {
  const row = await db
    .selectFrom('log_rollbacks')
    .select((eb) => eb.fn.max('known_size').as('size'))
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.size == null ? null : Number(row.size);
}
