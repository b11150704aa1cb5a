/** The locks of decisions on bank rows, in the lock order (docs/architecture.md). */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** Locks the buyers of purchases and their referrers against deletion (step 2 of the lock order). */
export async function lockPeople(tx: Db, companyId: string, purchaseIds: readonly string[]): Promise<void> {
  await sql`
    SELECT FROM users u WHERE u.company_id = ${companyId} AND u.id IN (
      SELECT unnest(ARRAY[b.id, b.referrer_id]) FROM purchases p JOIN users b ON b.company_id = p.company_id AND b.id = p.user_id
      WHERE p.company_id = ${companyId} AND p.id = ANY (${purchaseIds}::uuid[]))
    ORDER BY u.id FOR KEY SHARE`.execute(tx);
}

/** Locks the company's accounts, so that no statement adds or deletes a row (step 2 of the lock order). */
export async function lockAccounts(tx: Db, companyId: string): Promise<void> {
  await sql`SELECT FROM beneficiaries WHERE company_id = ${companyId} ORDER BY id FOR SHARE`.execute(tx);
}

/** Locks the account of a row, so that settlements find their credits in it one after the other (step 2 of the lock order). */
export async function lockAccountOf(tx: Db, companyId: string, rowId: string): Promise<void> {
  await sql`
    SELECT FROM beneficiaries b WHERE b.company_id = ${companyId}
      AND b.id = (SELECT r.beneficiary_id FROM bank_rows r WHERE r.company_id = ${companyId} AND r.id = ${rowId})
    FOR NO KEY UPDATE`.execute(tx);
}

/** Locks bank rows against other decisions (step 2 of the lock order). */
export async function lockRows(tx: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM bank_rows WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    tx,
  );
}

/** Locks purchases (step 3 of the lock order). */
export async function lockPurchases(tx: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM purchases WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    tx,
  );
}
