/** The password again, before an admin changes what money or control hangs on: a session that was left open is not enough. */
import { ApiError } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import { actorOf, type Scope } from '../scope.ts';
import { requireCurrentPassword } from '../users/service.ts';
import * as users from '../users/store.ts';

/** Holds the account until the commit, as it was when its password was compared. */
export type HoldAdmin = (tx: Db) => Promise<void>;

/**
 * Compares the admin's password; call what it gives inside the transaction, after the company is locked.
 * @throws ApiError invalid when it is wrong, rate_limited after ten wrong ones in 15 minutes
 */
export async function stepUp(scope: Scope, password: string): Promise<HoldAdmin> {
  const passwordHash = await requireCurrentPassword(scope, password);
  return async (tx) => {
    // A block, a demotion or a reset that came meanwhile has the last word.
    const asCompared = { id: actorOf(scope).id, passwordHash, role: 'ADMIN' as const };
    if (!(await users.holdForSignIn(tx, scope.company.id, asCompared)))
      throw new ApiError('unauthenticated', 'Please log in to continue.');
  };
}
