/** The SQL of payouts that are sent once more. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** An account whose last statement is older than so many days before a payout is no longer in use. */
const DORMANT_DAYS = 60;

/**
 * Whether statements prove that a payout did not leave: each account in use has one whose balances leave out no row, from the day
 * of the payout or before to a row of a later day, and no debit has its reference, or its amount without being another payout.
 */
export async function isProvenUnpaid(tx: Db, companyId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ isProven: boolean }>`
    WITH f AS (SELECT x.*, coalesce((x.exported_at AT TIME ZONE 'Asia/Kolkata')::date, x.paid_on) AS day
      FROM refunds x WHERE x.company_id = ${companyId} AND x.id = ${refundId}),
    accounts AS (SELECT s.beneficiary_id AS id, bool_or(s.period_from <= f.day AND s.balance_check IN ('RUNS', 'TOTALS')
        AND EXISTS (SELECT FROM bank_statement_rows l JOIN bank_rows r ON r.company_id = l.company_id AND r.id = l.row_id
          WHERE l.company_id = s.company_id AND l.statement_id = s.id AND r.bank_date > f.day)) AS is_read
      FROM bank_statements s, f WHERE s.company_id = ${companyId} AND s.period_to >= f.day - ${DORMANT_DAYS}::int
      GROUP BY s.beneficiary_id)
    SELECT coalesce((SELECT bool_and(is_read) FROM accounts), false) AND f.debit_row_id IS NULL
      AND NOT EXISTS (SELECT FROM bank_rows d WHERE d.company_id = ${companyId} AND d.side = 'DEBIT' AND (
        EXISTS (SELECT FROM bank_row_references n WHERE n.company_id = d.company_id AND n.row_id = d.id AND n.reference = f.reference)
        OR (d.amount_paise = f.amount_paise AND d.bank_date >= f.day
          AND NOT EXISTS (SELECT FROM refunds o WHERE o.company_id = d.company_id AND o.debit_row_id = d.id)
          AND NOT EXISTS (SELECT FROM refund_payouts o WHERE o.company_id = d.company_id AND o.debit_row_id = d.id))))
      AS "isProven"
    FROM f`.execute(tx);
  return rows[0]?.isProven === true;
}

/**
 * Whether a refund is paid without a payout file, by the word of one other admin alone: the one who marked it as paid or imported its
 * debit. Two admins who did one each are two.
 */
export async function isMarkedByAnother(
  tx: Db,
  companyId: string,
  refundId: string,
  adminId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isOther: boolean }>`
    SELECT f.state = 'PAID' AND f.exported_at IS NULL AND (
      SELECT count(*) = 1 AND bool_and(w.id <> ${adminId}) FROM (
        SELECT f.paid_by AS id WHERE f.paid_by IS NOT NULL
        UNION SELECT s.imported_by FROM bank_statement_rows l
        JOIN bank_statements s ON s.company_id = l.company_id AND s.id = l.statement_id
        WHERE l.company_id = f.company_id AND l.row_id = f.debit_row_id) w) AS "isOther"
    FROM refunds f WHERE f.company_id = ${companyId} AND f.id = ${refundId}`.execute(tx);
  return rows[0]?.isOther === true;
}

/**
 * The admin's own approval of the refund as it is approved now; null if another admin agreed. The approval and its sole act have
 * the time of one transaction.
 */
export async function findSoleApproval(
  tx: Db,
  companyId: string,
  refundId: string,
  adminId: string,
): Promise<{ readonly isToday: boolean } | null> {
  const { rows } = await sql<{ isToday: boolean }>`
    SELECT a.at >= today_in_india() AS "isToday" FROM refunds f
    JOIN sole_acts a ON a.company_id = f.company_id AND a.subject_id = f.id AND a.at = f.approved_at
    WHERE f.company_id = ${companyId} AND f.id = ${refundId} AND a.admin_id = ${adminId} AND a.kind = 'refund.approve'`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Whether that was on an earlier day: an export of the refund sends money that counts on no day of anybody else. */
export async function isApprovedAloneBefore(
  tx: Db,
  companyId: string,
  refundId: string,
  adminId: string,
): Promise<boolean> {
  return (await findSoleApproval(tx, companyId, refundId, adminId))?.isToday === false;
}
