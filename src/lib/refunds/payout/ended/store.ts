/** The SQL of payouts that ended without paying, and of what statements show of them later. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { permit } from '../../../db/permits.ts';
import type { RefundPayouts } from '../../../db/schema/refunds.ts';

export async function insertPayout(tx: Db, payout: Insertable<RefundPayouts>): Promise<void> {
  await permit(tx, 'payees');
  await tx.insertInto('refund_payouts').values(payout).execute();
}

export interface LateReturn {
  readonly reference: string;
  readonly rowId: string;
  /** Of the refund. */
  readonly number: string;
}

/** The first credit with the reference and the amount of each ended payout that is not known to have come back. */
export async function listLateReturns(tx: Db, companyId: string): Promise<LateReturn[]> {
  const { rows } = await sql<LateReturn>`
    SELECT DISTINCT ON (o.reference) o.reference, c.id AS "rowId", f.number
    FROM refund_payouts o
    JOIN refunds f ON f.company_id = o.company_id AND f.id = o.refund_id
    JOIN bank_row_references x ON x.company_id = o.company_id AND x.reference = o.reference
    JOIN bank_rows c ON c.company_id = x.company_id AND c.id = x.row_id
    WHERE o.company_id = ${companyId} AND o.return_row_id IS NULL AND c.side = 'CREDIT'
      AND c.amount_paise = f.amount_paise AND c.not_ours_at IS NULL
      AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.company_id = c.company_id AND m.row_id = c.id)
    ORDER BY o.reference, c.bank_date, c.line, c.id`.execute(tx);
  return rows;
}

/** The money of an ended payout is back, so its debit is no news any more. */
export async function setReturn(tx: Db, companyId: string, reference: string, rowId: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('refund_payouts')
    .set({ return_row_id: rowId, is_debit_expected: true })
    .where('company_id', '=', companyId)
    .where('reference', '=', reference)
    .execute();
}

export interface LateDebit {
  readonly reference: string;
  readonly refundId: string;
  readonly rowId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The bank's own number; null where the row has none. */
  readonly bankReference: string | null;
}

/** The first debit with the reference and the amount of each ended payout whose debit was not seen yet. By refund. */
export async function listLateDebits(tx: Db, companyId: string): Promise<LateDebit[]> {
  const { rows } = await sql<LateDebit>`
    SELECT DISTINCT ON (o.refund_id, o.reference) o.reference, o.refund_id AS "refundId", d.id AS "rowId",
      d.bank_date::text AS date, (SELECT min(n.reference) FROM bank_row_references n
        WHERE n.company_id = d.company_id AND n.row_id = d.id AND n.reference <> o.reference) AS "bankReference"
    FROM refund_payouts o
    JOIN refunds f ON f.company_id = o.company_id AND f.id = o.refund_id
    JOIN bank_row_references x ON x.company_id = o.company_id AND x.reference = o.reference
    JOIN bank_rows d ON d.company_id = x.company_id AND d.id = x.row_id
    WHERE o.company_id = ${companyId} AND o.debit_row_id IS NULL AND d.side = 'DEBIT' AND d.amount_paise = f.amount_paise
    ORDER BY o.refund_id, o.reference, d.bank_date, d.line, d.id`.execute(tx);
  return rows;
}

/** Locks an ended payout whose debit was not seen; null when another import was first. */
export async function lockPayout(tx: Db, companyId: string, reference: string) {
  const row = await tx
    .selectFrom('refund_payouts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('reference', '=', reference)
    .where('debit_row_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
export type EndedPayout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>;

export async function setDebit(tx: Db, companyId: string, reference: string, rowId: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('refund_payouts')
    .set({ debit_row_id: rowId })
    .where('company_id', '=', companyId)
    .where('reference', '=', reference)
    .execute();
}

/** The payout has become the one of its refund again. */
export async function deletePayout(tx: Db, companyId: string, reference: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .deleteFrom('refund_payouts')
    .where('company_id', '=', companyId)
    .where('reference', '=', reference)
    .execute();
}
