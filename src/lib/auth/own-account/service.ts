/** Changes of how an account signs in, made by its owner. */
import { lockActiveForChange } from '../../accounts/store.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { record } from '../../audit/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { actorOf, type Scope } from '../../scope.ts';
import type { AlertOwner } from '../alerts/service.ts';
import { lockRecentSession } from '../reauthentication/service.ts';
import { outdateOthers } from '../reauthentication/store.ts';
import { lockSuperAdmin } from '../superadmin/store.ts';

/** The account of the call. */
export function ownerOfCall(scope: Scope): AlertOwner {
  const { kind, id, email, name } = actorOf(scope);
  return { companyId: kind === 'super' ? null : scope.company.id, accountId: id, email, name };
}

/** The connections that see the account: a super admin's rows belong to no company. */
export const dbOf = ({ app, db }: Scope, { companyId }: { readonly companyId: string | null }): Db =>
  companyId === null ? app.database.platform : db;

/** Locks the account before its sessions and factors: everything that changes several of them takes this order. */
const lockForChange = (tx: Db, { companyId, accountId }: AlertOwner): Promise<boolean> =>
  companyId === null ? lockSuperAdmin(tx, accountId) : lockActiveForChange(tx, companyId, accountId);

/**
 * Runs changes of one account one after the other, so that each sees the factors that the others left.
 * @throws ApiError unauthenticated, reauthentication_required as `lockRecentSession` does
 */
export function changeOwnAccess<T>(scope: Scope, work: (tx: Db, owner: AlertOwner) => Promise<T>): Promise<T> {
  const owner = ownerOfCall(scope);
  return inTransaction(dbOf(scope, owner), async (tx) => {
    if (!(await lockForChange(tx, owner))) throw new ApiError('unauthenticated', 'Please log in to continue.');
    await lockRecentSession(tx, scope);
    return work(tx, owner);
  });
}

/** Call it where a factor is added: a session from before, which was made without it, has to confirm before it changes anything. */
export function outdateOtherSessions(tx: Db, scope: Scope): Promise<void> {
  const { companyId, accountId } = ownerOfCall(scope);
  return outdateOthers(tx, { companyId, accountId }, actorOf(scope).sessionId);
}

/** Writes the audit entry of such a change. */
export function recordOwnAccess(
  tx: Db,
  scope: Scope,
  action: AuditAction,
  after?: { passkeyId: string },
): Promise<void> {
  const { companyId, accountId } = ownerOfCall(scope);
  return record(tx, {
    scopeId: companyId ?? PLATFORM_ID,
    actor: actorOf(scope),
    action,
    subjectKind: companyId === null ? 'super_admin' : 'user',
    subjectId: accountId,
    ...(after && { after }),
  });
}
