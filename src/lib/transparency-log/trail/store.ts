/** The SQL of the audit trails as logs: queue, order and entries. */
import { type Selectable, sql } from 'kysely';
import type { StoredAudit } from '../../audit/rules.ts';
import type { Jsonable } from '../../core/canonical.ts';
import { assert } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { readByKey } from '../../db/cursor.ts';
import type { AuditEntries } from '../../db/schema/audit.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';

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
    isForeign: row.is_foreign,
  };
}

/** An entry that is not sealed yet, with what signs it. */
export interface QueuedAudit extends StoredAudit {
  readonly writer: string | null;
  /** The text that its writer signs. */
  readonly signed: string;
}

type QueuedRow = Row & { readonly signed: string };

const queuedAudit = (row: QueuedRow): QueuedAudit => ({ ...storedAudit(row), writer: row.writer, signed: row.signed });

/** As `sign_entry` in migration 0760 has it: the database's functions are not trusted. */
const SIGNED = sql<string>`jsonb_build_array('entry.1', e.scope_id, e.seq, e.actor_kind, e.actor_id, e.action,
  e.subject_kind, e.subject_id, e.before, e.after, (extract(epoch FROM e.created_at) * 1000)::bigint)::text AS signed`;

/**
 * Moves entries from the queue to the positions from `size` on.
 * @returns how many were moved, and those of them that exist, in order
 */
export async function takeQueued(
  tx: Db,
  scopeId: string,
  size: number,
  limit: number,
): Promise<{ placed: number; entries: QueuedAudit[] }> {
  const { rows } = await sql<QueuedRow & { exists: boolean }>`
    WITH taken AS (
      DELETE FROM audit_queue q
      USING (SELECT seq FROM audit_queue WHERE scope_id = ${scopeId} ORDER BY seq LIMIT ${limit}) AS next
      WHERE q.scope_id = ${scopeId} AND q.seq = next.seq RETURNING q.seq
    ), placed AS (
      INSERT INTO audit_order (scope_id, position, seq)
      SELECT ${scopeId}, ${size}::bigint + row_number() OVER (ORDER BY seq) - 1, seq FROM taken
      RETURNING position, seq
    )
    SELECT e.*, e.seq IS NOT NULL AS exists, ${SIGNED}
    FROM placed p LEFT JOIN audit_entries e ON e.scope_id = ${scopeId} AND e.seq = p.seq
    ORDER BY p.position`.execute(tx);
  return { placed: rows.length, entries: rows.filter((row) => row.exists).map(queuedAudit) };
}

/** Marks entries of which the program is not the writer. */
export async function markForeign(tx: Db, scopeId: string, seqs: readonly bigint[]): Promise<void> {
  await tx
    .updateTable('audit_entries')
    .set({ is_foreign: true })
    .where('scope_id', '=', scopeId)
    .where('seq', 'in', seqs)
    .execute();
}

/** Whether all these entries are new, and several nodes serve. */
export async function mayBeAnothers(tx: Db, scopeId: string, seqs: readonly bigint[]): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT min(created_at) > now() - interval '1 minute' AND min(created_at) < now() + interval '1 minute'
      AND (SELECT count(*) FROM nodes WHERE seen_at > now() - interval '2 minutes') > 1 AS may
    FROM audit_entries WHERE scope_id = ${scopeId} AND seq = ANY(${seqs}::bigint[])`.execute(tx);
  return rows[0]?.may === true;
}

/** A digest of rows with nonce and MAC of its writer, in the text of the column. */
const SIGNED_BATCH = '"[0-9a-f]{64}[.][0-9a-f]{16}[.][0-9a-f]{32}"';

/** Adds the entry of a grant where the trail has entries and none is signed, so that the migration, applied again, grants nothing; with the columns that it has after migration 0760. */
export async function insertGrant(tx: Db, until: string, mac: string): Promise<void> {
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, after, created_at)
      SELECT ${PLATFORM_ID}, 'system', 'writer.grant', 'platform', jsonb_build_object('until', ${until}::text, 'mac', ${mac}::text),
        date_trunc('milliseconds', clock_timestamp())
      WHERE EXISTS (SELECT FROM audit_entries)
        AND NOT EXISTS (SELECT FROM audit_entries WHERE rows::text ~ ${SIGNED_BATCH})
      RETURNING scope_id, seq)
    INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx);
}

/** @returns the time in so many seconds, as ISO 8601 in UTC with milliseconds */
export async function timeIn(db: Db, seconds: number): Promise<string> {
  const { rows } = await sql<{ at: Date }>`SELECT now() + make_interval(secs => ${seconds}) AS at`.execute(db);
  assert(rows[0], 'a query without a table has one row');
  return rows[0].at.toISOString();
}

/** Reads from the platform's trail until when unsigned entries count. */
export async function listGrants(db: Db): Promise<{ readonly until: string; readonly mac: string }[]> {
  const { rows } = await sql<{ until: string; mac: string }>`
    SELECT after ->> 'until' AS until, after ->> 'mac' AS mac FROM audit_entries
    WHERE scope_id = ${PLATFORM_ID} AND action = 'writer.grant' ORDER BY seq DESC LIMIT 10`.execute(db);
  return rows;
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
export async function listQueued(db: Db, scopeId: string): Promise<QueuedAudit[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT e.*, ${SIGNED} FROM audit_queue q JOIN audit_entries e ON e.scope_id = q.scope_id AND e.seq = q.seq
    WHERE q.scope_id = ${scopeId} ORDER BY q.seq`.execute(db);
  return rows.map(queuedAudit);
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
