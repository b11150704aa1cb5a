/**
 * Re-authentication before sensitive calls (docs/contract.md, Re-authentication). A session proves whose it is when it signs
 * in, and again by `reauthenticate`. Sensitive calls need such a proof of the last ten minutes: the endpoint asks for it, and
 * the transaction asks again, because a block, a demotion or a password reset may have happened meanwhile.
 */
import { lockActiveAdmin } from '../../accounts/admins/service.ts';
import { requireCurrentPassword } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { superAdminConfirmCode } from '../../mail/templates/auth.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { CODE_WRONG } from '../contract.ts';
import * as codes from '../otp/service.ts';
import {
  checkAssertion,
  consumeProof,
  describePasskey,
  refusedPasskey,
  requestOptions,
} from '../passkeys/assertions/service.ts';
import type * as passkeyCalls from '../passkeys/calls.ts';
import type { ChallengeKey } from '../passkeys/challenges/service.ts';
import { listPasskeysOf } from '../passkeys/store.ts';
import { OTP_POLICY } from '../rules.ts';
import type * as calls from './calls.ts';
import { isRecent, recentUntil } from './rules.ts';
import * as store from './store.ts';

const required = (): ApiError => new ApiError('reauthentication_required', 'Confirm that it is you to continue.');

const signInFirst = (): ApiError => new ApiError('unauthenticated', 'Please log in to continue.');

/**
 * Call it before the transaction of a sensitive call.
 * @param password the admin's own, which re-authenticates the session in the same call
 * @throws ApiError reauthentication_required; with a password: invalid if it is wrong, rate_limited after ten wrong ones in
 * 15 minutes
 */
export async function requireRecentSession(scope: Scope, password?: string): Promise<void> {
  if (password !== undefined) await confirmByPassword(scope, password, async () => {});
  else if (!isRecent(actorOf(scope).authenticatedAt, scope.now)) throw required();
}

/**
 * Call it inside the transaction of a sensitive call, after the company is locked. Locks the admin and the session until the
 * commit.
 * @param tx for a super admin: of the platform's connections
 * @throws ApiError unauthenticated if the session has ended or the role was taken; reauthentication_required
 */
export async function lockRecentSession(tx: Db, scope: Scope): Promise<void> {
  const actor = actorOf(scope);
  if (actor.kind !== 'super') await lockActiveAdmin(tx, scope);
  const session = await store.lockSession(tx, actor.sessionId);
  if (!session) throw signInFirst();
  if (!isRecent(session.authenticatedAt, session.now)) throw required();
}

async function confirmByPassword(scope: Scope, password: string, alsoIn: (tx: Db) => Promise<void>): Promise<Date> {
  const { id, sessionId } = actorOf(scope);
  const passwordHash = await requireCurrentPassword(scope, password);
  return inTransaction(scope.db, async (tx) => {
    if (!(await accounts.lockForSignIn(tx, scope.company.id, { id, passwordHash, role: 'ADMIN' }))) throw signInFirst();
    const authenticatedAt = await store.markAuthenticated(tx, sessionId);
    if (!authenticatedAt) throw signInFirst();
    await alsoIn(tx);
    return recentUntil(authenticatedAt);
  });
}

/** @throws ApiError invalid, rate_limited */
export const reauthenticateAdmin: UseCase<typeof calls.reauthenticateAdmin> = async (scope, { password }) => {
  const until = await confirmByPassword(scope, password, (tx) => recordConfirmed(tx, scope, scope.company.id, 'user'));
  return { data: { until: until.toISOString() } };
};

const keyOf = (address: string): codes.CodeKey => ({ purpose: 'super-confirm', scopeId: PLATFORM_ID, address });

/** @throws ApiError rate_limited */
export const requestConfirmationCode: UseCase<typeof calls.requestConfirmationCode> = async (scope) => {
  const { id, email, sessionId } = actorOf(scope);
  const { ttlSeconds } = OTP_POLICY['super-confirm'];
  await codes.sendCode(scope, scope.app.database.platform, keyOf(email), {
    isUsable: true,
    accountId: id,
    isSignedIn: true,
    challenge: sessionId,
    mail: (code) => ({
      companyId: null,
      to: email,
      kind: 'super-admin-code',
      ...superAdminConfirmCode({ brand: mailBrand(scope), code, validSeconds: ttlSeconds }),
    }),
  });
  return {};
};

/** @throws ApiError invalid, rate_limited */
export const reauthenticateSuperAdmin: UseCase<typeof calls.reauthenticateSuperAdmin> = async (scope, input) => {
  const { email, sessionId } = actorOf(scope);
  const db = scope.app.database.platform;
  try {
    const code = await codes.checkCode(scope, db, keyOf(email), { code: input.code, sent: sessionId, owner: null });
    const until = await inTransaction(db, async (tx) => {
      await codes.consumeCode(tx, code);
      return confirmSuperSession(tx, scope, sessionId);
    });
    return { data: { until: until.toISOString() } };
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'invalid')
      throw new ApiError('invalid', CODE_WRONG, { cause, field: 'code' });
    throw cause;
  }
};

const passkeyKeyOf = (scope: Scope): ChallengeKey => ({
  use: 'confirm',
  scopeId: PLATFORM_ID,
  boundTo: actorOf(scope).sessionId,
});

/** @throws ApiError conflict where passkeys are not possible */
export const requestPasskeyConfirmation: UseCase<typeof passkeyCalls.requestPasskeyConfirmation> = async (scope) => {
  const owner = { companyId: null, accountId: actorOf(scope).id };
  const rows = await listPasskeysOf(scope.app.database.platform, owner);
  return { data: requestOptions(scope, passkeyKeyOf(scope), rows.map(describePasskey)) };
};

/** @throws ApiError invalid */
export const reauthenticateByPasskey: UseCase<typeof passkeyCalls.reauthenticateByPasskey> = async (scope, input) => {
  const { id, sessionId } = actorOf(scope);
  const db = scope.app.database.platform;
  const proof = await checkAssertion(scope, db, passkeyKeyOf(scope), input.credential);
  if (proof.accountId !== id) throw refusedPasskey();
  const until = await inTransaction(db, async (tx) => {
    await consumeProof(tx, proof);
    return confirmSuperSession(tx, scope, sessionId);
  });
  return { data: { until: until.toISOString() } };
};

async function confirmSuperSession(tx: Db, scope: Scope, sessionId: string): Promise<Date> {
  const authenticatedAt = await store.markAuthenticated(tx, sessionId);
  if (!authenticatedAt) throw signInFirst();
  await recordConfirmed(tx, scope, PLATFORM_ID, 'super_admin');
  return recentUntil(authenticatedAt);
}

function recordConfirmed(tx: Db, scope: Scope, scopeId: string, subjectKind: 'user' | 'super_admin'): Promise<void> {
  const actor = actorOf(scope);
  return record(tx, { scopeId, actor, action: 'session.confirm', subjectKind, subjectId: actor.id });
}
