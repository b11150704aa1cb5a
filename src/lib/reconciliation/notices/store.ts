/** The SQL of the mails about bank statements. */
import { sql } from 'kysely';
import type { Language } from '../../core/texts.ts';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import type { Notice, NoticeState } from './rules.ts';

/** An admin has so long to approve the exact matches of an import: their buyers get the mail of the approval alone. */
const SETTLE_MINUTES = 10;

/** Companies with a statement whose buyers may not have had their mails. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT company_id AS id FROM bank_statements
    WHERE notified_at IS NULL AND imported_at <= now() - make_interval(mins => ${SETTLE_MINUTES})
      AND ${isHere('company_id')}`.execute(db);
  return rows.map((row) => row.id);
}

/** The statements of a company that a run of the mails covers. */
export async function listStatementsDue(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bank_statements WHERE company_id = ${companyId} AND notified_at IS NULL
      AND imported_at <= now() - make_interval(mins => ${SETTLE_MINUTES})`.execute(db);
  return rows.map((row) => row.id);
}

export async function recordNotified(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('bank_statements')
    .set({ notified_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute();
}

export interface Recipient {
  readonly purchaseId: string;
  readonly state: NoticeState;
  readonly orderNumber: string;
  readonly reference: string;
  readonly duePaise: bigint;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
}

/** Records the notices that are new and whose purchases are still pending. @returns whom to mail */
export async function insertNotices(tx: Db, companyId: string, notices: readonly Notice[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    WITH added AS (
      INSERT INTO bank_notices (company_id, purchase_id, state)
      SELECT p.company_id, p.id, n.state
      FROM unnest(${notices.map((it) => it.purchaseId)}::uuid[], ${notices.map((it) => it.state)}::text[]) AS n(id, state)
      JOIN purchases p ON p.id = n.id AND p.company_id = ${companyId} AND p.status = 'PENDING'
      ORDER BY p.id
      ON CONFLICT DO NOTHING RETURNING purchase_id, state)
    SELECT p.id AS "purchaseId", a.state, p.order_number AS "orderNumber", p.reference_number AS reference,
      p.final_amount_paise AS "duePaise", u.name, u.email, u.language
    FROM added a JOIN purchases p ON p.id = a.purchase_id
    JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id AND u.deleted_at IS NULL
    ORDER BY p.id`.execute(tx);
  return rows;
}

/**
 * Records the approved purchases whose payment the bank took back: by a debit with the number and amount of the credit, or by
 * a credit that says so; of a settlement, all of its payments. @returns the order numbers of those that are new
 */
export async function insertReversals(tx: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ orderNumber: string }>`
    WITH back AS MATERIALIZED (
      SELECT c.id FROM bank_rows d
      JOIN bank_row_references fd ON fd.company_id = d.company_id AND fd.row_id = d.id AND fd.payment_number IS NOT NULL
      JOIN bank_row_references fc ON fc.company_id = d.company_id AND fc.payment_number = fd.payment_number
      JOIN bank_rows c ON c.company_id = fc.company_id AND c.id = fc.row_id AND c.side = 'CREDIT'
        AND c.beneficiary_id = d.beneficiary_id AND c.amount_paise = d.amount_paise AND c.bank_date <= d.bank_date
      WHERE d.company_id = ${companyId} AND d.side = 'DEBIT'
      UNION
      SELECT r.id FROM bank_rows r WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND r.is_reversal),
    reversed AS (
      SELECT m.purchase_id AS id FROM bank_matches m JOIN back ON back.id = m.row_id
      WHERE m.company_id = ${companyId} AND m.released_at IS NULL
      UNION
      SELECT m.purchase_id FROM back JOIN bank_row_references f ON f.company_id = ${companyId} AND f.row_id = back.id
      JOIN settlements s ON s.company_id = f.company_id AND s.utr = f.reference
      JOIN bank_rows l ON l.company_id = s.company_id AND l.settlement_id = s.id
      JOIN bank_matches m ON m.company_id = l.company_id AND m.row_id = l.id AND m.released_at IS NULL
      UNION
      SELECT p.id FROM claims_of_payment_numbers(${companyId}, ARRAY(
        SELECT DISTINCT f.payment_number FROM bank_row_references f JOIN back ON back.id = f.row_id
        WHERE f.company_id = ${companyId} AND f.payment_number IS NOT NULL AND f.source <> 'ORDER')) p WHERE p.status = 'APPROVED'),
    added AS (
      INSERT INTO bank_notices (company_id, purchase_id, state)
      SELECT ${companyId}::uuid, r.id, 'REVERSED' FROM reversed r JOIN purchases p ON p.id = r.id AND p.status = 'APPROVED'
      ON CONFLICT DO NOTHING RETURNING purchase_id)
    SELECT p.order_number AS "orderNumber" FROM added a JOIN purchases p ON p.id = a.purchase_id
    ORDER BY p.order_number`.execute(tx);
  return rows.map((row) => row.orderNumber);
}
