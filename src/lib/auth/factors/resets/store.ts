import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export async function markReset(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ factors_reset_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .execute();
}

/** Whether somebody else moved the account or removed its factors in these hours. */
export async function isQuiet(tx: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where(sql<boolean>`greatest(email_changed_at, factors_reset_at) > now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an admin changed the address of this member in these hours. Admins are moved by two of them, or need a factor. */
export async function wasMoved(tx: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '=', 'USER')
    .where('email_changed_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}
