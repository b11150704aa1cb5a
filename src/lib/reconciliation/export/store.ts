/** The SQL of the export: all credits with what was decided about them. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { CREDITED_AMOUNT, IS_COUNTED } from '../settlements/store.ts';
import type { CreditRow } from './rules.ts';

/** One line of a credit `r`: each allocation, each part of a refund, and what is left; a credit without any has one line. */
const LINES = sql`(
  SELECT m.kind, m.reason, m.matched_by AS actor, m.matched_at AS at, m.purchase_id, m.amount_paise AS amount, NULL::text AS refund,
    m.kind = 'PART' OR s.status = 'APPROVED' AS counts, 1 AS nth
  FROM bank_matches m JOIN purchases s ON s.company_id = m.company_id AND s.id = m.purchase_id
  WHERE r.allocated_paise > 0 AND m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL
  UNION ALL
  SELECT NULL, nullif(f.note, ''), f.created_by, f.created_at, f.purchase_id, x.amount_paise, f.number, true, 2
  FROM refund_parts x JOIN refunds f ON f.company_id = x.company_id AND f.id = x.refund_id AND f.state <> 'CANCELLED'
  WHERE r.refunded_paise > 0 AND r.not_ours_at IS NULL AND x.company_id = r.company_id AND x.row_id = r.id
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, ${CREDITED_AMOUNT} - used.paise, NULL, false, 3
  FROM (SELECT r.allocated_paise + CASE WHEN r.not_ours_at IS NULL THEN r.refunded_paise ELSE 0 END AS paise) used
  WHERE used.paise = 0 OR used.paise < r.amount_paise)`;

/**
 * The oldest first, with one line for each allocation. Of a settlement: its payments, and what is left of the bank's credit without
 * them, below zero.
 */
export function allCredits(companyId: string): RawBuilder<CreditRow> {
  return sql<CreditRow>`
    SELECT r.id, r.beneficiary_id AS "beneficiaryId", coalesce(credited_on(r), r.bank_date)::text AS date,
      l.amount AS "amountPaise", r.narration, r.settles_id IS NOT NULL AS "isSettlementCredit",
      (SELECT string_agg(DISTINCT f.reference, ' ') FROM bank_row_references f
        WHERE f.company_id = r.company_id AND f.row_id = r.id) AS references,
      r.payer_name AS "payerName", r.vpa, r.not_ours_reason AS "notOursReason", l.kind AS "matchKind", l.refund AS "refundNumber",
      l.counts AS "isCounted", coalesce(l.reason, CASE WHEN l.purchase_id IS NULL THEN p.reject_reason END) AS reason,
      a.name AS "decidedBy", coalesce(l.at, r.not_ours_at, r.rejected_at) AS "decidedAt", p.id AS "purchaseId",
      p.order_number AS "orderNumber", u.member_id AS "memberId", u.name AS "buyerName", p.final_amount_paise AS "duePaise"
    FROM bank_rows r CROSS JOIN LATERAL ${LINES} l
    LEFT JOIN purchases p ON p.company_id = r.company_id AND p.id = coalesce(l.purchase_id, r.rejected_purchase_id)
    LEFT JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
    LEFT JOIN users a ON a.company_id = r.company_id AND a.id = coalesce(l.actor, r.not_ours_by, r.rejected_by)
    WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND ${IS_COUNTED}
    ORDER BY r.bank_date, r.line, r.id, l.nth, l.at, l.purchase_id`;
}

/** Lines of credits, and pending purchases. */
export async function countRows(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT (SELECT count(*) FROM bank_rows WHERE company_id = ${companyId} AND side = 'CREDIT')
      + (SELECT count(*) FROM bank_matches WHERE company_id = ${companyId} AND released_at IS NULL)
      + (SELECT count(*) FROM refund_parts WHERE company_id = ${companyId})
      + (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND status = 'PENDING') AS count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
