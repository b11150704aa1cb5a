/** The second step of a sign-in, of members, admins and super admins alike (docs/contract.md, Second factors). */
import * as accounts from '../../../accounts/store.ts';
import { ApiError } from '../../../core/errors.ts';
import type { UseCase } from '../../../scope.ts';
import { knownDevice } from '../../devices/service.ts';
import { ownerOf, startAccountSession } from '../../login/service.ts';
import { dbOf } from '../../own-account/service.ts';
import { ownerOf as ownerOfSuper, startSuperSession } from '../../superadmin/service.ts';
import { findSuperAdminById } from '../../superadmin/store.ts';
import type * as calls from '../calls.ts';
import { SIGN_IN_OVER } from '../contract.ts';
import { consumePending, countPendingTry, readPending } from '../pending/service.ts';
import { checkFactorCode, checkFactorPasskey, factorPasskeyOptions } from '../proofs/service.ts';

const isOver = (): ApiError => new ApiError('unauthenticated', SIGN_IN_OVER);

/** @throws ApiError unauthenticated for an unknown or expired sign-in; conflict where passkeys are not possible */
export const requestFactorPasskey: UseCase<typeof calls.requestFactorPasskey> = async (scope, { pending: token }) => {
  const pending = await readPending(scope, token);
  if (!pending) throw isOver();
  return { data: await factorPasskeyOptions(scope, pending, token) };
};

/**
 * Finishes a sign-in. It counts a try of the sign-in before the comparison, and every code on the limits of the account.
 * @throws ApiError unauthenticated for an unknown, finished or expired sign-in, and after five wrong codes; invalid for a wrong
 * code; rate_limited
 */
export const finishSignIn: UseCase<typeof calls.finishSignIn> = async (scope, input) => {
  const { pending: token, code, credential, letIn } = input;
  const pending = await countPendingTry(scope, token);
  if (!pending) throw isOver();
  const { kind, companyId, accountId } = pending;
  const db = dbOf(scope, pending);
  const account = companyId === null ? null : await accounts.findById(db, companyId, accountId);
  const superAdmin = companyId === null ? await findSuperAdminById(db, accountId) : null;
  const owner = account ? ownerOf(account) : superAdmin && ownerOfSuper(superAdmin);
  if (!owner) throw isOver();
  const { by, consume } = credential
    ? await checkFactorPasskey(scope, owner, { credential, boundTo: token })
    : await checkFactorCode(scope, owner, code ?? '', { letIn });
  const proof = {
    by,
    consume: async (tx: Parameters<typeof consume>[0]) => {
      // The row is gone if the password was changed since the first step.
      if (!(await consumePending(tx, pending))) throw isOver();
      await consume(tx);
    },
    refused: isOver,
  };
  if (!account || kind === 'super') return startSuperSession(scope, owner, proof);
  const device = await knownDevice(scope, db, owner);
  return startAccountSession(scope, { kind, account, device, proof, refused: isOver });
};
