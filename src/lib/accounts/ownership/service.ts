/**
 * Accounts that an admin added (decision 0700). Their first password was the admin's, who could sign in, and change it, as the
 * owner: only a password that was chosen by a code mailed to the address is the owner's own.
 */
import { ApiError } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import * as store from './store.ts';

export const OWNER_FIRST =
  'Our team created your account. Before you can do this, please set a new password with “Forgot your password?” on the login page: its code shows that this email address is yours.';

/**
 * Call it in the transaction of what decides where money or tokens go, or how the account signs in. Lock the account first.
 * @param field of the form that is refused
 * @throws ApiError conflict
 */
export async function requireOwner(
  tx: Db,
  { companyId, accountId }: { readonly companyId: string | null; readonly accountId: string },
  field?: string,
): Promise<void> {
  // Super admins have no password, and only a super admin or the operator adds them.
  if (companyId === null || !(await store.lacksOwner(tx, companyId, accountId))) return;
  throw new ApiError('conflict', OWNER_FIRST, { ...(field !== undefined && { field }) });
}
