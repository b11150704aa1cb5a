/** SQL for deletion requests. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export async function readRequest(db: Db, companyId: string, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('deletion_requested_at')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.deletion_requested_at ?? null;
}

/** @returns false if nothing changed */
export async function setRequest(tx: Db, companyId: string, id: string, isRequested: boolean): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ deletion_requested_at: isRequested ? sql<Date>`now()` : null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', isRequested ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
