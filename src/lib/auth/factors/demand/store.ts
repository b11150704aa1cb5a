/** SQL for the sign-ins that an account has left without the second factor that it needs. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { type FactorOwner, ownerColumns } from '../store.ts';

/** Counts a sign-in without a second factor. @returns how many there were, with this one */
export async function countGrace(tx: Db, owner: FactorOwner): Promise<number> {
  const { used } = await tx
    .insertInto('factor_graces')
    .values({ account_id: owner.accountId, ...ownerColumns(owner), used: 1 })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ used: sql<number>`factor_graces.used + 1` }))
    .returning('used')
    .executeTakeFirstOrThrow();
  return used;
}

/** For an account whose factors somebody else removed. */
export async function deleteGrace(tx: Db, { accountId }: FactorOwner): Promise<void> {
  await tx.deleteFrom('factor_graces').where('account_id', '=', accountId).execute();
}

export async function setGraceLeft(tx: Db, sessionId: string, left: number): Promise<void> {
  await tx.updateTable('sessions').set({ factor_grace_left: left }).where('id', '=', sessionId).execute();
}

/** The sessions of an account that has a second factor now. */
export async function clearGraceLeft(tx: Db, { accountId }: FactorOwner): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ factor_grace_left: null })
    .where((eb) => eb.or([eb('user_id', '=', accountId), eb('super_admin_id', '=', accountId)]))
    .where('factor_grace_left', 'is not', null)
    .execute();
}
