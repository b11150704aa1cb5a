/** The SQL of reversals. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { PurchaseStatus } from '../../db/schema/schema.ts';

/** Locks an approved purchase. Null if it is not approved. */
export async function lockApproved(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('purchases')
    .select(['user_id as buyerId', 'final_amount_paise as finalAmountPaise', 'quantity'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Reverses a purchase by one conditional update. Null if it is not approved. */
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

/** Null if the company has no such purchase. */
export async function readStatus(db: Db, companyId: string, id: string): Promise<PurchaseStatus | null> {
  const row = await db
    .selectFrom('purchases')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status ?? null;
}

/** The members of these ids. Their rows exist because ledger entries refer to them. */
export function listPeople(db: Db, companyId: string, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'member_id as memberId', 'deleted_at as deletedAt', 'language'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}
