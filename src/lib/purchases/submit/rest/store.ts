/** The SQL of a payment that pays for more than one order of its buyer. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface SecondOrder {
  readonly companyId: string;
  readonly userId: string;
  /** The reference numbers that mean the payment. */
  readonly references: readonly string[];
  readonly duePaise: bigint;
  /** The purchase itself, if it exists. */
  readonly id: string | null;
}

/**
 * Whether the payment can pay for another order of the member: every pending or approved purchase with its number is theirs, the bank
 * has one credit with it, and what of that is open covers this order after their other orders with the number. Call it with the
 * member locked. The database checks the sum again when rows are allocated.
 */
export async function coversSecondOrder(tx: Db, order: SecondOrder): Promise<boolean> {
  const { companyId, userId, references, duePaise, id } = order;
  const { rows } = await sql<{ covers: boolean }>`
    WITH others AS (
      SELECT p.user_id, p.status, p.final_amount_paise, p.allocated_paise FROM purchases p
      WHERE p.company_id = ${companyId} AND p.reference_number = ANY (${references}::text[])
        AND p.status IN ('PENDING', 'APPROVED') AND p.id IS DISTINCT FROM ${id}::uuid),
    credits AS (
      SELECT r.id, r.beneficiary_id, r.amount_paise, r.bank_date, r.amount_paise - r.allocated_paise - r.refunded_paise AS rest FROM bank_rows r
      WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND r.not_ours_at IS NULL AND r.settles_id IS NULL
        AND r.id IN (SELECT f.row_id FROM bank_row_references f
          WHERE f.company_id = ${companyId} AND f.payment_number = ANY (${references}::text[])))
    SELECT NOT EXISTS (SELECT FROM others WHERE user_id <> ${userId})
      AND (SELECT count(*) = 1 AND min(c.rest) >= ${duePaise}::bigint + (
        -- An order that was approved short has what it needs; one that was approved without a row has used the payment.
        SELECT coalesce(sum(o.final_amount_paise - o.allocated_paise), 0) FROM others o
        WHERE o.status = 'PENDING' OR o.allocated_paise = 0) FROM credits c)
      AND NOT EXISTS (SELECT FROM credits c JOIN bank_matches m ON m.company_id = ${companyId} AND m.row_id = c.id AND m.released_at IS NULL
        JOIN purchases p ON p.company_id = m.company_id AND p.id = m.purchase_id AND p.user_id <> ${userId})
      AND NOT EXISTS (SELECT FROM credits c JOIN bank_rows d ON d.company_id = ${companyId} AND d.beneficiary_id = c.beneficiary_id
          AND d.side = 'DEBIT' AND d.amount_paise = c.amount_paise AND d.bank_date >= c.bank_date
        JOIN bank_row_references f ON f.company_id = d.company_id AND f.row_id = d.id
          AND f.payment_number = ANY (${references}::text[])) AS covers`.execute(tx);
  return rows[0]?.covers === true;
}
