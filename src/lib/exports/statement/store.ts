/** The SQL of a member's statement. */
import type { InferResult } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

function orders(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('purchases as p')
    .leftJoin('receipts as r', (join) =>
      join.onRef('r.company_id', '=', 'p.company_id').onRef('r.purchase_id', '=', 'p.id'),
    )
    .select(['p.created_at', 'p.order_number', 'p.payment_method', 'p.status', 'p.order_amount_paise', 'p.fee_paise'])
    .select(['p.final_amount_paise', 'p.reference_number', 'r.receipt_number'])
    .where('p.company_id', '=', companyId)
    .where('p.user_id', '=', userId)
    .orderBy('p.created_at')
    .orderBy('p.id');
}
export type OrderRow = InferResult<ReturnType<typeof orders>>[number];

/** Of a reward the order of the buyer is not the member's, and stays out. */
function entries(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('stock_entries as e')
    .leftJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.source_id').on('p.user_id', '=', userId),
    )
    .select(['e.created_at', 'e.quantity', 'e.hash', 'p.order_number'])
    .select(sql<boolean>`p.id IS NULL`.as('is_reward'))
    .where('e.company_id', '=', companyId)
    .where('e.user_id', '=', userId)
    .orderBy('e.seq');
}
export type EntryRow = InferResult<ReturnType<typeof entries>>[number];

/** Every order of the member and every entry of their stock, the oldest first. */
export async function readStatement(
  db: Db,
  companyId: string,
  userId: string,
): Promise<{ orders: readonly OrderRow[]; entries: readonly EntryRow[] }> {
  return {
    orders: await orders(db, companyId, userId).execute(),
    entries: await entries(db, companyId, userId).execute(),
  };
}
