/** The SQL of the audit trails as logs: queue, order and entries. */
import { type Selectable, sql } from 'kysely';
import type { StoredAudit } from '../../audit/rules.ts';
import type { Jsonable } from '../../core/canonical.ts';
import type { Db } from '../../db/client.ts';
import { readByKey } from '../../db/cursor.ts';
import { type AuditEntries, PLATFORM_ID } from '../../db/schema/schema.ts';

type Row = Selectable<AuditEntries>;

function storedAudit(row: Row): StoredAudit {
  return {
    scopeId: row.scope_id,
    seq: row.seq,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    before: row.before as Jsonable,
    after: row.after as Jsonable,
    rows: row.rows as Jsonable,
    createdAt: row.created_at.toISOString(),
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/**
 * Moves entries from the queue to the positions from `size` on.
 * @returns how many were moved, and those of them that exist, in order
 */
export async function takeQueued(
  tx: Db,
  scopeId: string,
  size: number,
  limit: number,
): Promise<{ placed: number; entries: StoredAudit[] }> {
  const { rows } = await sql<Row & { exists: boolean }>`
    WITH taken AS (
      DELETE FROM audit_queue q
      USING (SELECT seq FROM audit_queue WHERE scope_id = ${scopeId} ORDER BY seq LIMIT ${limit}) AS next
      WHERE q.scope_id = ${scopeId} AND q.seq = next.seq RETURNING q.seq
    ), placed AS (
      INSERT INTO audit_order (scope_id, position, seq)
      SELECT ${scopeId}, ${size}::bigint + row_number() OVER (ORDER BY seq) - 1, seq FROM taken
      RETURNING position, seq
    )
    SELECT e.*, e.seq IS NOT NULL AS exists
    FROM placed p LEFT JOIN audit_entries e ON e.scope_id = ${scopeId} AND e.seq = p.seq
    ORDER BY p.position`.execute(tx);
  return { placed: rows.length, entries: rows.filter((row) => row.exists).map(storedAudit) };
}

/** The platform, every company, and every scope that has a log, an entry or both. */
export async function listScopes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ scope_id: string }>`
    SELECT ${PLATFORM_ID}::uuid AS scope_id UNION SELECT scope_id FROM log_checkpoints WHERE kind = 'audit'
    UNION SELECT scope_id FROM audit_entries UNION SELECT scope_id FROM audit_order UNION SELECT id FROM companies
    ORDER BY 1`.execute(db);
  return rows.map((row) => row.scope_id);
}

export async function countQueued(db: Db, scopeId: string): Promise<bigint> {
  const { count } = await db
    .selectFrom('audit_queue')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('scope_id', '=', scopeId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The entries that wait to be sealed, in the order in which they will be. */
export async function listQueued(db: Db, scopeId: string): Promise<StoredAudit[]> {
  const { rows } = await sql<Row>`
    SELECT e.* FROM audit_queue q JOIN audit_entries e ON e.scope_id = q.scope_id AND e.seq = q.seq
    WHERE q.scope_id = ${scopeId} ORDER BY q.seq`.execute(db);
  return rows.map(storedAudit);
}

/** An entry that is neither sealed nor waits for it; null if all are. */
export async function findStray(db: Db, scopeId: string): Promise<bigint | null> {
  const { rows } = await sql<{ seq: bigint }>`
    SELECT seq FROM (
      SELECT seq FROM audit_entries WHERE scope_id = ${scopeId}
      EXCEPT SELECT seq FROM audit_order WHERE scope_id = ${scopeId}
      EXCEPT SELECT seq FROM audit_queue WHERE scope_id = ${scopeId}) AS stray
    ORDER BY seq LIMIT 1`.execute(db);
  return rows[0]?.seq ?? null;
}

export interface PlacedAudit {
  /** From 0. */
  readonly position: bigint;
  /** Null if the entry was deleted. */
  readonly entry: StoredAudit | null;
}

/** The sealed entries of a scope in order. */
export async function* readTrail(db: Db, scopeId: string): AsyncGenerator<PlacedAudit> {
  const rows = readByKey(
    -1n,
    async (after, limit) => {
      const page = await sql<Row & { position: bigint; exists: boolean }>`
        SELECT o.position, e.seq IS NOT NULL AS exists, e.*
        FROM audit_order o LEFT JOIN audit_entries e ON e.scope_id = o.scope_id AND e.seq = o.seq
        WHERE o.scope_id = ${scopeId} AND o.position > ${after} ORDER BY o.position LIMIT ${limit}`.execute(db);
      return page.rows;
    },
    (row) => row.position,
  );
  for await (const row of rows) yield { position: row.position, entry: row.exists ? storedAudit(row) : null };
}
