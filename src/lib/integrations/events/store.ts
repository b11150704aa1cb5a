/**
 * The SQL of the feed. An entry of the trail has a position once it is sealed: after its commit, without gaps, by one program
 * at a time. So nobody who sees a position can miss an earlier one (docs/decisions/0397).
 */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface EventRow {
  /** From 0. */
  readonly position: bigint;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly createdAt: Date;
}

/** The last position of the trail; null for an empty trail. */
export async function findLast(db: Db, companyId: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('audit_order')
    .select('position')
    .where('scope_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
}

/** The entries with these actions behind a position, in order. @param upTo a position that exists */
export async function listBetween(
  db: Db,
  companyId: string,
  bounds: { readonly after: bigint; readonly upTo: bigint; readonly limit: number },
  actions: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT o.position, e.action, e.subject_kind AS "subjectKind", e.subject_id AS "subjectId", e.created_at AS "createdAt"
    FROM audit_order o JOIN audit_entries e ON e.scope_id = o.scope_id AND e.seq = o.seq
    WHERE o.scope_id = ${companyId} AND o.position > ${bounds.after} AND o.position <= ${bounds.upTo}
      AND e.action = ANY(${actions}::text[])
    ORDER BY o.position LIMIT ${bounds.limit}`.execute(db);
  return rows;
}
