/** The SQL of reversals. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { PurchaseStatus } from '../db/schema.ts';

/** The one conditional update by which an approved purchase is taken back: null when it can't be, or was already. */
export async function reverse(tx: Db, companyId: string, id: string, by: { adminId: string; reason: string }) {
  const row = await tx
    .updateTable('purchases')
    .set({
      status: 'REVERSED',
      reversed_at: sql<Date>`now()`,
      reversed_by: by.adminId,
      reversal_reason: by.reason,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .returning(['id', 'user_id', 'order_number', 'quantity', 'final_amount_paise', 'reversed_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** Null when the company has no such purchase. */
export async function readStatus(db: Db, companyId: string, id: string): Promise<PurchaseStatus | null> {
  const row = await db
    .selectFrom('purchases')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status ?? null;
}

/** Whom a reversal concerns. Their rows can't go: the ledger names them. */
export function listPeople(db: Db, companyId: string, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'member_id as memberId', 'deleted_at as deletedAt'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}
