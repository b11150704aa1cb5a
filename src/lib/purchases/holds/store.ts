/** The SQL that ends holds. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/**
 * True for a purchase `p` of the company `c` whose hold is over and has not been ended yet. That of a manual order without a proof
 * is over after `unprovenHours`, unless the bank has the payment.
 */
const isDue = (unprovenHours: number) => sql<boolean>`p.status = 'PENDING' AND p.hold_ended_at IS NULL AND (
  (c.hold_hours > 0 AND p.created_at <= now() - make_interval(hours => c.hold_hours))
  OR (p.payment_method = 'MANUAL' AND p.receipt_id IS NULL AND p.is_unproven
    AND p.created_at <= now() - make_interval(hours => ${unprovenHours}) AND p.allocated_paise = 0 AND NOT is_backed(p)))`;

/** True for a hold that is counted as unproven although it is backed, or the other way round. */
const IS_MISCOUNTED = sql<boolean>`p.status = 'PENDING' AND p.hold_ended_at IS NULL AND p.is_unproven = is_backed(p)`;

/** Companies with a hold to end. */
export async function listDue(db: Db, unprovenHours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c
    WHERE c.moved_at IS NULL AND EXISTS (SELECT FROM purchases p WHERE p.company_id = c.id AND ${isDue(unprovenHours)})`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export interface Ended {
  readonly id: string;
  readonly orderNumber: string;
  readonly quantity: bigint;
  readonly isUnproven: boolean;
}

/**
 * Locks purchases whose hold is over, the oldest first, and marks them. Skips those that are being decided now.
 * Call it with the company locked against change.
 */
export async function endDue(tx: Db, companyId: string, unprovenHours: number, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    WITH due AS (
      SELECT p.id FROM purchases p JOIN companies c ON c.id = p.company_id
      WHERE p.company_id = ${companyId} AND ${isDue(unprovenHours)}
      ORDER BY p.created_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE purchases AS p SET hold_ended_at = now() FROM due WHERE p.id = due.id
    RETURNING p.id, p.order_number AS "orderNumber", p.quantity, p.is_unproven AS "isUnproven"`.execute(tx);
  return rows;
}

/** Companies with a hold that is counted wrongly. */
export async function listMiscounted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c
    WHERE c.moved_at IS NULL AND EXISTS (SELECT FROM purchases p WHERE p.company_id = c.id AND ${IS_MISCOUNTED})`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/**
 * Marks holds that are counted wrongly. Skips those that are being decided now. Call it with the company locked against change.
 * @returns how many, and by how much the unproven holds have grown
 */
export async function recount(tx: Db, companyId: string, limit: number): Promise<{ count: number; growth: bigint }> {
  const { rows } = await sql<{ count: number; growth: bigint }>`
    WITH wrong AS (
      SELECT p.id FROM purchases p WHERE p.company_id = ${companyId} AND ${IS_MISCOUNTED}
      ORDER BY p.created_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), marked AS (
      UPDATE purchases AS p SET is_unproven = NOT p.is_unproven FROM wrong
      WHERE p.company_id = ${companyId} AND p.id = wrong.id RETURNING p.quantity, p.is_unproven
    )
    SELECT count(*)::int AS count,
      coalesce(sum(CASE WHEN is_unproven THEN quantity ELSE -quantity END), 0)::bigint AS growth FROM marked`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, growth: 0n };
}
