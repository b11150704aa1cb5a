/**
 * Accounts that an admin added (decision 0700). Their first password was the admin's, who could sign in, and change it, as the
 * owner: only a password that was chosen by a code mailed to the address is the owner's own.
 */
import { ApiError } from '../../core/errors.ts';
import { t } from '../../core/texts.ts';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import { isTooNewForAdmin, QUIET_HOURS } from '../rules.ts';
import * as store from './store.ts';

export const OWNER_FIRST =
  'Our team created your account. Before you can do this, please set a new password with “Forgot your password?” on the login page: its code shows that this email address is yours.';

const ADMIN_AFTER_MOVE =
  'The email address of this account was changed in the last 72 hours. Please make it an admin after that.';
const ADMIN_WITHOUT_OWNER =
  'An admin typed the password of this account. Before it becomes an admin, its owner has to set a new one with “Forgot your password?”.';

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

const addressLeft = (email: string): string =>
  t(
    '{email} was the address of another account in the last 72 hours, and its owner can still take it back. Please use another address, or try again later.',
    { email },
  );

/**
 * Call it in the transaction that gives an account this address. An admin who moved an account away could otherwise give its address
 * to another one, and the owner's click would find it taken.
 * @param address.accountId null for a new account
 * @throws ApiError conflict
 */
export async function refuseLeftAddress(
  tx: Db,
  companyId: string,
  { email, accountId }: { readonly email: string; readonly accountId: string | null },
): Promise<void> {
  const left = { address: email, hours: QUIET_HOURS, exceptId: accountId };
  if (await store.wasLeft(tx, companyId, left)) throw new ApiError('conflict', addressLeft(email), { field: 'email' });
}

/**
 * The mail to an address that an account leaves. It reserves the address only for a reader who has shown that it is theirs: an admin
 * could otherwise reserve addresses of strangers by moving one account through them.
 */
export const leftKind = (isOwned: boolean): string => (isOwned ? store.LEFT_OWNED : 'email-left-unproven');

/** Whether the reader of the account's address has shown that it is theirs, before an admin moves the account. */
export const hasOwner = store.hasOwner;

/**
 * Two admins give a role to the reader of a mailbox, and not to an admin who typed the account's password or has just moved it.
 * Call it before an account becomes an admin.
 * @throws ApiError conflict
 */
export async function requireOwnAccount(
  tx: Db,
  { company, now }: Pick<Scope, 'company' | 'now'>,
  { id, email_changed_at: changedAt }: { readonly id: string; readonly email_changed_at: Date | null },
): Promise<void> {
  if (isTooNewForAdmin(changedAt, now)) throw new ApiError('conflict', ADMIN_AFTER_MOVE, { field: 'role' });
  if (await store.lacksOwner(tx, company.id, id))
    throw new ApiError('conflict', ADMIN_WITHOUT_OWNER, { field: 'role' });
}
