/** The SQL of the credits that refunds pay back. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { FreeRow } from '../rules.ts';
import { HAS_NUMBER, IS_NAMED, IS_OF_PURCHASE } from '../store.ts';

/** The credits of a purchase with what of each can be paid back, the largest first. */
export async function listFreeRows(tx: Db, companyId: string, purchaseId: string): Promise<FreeRow[]> {
  const { rows } = await sql<FreeRow>`
    SELECT r.id AS "rowId", r.amount_paise - r.allocated_paise - r.refunded_paise AS "freePaise"
    FROM purchases p JOIN bank_matches b ON ${IS_OF_PURCHASE}
    JOIN bank_rows r ON r.company_id = b.company_id AND r.id = b.row_id
    WHERE p.company_id = ${companyId} AND p.id = ${purchaseId} AND NOT is_taken_back(r) AND NOT ${IS_NAMED}
    ORDER BY 2 DESC, 1`.execute(tx);
  return rows;
}

/**
 * Lets refunds of orders that were approved by their number alone hold the credit with that number, which then pays for nothing else.
 * @param refundId null for all refunds that hold nothing
 */
export async function reserveCredits(tx: Db, companyId: string, refundId: string | null): Promise<void> {
  const { rows } = await sql<{ refundId: string; rowId: string }>`
    SELECT DISTINCT ON (f.id) f.id AS "refundId", r.id AS "rowId"
    FROM refunds f JOIN purchases p ON p.company_id = f.company_id AND p.id = f.purchase_id AND p.status = 'REVERSED',
      bank_row_references n, bank_rows r
    WHERE f.company_id = ${companyId} AND f.state <> 'CANCELLED' AND (${refundId}::uuid IS NULL OR f.id = ${refundId})
      AND ${HAS_NUMBER} AND NOT is_taken_back(r) AND r.amount_paise > r.allocated_paise + r.refunded_paise
      AND NOT EXISTS (SELECT FROM refund_parts x WHERE x.company_id = f.company_id AND x.refund_id = f.id)
      AND NOT EXISTS (SELECT FROM bank_matches b WHERE ${IS_OF_PURCHASE})
    ORDER BY f.id, r.amount_paise - r.allocated_paise - r.refunded_paise DESC, r.id`.execute(tx);
  for (const it of rows)
    await sql`
      INSERT INTO refund_parts (company_id, refund_id, row_id, amount_paise)
      SELECT f.company_id, f.id, r.id, least(f.amount_paise, r.amount_paise - r.allocated_paise - r.refunded_paise)
      FROM refunds f, bank_rows r WHERE f.company_id = ${companyId} AND f.id = ${it.refundId}
        AND r.company_id = ${companyId} AND r.id = ${it.rowId} AND r.amount_paise > r.allocated_paise + r.refunded_paise`.execute(
      tx,
    );
}

/** The credits that a refund of several pays back. */
export async function insertParts(
  tx: Db,
  companyId: string,
  refundId: string,
  parts: readonly { readonly rowId: string; readonly amountPaise: bigint }[],
): Promise<void> {
  const values = parts.map(({ rowId, amountPaise }) => ({
    company_id: companyId,
    refund_id: refundId,
    row_id: rowId,
    amount_paise: amountPaise,
  }));
  await tx.insertInto('refund_parts').values(values).execute();
}
