/** What the deletion of an account means for its rewards. */
import { ApiError } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { deleteSignUp } from '../../referrals/sign-ups/store.ts';
import { hasHeldReward } from '../../referrals/store.ts';
import type { Scope } from '../../scope.ts';
import * as store from './store.ts';

const WAITING = 'This member has a reward on hold. Please release or refuse it first.';

/** @throws ApiError conflict while a reward of the member waits: it would be lost in silence */
export async function refuseHeldReward(tx: Db, scope: Scope, userId: string): Promise<void> {
  if (await hasHeldReward(tx, scope.company.id, userId)) throw new ApiError('conflict', WAITING);
}

/** Removes how the member came, and what admins wrote about their rewards. The quantities are part of the books and stay. */
export async function eraseRewardsOf(tx: Db, scope: Scope, userId: string): Promise<void> {
  await deleteSignUp(tx, scope.company.id, userId);
  await store.eraseReasons(tx, scope.company.id, userId);
}
