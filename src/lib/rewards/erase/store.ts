/** The SQL of rewards when an account is deleted. */
import type { Db } from '../../db/client.ts';

export async function eraseReasons(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx
    .updateTable('referral_rewards')
    .set({ refusal_reason: '' })
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', userId)
    .where('state', '=', 'REFUSED')
    .execute();
}
