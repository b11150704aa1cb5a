/** The SQL of sign-ups with a referral code. */
import type { Db } from '../../db/client.ts';

export async function insertSignUp(
  tx: Db,
  signUp: { companyId: string; userId: string; networkHash: Buffer | null; isSameBrowser: boolean },
): Promise<void> {
  await tx
    .insertInto('referral_sign_ups')
    .values({
      company_id: signUp.companyId,
      user_id: signUp.userId,
      network_hash: signUp.networkHash,
      is_same_browser: signUp.isSameBrowser,
    })
    .execute();
}

/** A member who was added or imported has no row yet. */
export async function noteSameBrowser(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx
    .insertInto('referral_sign_ups')
    .values({ company_id: companyId, user_id: userId, is_same_browser: true })
    .onConflict((c) => c.columns(['company_id', 'user_id']).doUpdateSet({ is_same_browser: true }))
    .execute();
}

export async function deleteSignUp(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx.deleteFrom('referral_sign_ups').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
}
