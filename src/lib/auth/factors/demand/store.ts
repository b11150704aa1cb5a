/** SQL for the sign-ins that an account has left without the second factor that it needs. */
import { sql } from 'kysely';
import { assert } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { permit } from '../../../db/permits.ts';
import { scopeIdOf } from '../../../db/schema/schema.ts';
import { type FactorOwner, ownerColumns } from '../store.ts';

async function addGrace(tx: Db, { companyId, accountId }: FactorOwner): Promise<number | undefined> {
  const row = await tx
    .updateTable('factor_graces')
    .set({ used: sql<number>`used + 1` })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('account_id', '=', accountId)
    .returning('used')
    .executeTakeFirst();
  return row?.used;
}

/**
 * Counts a sign-in without a second factor. Two unique indexes cover the account while nodes of the version before serve, and
 * `ON CONFLICT … DO UPDATE` names only one of them.
 * @returns how many there were, with this one
 */
export async function countGrace(tx: Db, owner: FactorOwner): Promise<number> {
  const earlier = await addGrace(tx, owner);
  if (earlier !== undefined) return earlier;
  const first = await tx
    .insertInto('factor_graces')
    .values({ account_id: owner.accountId, ...ownerColumns(owner), used: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('used')
    .executeTakeFirst();
  // Another sign-in of the account inserted the row in this instant.
  const used = first?.used ?? (await addGrace(tx, owner));
  assert(used !== undefined, 'the row is there');
  return used;
}

/** For an account whose factors somebody else removed. */
export async function deleteGrace(tx: Db, { companyId, accountId }: FactorOwner): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .deleteFrom('factor_graces')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('account_id', '=', accountId)
    .execute();
}

export async function setGraceLeft(
  tx: Db,
  companyId: string | null,
  { sessionId, left }: { sessionId: string; left: number },
): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('sessions')
    .set({ factor_grace_left: left })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('id', '=', sessionId)
    .execute();
}

/** The sessions of an account that has a second factor now. */
export async function clearGraceLeft(tx: Db, { companyId, accountId }: FactorOwner): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('sessions')
    .set({ factor_grace_left: null })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
    .where('factor_grace_left', 'is not', null)
    .execute();
}
