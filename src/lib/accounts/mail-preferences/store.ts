/** The SQL of the mails that a member can decline. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export async function hasDeclined(db: Db, companyId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('mails_declined_at')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.mails_declined_at != null;
}

/** @returns false for an account that does not exist any more */
export async function setDeclined(db: Db, companyId: string, userId: string, isDeclined: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ mails_declined_at: isDeclined ? sql<Date>`coalesce(mails_declined_at, now())` : null })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
