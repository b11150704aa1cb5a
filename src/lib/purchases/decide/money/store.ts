/** The SQL that says whether the payment of a purchase is there, and nobody else’s. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/**
 * The order that the payments with the number of a purchase are given to, where they leave less than is due and none is the purchase's
 * own; null for none. What a payer wrote as a note is no number.
 */
export async function findOwnerOfNumber(
  tx: Db,
  companyId: string,
  id: string,
  reference: string,
): Promise<string | null> {
  const { rows } = await sql<{ orderNumber: string }>`
    WITH credits AS (SELECT DISTINCT r.* FROM bank_row_references n
      JOIN bank_rows r ON r.company_id = n.company_id AND r.id = n.row_id
      WHERE n.company_id = ${companyId} AND n.payment_number IN (${reference}, '0' || ${reference}) AND r.side = 'CREDIT'
        AND r.not_ours_at IS NULL)
    SELECT o.order_number AS "orderNumber" FROM credits c
    JOIN bank_matches m ON m.company_id = c.company_id AND m.row_id = c.id AND m.released_at IS NULL AND m.purchase_id <> ${id}
    JOIN purchases o ON o.company_id = m.company_id AND o.id = m.purchase_id
    WHERE (SELECT sum(x.amount_paise - x.allocated_paise - x.refunded_paise) FROM credits x) < (
        SELECT p.final_amount_paise FROM purchases p WHERE p.company_id = ${companyId} AND p.id = ${id})
      AND NOT EXISTS (SELECT FROM bank_matches w WHERE w.company_id = ${companyId} AND w.purchase_id = ${id} AND w.released_at IS NULL)
    ORDER BY m.amount_paise DESC, o.order_number LIMIT 1`.execute(tx);
  return rows[0]?.orderNumber ?? null;
}

/**
 * The refund that pays back the same payment of a reversed purchase: since it was created where the bank has the payment, otherwise
 * since its approval; null for none. It is locked against change, and a refund that is approved later sees the approval of this purchase.
 * @param id of the purchase, whose own refund does not count
 */
export async function findRefundOfReference(
  tx: Db,
  companyId: string,
  id: string,
  reference: string,
): Promise<{ number: string; state: string } | null> {
  const { rows } = await sql<{ number: string; state: string }>`
    SELECT f.number, f.state FROM refunds f
    WHERE f.company_id = ${companyId} AND f.cause = 'REVERSAL' AND f.state <> 'CANCELLED' AND f.id IN (
      SELECT x.id FROM purchases o JOIN refunds x ON x.company_id = o.company_id AND x.purchase_id = o.id
        AND x.state IN ('APPROVED', 'EXPORTED', 'PAID')
      WHERE o.company_id = ${companyId} AND o.reference_number = ${reference} AND o.id <> ${id}
      UNION ALL
      SELECT t.refund_id FROM bank_row_references n
      JOIN refund_parts t ON t.company_id = n.company_id AND t.row_id = n.row_id
      JOIN refunds x ON x.company_id = t.company_id AND x.id = t.refund_id
      WHERE n.company_id = ${companyId} AND n.payment_number IN (${reference}, '0' || ${reference}) AND x.purchase_id <> ${id})
    ORDER BY f.id LIMIT 1 FOR SHARE OF f`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Why the payment with the number of a purchase without a bank row is lost: the bank took a credit with it back (another one with the
 * number of one payment is not believed), or an admin marked each. Null for any that is left, and where no statement has the number.
 */
export async function findLoss(
  tx: Db,
  companyId: string,
  id: string,
  reference: string,
): Promise<'RETURNED' | 'NOT_OURS' | null> {
  const { rows } = await sql<{ isLost: boolean; isMarked: boolean }>`
    SELECT coalesce(bool_or(c.is_back) OR bool_and(c.is_marked), false) AS "isLost",
      coalesce(NOT bool_or(c.is_back), false) AS "isMarked"
    FROM bank_row_references n JOIN bank_rows r ON r.company_id = n.company_id AND r.id = n.row_id
    CROSS JOIN LATERAL (SELECT is_taken_back(r) AS is_back, r.not_ours_at IS NOT NULL AS is_marked) c
    WHERE n.company_id = ${companyId} AND n.payment_number IN (${reference}, '0' || ${reference}) AND r.side = 'CREDIT'
      AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.company_id = ${companyId} AND m.purchase_id = ${id} AND m.released_at IS NULL)`.execute(
    tx,
  );
  const [loss] = rows;
  if (!loss?.isLost) return null;
  return loss.isMarked ? 'NOT_OURS' : 'RETURNED';
}
