/** The SQL of pending purchases without a proof. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** True for a purchase `p` that can be rejected for want of a proof. */
const IS_WITHOUT_PROOF = sql<boolean>`p.status = 'PENDING' AND p.receipt_id IS NULL AND p.allocated_paise = 0 AND NOT is_backed(p) AND NOT EXISTS (
  SELECT FROM approvals a WHERE a.company_id = p.company_id AND a.subject_id = p.id AND a.kind = 'purchase.approve' AND a.state = 'OPEN')`;

/** @returns how many there are, at most `limit`; and what unproven holds reserve and may reserve, null for no limit */
export async function readUnproven(db: Db, companyId: string, limit: number) {
  const { rows } = await sql<{ count: number; held: bigint; heldMax: bigint | null }>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM purchases p WHERE p.company_id = c.id AND ${IS_WITHOUT_PROOF} LIMIT ${limit}) AS counted) AS count,
      s.held_unproven AS held,
      CASE WHEN c.unproven_share_bps > 0
        THEN unproven_max(c.private_supply - s.credited - s.held + s.held_unproven, c.unproven_share_bps) END AS "heldMax"
    FROM companies c JOIN supplies s ON s.company_id = c.id WHERE c.id = ${companyId}`.execute(db);
  return rows[0] ?? { count: 0, held: 0n, heldMax: null };
}

/**
 * Locks the youngest purchases without a proof, at most `limit`, and before them the company and the buyers (steps 1 to 3 of the
 * lock order). Skips those that are being decided now.
 * @returns their ids
 */
export async function lockUnproven(tx: Db, companyId: string, limit: number): Promise<string[]> {
  const { rows: early } = await sql<{ id: string; user_id: string }>`
    SELECT p.id, p.user_id FROM companies c JOIN purchases p ON p.company_id = c.id
    WHERE c.id = ${companyId} AND ${IS_WITHOUT_PROOF}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit} FOR KEY SHARE OF c`.execute(tx);
  if (early.length === 0) return [];
  await sql`SELECT FROM users u WHERE u.company_id = ${companyId} AND u.id = ANY (${early.map((row) => row.user_id)}::uuid[])
    ORDER BY u.id FOR KEY SHARE`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p
    WHERE p.company_id = ${companyId} AND p.id = ANY (${early.map((row) => row.id)}::uuid[]) AND ${IS_WITHOUT_PROOF}
    ORDER BY p.created_at DESC, p.id DESC FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map((row) => row.id);
}
