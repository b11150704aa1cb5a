/** The SQL of the export: all credits with what was decided about them. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { CREDITED_AMOUNT, IS_COUNTED } from '../settlements/store.ts';
import type { CreditRow } from './rules.ts';

/** The oldest first. Of a settlement: its payments, and what is left of the bank's credit without them, below zero. */
export function allCredits(companyId: string): RawBuilder<CreditRow> {
  return sql<CreditRow>`
    SELECT r.id, r.beneficiary_id AS "beneficiaryId", coalesce(credited_on(r), r.bank_date)::text AS date,
      ${CREDITED_AMOUNT} AS "amountPaise", r.narration, r.settles_id IS NOT NULL AS "isSettlementCredit",
      (SELECT string_agg(DISTINCT f.reference, ' ') FROM bank_row_references f
        WHERE f.company_id = r.company_id AND f.row_id = r.id) AS references,
      r.payer_name AS "payerName", r.vpa, r.not_ours_reason AS "notOursReason", m.kind AS "matchKind",
      coalesce(m.reason, CASE WHEN m.row_id IS NULL THEN p.reject_reason END) AS reason,
      a.name AS "decidedBy", coalesce(m.matched_at, r.not_ours_at, r.rejected_at) AS "decidedAt", p.id AS "purchaseId",
      p.order_number AS "orderNumber", u.member_id AS "memberId", u.name AS "buyerName", p.final_amount_paise AS "duePaise"
    FROM bank_rows r
    LEFT JOIN bank_matches m ON m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL
    LEFT JOIN purchases p ON p.company_id = r.company_id AND p.id = coalesce(m.purchase_id, r.rejected_purchase_id)
    LEFT JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
    LEFT JOIN users a ON a.company_id = r.company_id AND a.id = coalesce(m.matched_by, r.not_ours_by, r.rejected_by)
    WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND ${IS_COUNTED}
    ORDER BY r.bank_date, r.line, r.id`;
}

/** Credits and pending purchases. */
export async function countRows(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT (SELECT count(*) FROM bank_rows WHERE company_id = ${companyId} AND side = 'CREDIT')
      + (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND status = 'PENDING') AS count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
