/** The SQL of refunds when an account is deleted. */
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';

/** The number of a refund that is neither paid nor cancelled; null for none. */
export async function findOpen(tx: Db, companyId: string, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refunds')
    .select('number')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('state', 'not in', ['PAID', 'CANCELLED'])
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}

export async function erasePayees(tx: Db, companyId: string, userId: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('refunds')
    .set({ payee_kind: null, payee_hint: null, payee_sealed: null, note: '' })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('refund_payouts')
    .set({ payee_kind: null, payee_hint: null })
    .where('company_id', '=', companyId)
    .where('refund_id', 'in', (q) =>
      q.selectFrom('refunds').select('id').where('company_id', '=', companyId).where('user_id', '=', userId),
    )
    .execute();
}
