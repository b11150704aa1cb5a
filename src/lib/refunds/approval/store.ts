import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';

/** Approves a refund that is locked. The time is that of a sole act in this transaction. */
export async function setApproved(tx: Db, companyId: string, id: string, adminId: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('refunds')
    .set({ state: 'APPROVED', approved_by: adminId, approved_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether a new password by mail has removed second factors of the member in these hours. */
export async function hasTakenBack(db: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('scope_id', '=', companyId)
    .where('subject_id', '=', userId)
    .where('action', '=', 'password.reset')
    .where(sql<boolean>`after ? 'removed'`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
