/** The SQL that finds payouts and returns among the rows of the bank. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface Debit {
  readonly refundId: string;
  readonly rowId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The bank's own number; null where the row has none. */
  readonly bankReference: string | null;
}

/** The first debit with the reference and the amount of each refund that waits for one, also of those paid by hand. */
export async function listDebits(tx: Db, companyId: string): Promise<Debit[]> {
  const { rows } = await sql<Debit>`
    SELECT DISTINCT ON (f.id) f.id AS "refundId", d.id AS "rowId", d.bank_date::text AS date,
      (SELECT min(n.reference) FROM bank_row_references n
        WHERE n.company_id = d.company_id AND n.row_id = d.id AND n.reference <> f.reference) AS "bankReference"
    FROM refunds f
    JOIN bank_row_references x ON x.company_id = f.company_id AND x.reference = f.reference
    JOIN bank_rows d ON d.company_id = x.company_id AND d.id = x.row_id
    WHERE f.company_id = ${companyId} AND d.side = 'DEBIT' AND d.amount_paise = f.amount_paise
      AND (f.state IN ('APPROVED', 'EXPORTED') OR (f.state = 'PAID' AND f.debit_row_id IS NULL))
    ORDER BY f.id, d.bank_date, d.line, d.id`.execute(tx);
  return rows;
}

/** Credits with the reference of an exported or paid refund, or with the bank's number of its payout, and its amount. */
export async function listReturns(tx: Db, companyId: string): Promise<Pick<Debit, 'refundId' | 'rowId'>[]> {
  const { rows } = await sql<Pick<Debit, 'refundId' | 'rowId'>>`
    SELECT DISTINCT ON (f.id) f.id AS "refundId", c.id AS "rowId"
    FROM refunds f
    JOIN bank_row_references x ON x.company_id = f.company_id
      AND (x.reference = f.reference OR (x.reference = f.paid_reference AND f.debit_row_id IS NOT NULL))
    JOIN bank_rows c ON c.company_id = x.company_id AND c.id = x.row_id
    WHERE f.company_id = ${companyId} AND f.state IN ('EXPORTED', 'PAID') AND c.side = 'CREDIT'
      AND c.amount_paise = f.amount_paise AND c.not_ours_at IS NULL AND c.bank_date >= coalesce(f.paid_on, c.bank_date)
      AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.company_id = c.company_id AND m.row_id = c.id)
    ORDER BY f.id, c.bank_date, c.line, c.id`.execute(tx);
  return rows;
}

/** Marks a credit as no payment of a buyer. */
export async function markReturn(tx: Db, companyId: string, rowId: string, reason: string): Promise<void> {
  await tx
    .updateTable('bank_rows')
    .set({ not_ours_reason: reason, not_ours_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', rowId)
    .where('not_ours_at', 'is', null)
    .execute();
}

/** The number of a refund that is not cancelled and leaves nothing of the row; null for none. What a refund leaves can pay an order. */
export async function findRefundOfRow(tx: Db, companyId: string, rowId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refund_parts as x')
    .innerJoin('refunds as f', (join) =>
      join.onRef('f.company_id', '=', 'x.company_id').onRef('f.id', '=', 'x.refund_id'),
    )
    .innerJoin('bank_rows as r', (join) =>
      join.onRef('r.company_id', '=', 'x.company_id').onRef('r.id', '=', 'x.row_id'),
    )
    .select('f.number')
    .where('x.company_id', '=', companyId)
    .where('x.row_id', '=', rowId)
    .where('f.state', '<>', 'CANCELLED')
    .where(sql<boolean>`r.allocated_paise + r.refunded_paise >= r.amount_paise`)
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}
