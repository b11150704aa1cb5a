/** The admins of a company as a group. */
import { ApiError } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { enqueue } from '../../mail/service.ts';
import type { RenderedMail } from '../../mail/templates/template.ts';
import { actorOf, type Scope } from '../../scope.ts';
import * as store from './store.ts';

/**
 * Sends one mail to each active admin. This includes the admin who makes the change: if somebody else uses that account,
 * its owner learns about it.
 */
export async function notifyAdmins(
  tx: Db,
  scope: Pick<Scope, 'company'>,
  kind: string,
  letter: RenderedMail,
): Promise<void> {
  for (const to of await store.listAdminAddresses(tx, scope.company.id))
    await enqueue(tx, { companyId: scope.company.id, to, kind, ...letter });
}

/** The active admins who have not declined reminders by mail. */
export function adminsToRemind(db: Db, companyId: string): Promise<{ id: string; email: string }[]> {
  return store.listAdminsToRemind(db, companyId);
}

/** The number of admins who may sign in. */
export function countAdmins(db: Db, companyId: string): Promise<number> {
  return store.countAdmins(db, companyId);
}

/**
 * Refuses an actor who was blocked, demoted or deleted after the request began.
 * @throws ApiError unauthenticated
 */
export async function requireActiveAdmin(tx: Db, scope: Scope): Promise<void> {
  if (!(await store.isActiveAdmin(tx, scope.company.id, actorOf(scope).id)))
    throw new ApiError('unauthenticated', 'Please log in to continue.');
}

/**
 * Like `requireActiveAdmin`, and keeps the actor an admin with this password until the commit.
 * @throws ApiError unauthenticated
 */
export async function lockActiveAdmin(tx: Db, scope: Scope): Promise<void> {
  if (!(await store.lockActiveAdmin(tx, scope.company.id, actorOf(scope).id)))
    throw new ApiError('unauthenticated', 'Please log in to continue.');
}

/**
 * Whether another active admin could be the second of two with this one (docs/contract.md, Two admins).
 * @param hours how long that admin must have been one
 */
export function hasIndependentAdmin(db: Db, companyId: string, adminId: string, hours = 0): Promise<boolean> {
  return store.hasIndependentAdmin(db, companyId, adminId, hours);
}

/** Whether two independent admins are left without this one. */
export function hasIndependentPair(db: Db, companyId: string, exceptId: string): Promise<boolean> {
  return store.hasIndependentPair(db, companyId, exceptId);
}

/**
 * Records who gave an account its access: call it for a new account, a new admin and a new address.
 * @param proposerId the first of two admins, of whom the actor is the second; null when the actor acts alone
 */
export function recordSponsors(tx: Db, scope: Scope, userId: string, proposerId: string | null): Promise<void> {
  const sponsors = [actorOf(scope).id, ...(proposerId === null ? [] : [proposerId])];
  return store.addSponsors(tx, scope.company.id, userId, sponsors, proposerId === null);
}
