/** The SQL of receipts. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Locks the company's supply, under which receipts are numbered (step 4 of the lock order). */
export async function lockForReceipts(tx: Db, companyId: string): Promise<void> {
  await tx.selectFrom('supplies').select('company_id').where('company_id', '=', companyId).forNoKeyUpdate().execute();
}

/**
 * Gives an approved purchase the next number of its company and financial year, unless it has one. Call it under the lock
 * of the company's supply, so that the numbers have no gap.
 */
export async function numberReceipt(
  tx: Db,
  company: { readonly id: string; readonly token_symbol: string },
  purchase: { readonly id: string; readonly decidedAt: Date },
): Promise<void> {
  await sql`
    WITH n AS MATERIALIZED (
      SELECT y.year, coalesce((SELECT max(r.seq) FROM receipts r
          WHERE r.company_id = ${company.id} AND r.financial_year = y.year), 0) + 1 AS seq
      FROM (SELECT financial_year(${purchase.decidedAt}) AS year) AS y
    )
    INSERT INTO receipts (company_id, financial_year, seq, purchase_id, receipt_number)
    SELECT ${company.id}, n.year, n.seq, ${purchase.id}, receipt_number(${company.token_symbol}, n.year, n.seq) FROM n
    ON CONFLICT (company_id, purchase_id) DO NOTHING`.execute(tx);
}

/**
 * Numbers all purchases without a receipt number, in the order and with the dates of their approvals: for purchases that
 * were imported after their approval.
 */
export async function numberReceipts(tx: Db, companyId: string): Promise<void> {
  await lockForReceipts(tx, companyId);
  await sql`
    INSERT INTO receipts (company_id, financial_year, seq, purchase_id, receipt_number, created_at)
    SELECT n.company_id, n.year, n.seq, n.id, receipt_number(n.symbol, n.year, n.seq), n.decided_at
    FROM (
      SELECT p.company_id, p.id, p.decided_at, c.token_symbol AS symbol, financial_year(p.decided_at) AS year,
        (coalesce(last.seq, 0) + row_number()
          OVER (PARTITION BY financial_year(p.decided_at) ORDER BY p.decided_at, p.id))::integer AS seq
      FROM purchases p
      JOIN companies c ON c.id = p.company_id
      LEFT JOIN (
        SELECT financial_year AS year, max(seq) AS seq FROM receipts WHERE company_id = ${companyId} GROUP BY 1
      ) AS last ON last.year = financial_year(p.decided_at)
      WHERE p.company_id = ${companyId} AND p.status IN ('APPROVED', 'REVERSED')
        AND NOT EXISTS (SELECT FROM receipts r WHERE r.purchase_id = p.id)
    ) AS n`.execute(tx);
}

/** One of the member's own approved or reversed purchases, with its receipt's number if it already has one. */
export async function readReceipt(db: Db, companyId: string, userId: string, purchaseId: string) {
  const row = await db
    .selectFrom('purchases as p')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .leftJoin('receipts as r', 'r.purchase_id', 'p.id')
    .leftJoin('stock_entries as e', (join) =>
      join
        .onRef('e.company_id', '=', 'p.company_id')
        .onRef('e.source_id', '=', 'p.id')
        .on('e.kind', '=', sql.lit('PURCHASE')),
    )
    .select(['r.receipt_number', 'e.hash', 'u.name', 'u.member_id', 'u.email', 'u.mobile'])
    .select(['p.order_number', 'p.payment_method', 'p.reference_number', 'p.transaction_id', 'p.quantity'])
    .select(['p.price_micros', 'p.order_amount_paise', 'p.fee_bps', 'p.fee_paise', 'p.final_amount_paise'])
    .select(['p.claimed_amount_paise', 'p.created_at', 'p.decided_at', 'p.reversed_at', 'p.reversal_reason'])
    .where('p.company_id', '=', companyId)
    .where('p.user_id', '=', userId)
    .where('p.id', '=', purchaseId)
    .where('p.status', 'in', ['APPROVED', 'REVERSED'])
    .executeTakeFirst();
  return row ?? null;
}
