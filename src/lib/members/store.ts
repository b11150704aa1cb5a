/** The SQL by which admins change accounts. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { User } from '../users/store.ts';

/** The account, locked against every other change and against deletion until the commit; null if there is none. */
export async function lockMember(tx: Db, companyId: string, id: string): Promise<User | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Verifies it. @returns false when it was verified already, or there is none */
export async function approve(tx: Db, companyId: string, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ is_approved: true, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_approved', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What keeps an account from being taken out whole. */
export async function countHistory(
  tx: Db,
  companyId: string,
  id: string,
): Promise<{ purchases: number; stockEntries: number }> {
  const { rows } = await sql<{ purchases: bigint; entries: bigint }>`
    SELECT
      (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND user_id = ${id}) AS purchases,
      (SELECT count(*) FROM stock_entries WHERE company_id = ${companyId} AND user_id = ${id}) AS entries`.execute(tx);
  return { purchases: Number(rows[0]?.purchases ?? 0), stockEntries: Number(rows[0]?.entries ?? 0) };
}

/** Takes the row out. Those whom the account brought stay, brought by nobody. */
export async function removeMember(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ referrer_id: null })
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', id)
    .execute();
  await tx.deleteFrom('users').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** What an erased account is called where its history names it. */
export const ERASED_NAME = 'Deleted member';

/** Erases what tells who it was. The member ID stays: receipts and the stock ledger are kept under it. */
export async function eraseMember(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      // Under .invalid (RFC 2606) nobody has a mailbox, and the address that was left can register anew.
      email: `${id}@erased.invalid`,
      name: ERASED_NAME,
      mobile: '',
      role: 'USER',
      status: 'INACTIVE',
      password_hash: '',
      date_of_birth: null,
      pincode: null,
      gender: null,
      aadhaar_last4: null,
      aadhaar_hash: null,
      wallet_address: null,
      profile_image_id: null,
      search_text: '',
      deletion_requested_at: null,
      deleted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Codes that were asked for under an address. */
export async function forgetCodes(tx: Db, companyId: string, address: string): Promise<void> {
  await tx.deleteFrom('codes').where('scope_id', '=', companyId).where('address', '=', address).execute();
}
