/** What every change of an account by an admin begins with: one at a time, and only while the admin is one. */
import { holdCompany } from '../companies/store.ts';
import { ApiError, notFound } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import { isActiveAdmin } from '../purchases/store.ts';
import { actorOf, type Scope } from '../scope.ts';
import type { User } from '../users/store.ts';
import * as store from './store.ts';

/**
 * Locks the company, so that two admins who shut out each other come one after the other, then the account.
 * @throws ApiError unauthenticated when the admin was shut out meanwhile; not_found
 */
export async function holdMember(tx: Db, scope: Scope, id: string): Promise<User> {
  await holdAdmins(tx, scope);
  const member = await store.lockMember(tx, scope.company.id, id);
  if (!member) throw notFound('User');
  return member;
}

/** @throws ApiError unauthenticated */
export async function holdAdmins(tx: Db, scope: Scope): Promise<void> {
  await holdCompany(tx, scope.company.id);
  if (!(await isActiveAdmin(tx, scope.company.id, actorOf(scope).id)))
    throw new ApiError('unauthenticated', 'Please log in to continue.');
}
