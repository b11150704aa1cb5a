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
