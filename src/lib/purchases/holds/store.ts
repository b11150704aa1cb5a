/** The SQL that ends holds. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** True for a purchase `p` of the company `c` whose hold is over and has not been ended yet. */
const IS_DUE = sql<boolean>`p.status = 'PENDING' AND p.hold_ended_at IS NULL AND c.hold_hours > 0
  AND p.created_at <= now() - make_interval(hours => c.hold_hours)`;

/** Companies with a hold to end. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c
    WHERE c.moved_at IS NULL AND EXISTS (SELECT FROM purchases p WHERE p.company_id = c.id AND ${IS_DUE})`.execute(db);
  return rows.map((row) => row.id);
}

export interface Ended {
  readonly id: string;
  readonly orderNumber: string;
  readonly quantity: bigint;
}

/**
 * Locks purchases whose hold is over, the oldest first, and marks them. Skips those that are being decided now.
 * Call it with the company locked against change.
 */
export async function endDue(tx: Db, companyId: string, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    WITH due AS (
      SELECT p.id FROM purchases p JOIN companies c ON c.id = p.company_id
      WHERE p.company_id = ${companyId} AND ${IS_DUE}
      ORDER BY p.created_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE purchases AS p SET hold_ended_at = now() FROM due WHERE p.id = due.id
    RETURNING p.id, p.order_number AS "orderNumber", p.quantity`.execute(tx);
  return rows;
}
