/** The SQL of reversals. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { PurchaseStatus } from '../db/schema.ts';

/** Locks an approved purchase and tells who asked for its reversal; null when it is not approved. */
export async function lockApproved(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('purchases')
    .select(['user_id as buyerId', 'final_amount_paise as finalAmountPaise', 'reversal_asked_by as askedBy'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes who asks for a reversal, or with null that nobody does. Call it under the lock of `lockApproved`. */
export async function noteAsked(
  tx: Db,
  companyId: string,
  id: string,
  by: { adminId: string; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({
      reversal_asked_by: by?.adminId ?? null,
      reversal_asked_at: by ? sql<Date>`now()` : null,
      reversal_reason: by?.reason ?? null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The one conditional update by which an approved purchase is taken back: null when it can't be, or was already. */
export async function reverse(tx: Db, companyId: string, id: string, by: { adminId: string; reason: string }) {
  const row = await tx
    .updateTable('purchases')
    .set({
      status: 'REVERSED',
      reversed_at: sql<Date>`now()`,
      reversed_by: by.adminId,
      reversal_reason: by.reason,
      reversal_asked_by: sql<string | null>`nullif(reversal_asked_by, ${by.adminId})`,
      reversal_asked_at: sql<Date | null>`CASE WHEN reversal_asked_by <> ${by.adminId} THEN reversal_asked_at END`,
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
