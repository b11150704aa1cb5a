/**
 * Re-authentication before sensitive calls (docs/contract.md, Re-authentication). A session proves whose it is when it signs
 * in, and again by `reauthenticate`. Sensitive calls need such a proof of the last ten minutes: the endpoint asks for it, and
 * the transaction asks again, because a block, a demotion or a password reset may have happened meanwhile.
 */
import { lockActiveAdmin } from '../../accounts/admins/service.ts';
import { requireCurrentPassword } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { mailBrand } from '../../companies/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { superAdminConfirmCode } from '../../mail/templates/auth.ts';
import * as limits from '../../rate-limits/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { CODE_WRONG } from '../contract.ts';
import { factorKindsOf } from '../factors/pending/service.ts';
import { checkFactorCode } from '../factors/proofs/service.ts';
import * as codes from '../otp/service.ts';
import { dbOf, ownerOfCall, recordOwnAccess } from '../own-account/service.ts';
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
import { lockSuperAdmin } from '../superadmin/store.ts';
import type * as calls from './calls.ts';
import { isRecent, recentUntil, UNCONFIRMED_DECISIONS } from './rules.ts';
import * as store from './store.ts';

const required = (): ApiError => new ApiError('reauthentication_required', 'Confirm that it is you to continue.');

const sessionOf = (scope: Scope) => ({
  companyId: ownerOfCall(scope).companyId,
  sessionId: actorOf(scope).sessionId,
});

const signInFirst = (): ApiError => new ApiError('unauthenticated', 'Please log in to continue.');

/**
 * Call it before the transaction of a sensitive call.
 * @param password the admin's own, which re-authenticates the session in the same call
 * @throws ApiError reauthentication_required; with a password: invalid if it is wrong, rate_limited after ten wrong ones in
 * 15 minutes
 */
export const requireRecentSession = (scope: Scope, password?: string): Promise<void> =>
  requireProof(scope, isRecent(actorOf(scope).authenticatedAt, scope.now), password);

/**
 * As `requireRecentSession`, and the proof is later than the sign-in: who took a session just after it has none.
 * @throws ApiError as `requireRecentSession`
 */
export function requireConfirmedSession(scope: Scope, password?: string): Promise<void> {
  const { isConfirmed, authenticatedAt } = actorOf(scope);
  return requireProof(scope, isConfirmed && isRecent(authenticatedAt, scope.now), password);
}

async function requireProof(scope: Scope, isProven: boolean, password: string | undefined): Promise<void> {
  // Of an account with a second factor, a password alone proves nothing.
  if (password !== undefined && !(await hasFactor(scope))) await confirmByPassword(scope, password, async () => {});
  else if (!isProven) throw required();
}

/**
 * Lets a session without a recent proof make a few decisions one by one. A proof starts the count again.
 * @throws ApiError reauthentication_required
 */
export async function requireRecentAfterMany(scope: Scope): Promise<void> {
  const { sessionId, authenticatedAt, apiKey } = actorOf(scope);
  if (apiKey !== undefined || isRecent(authenticatedAt, scope.now)) return;
  const subject = `${sessionId}\0${authenticatedAt.toISOString()}`;
  const [counted] = await limits.count(scope.app, [{ limit: UNCONFIRMED_DECISIONS, subject }]);
  if (counted && counted.count > UNCONFIRMED_DECISIONS.max) throw required();
}

/**
 * Call it before the transaction of what a member, or an admin for their own account, does with their password: where there is a
 * second factor, the password alone confirms nothing.
 * @throws ApiError reauthentication_required
 */
export async function requireFactorConfirmed(scope: Scope): Promise<void> {
  if (!isRecent(actorOf(scope).authenticatedAt, scope.now) && (await hasFactor(scope))) throw required();
}

/** As `requireFactorConfirmed`, inside the transaction. @throws ApiError reauthentication_required, unauthenticated */
export async function lockFactorConfirmed(tx: Db, scope: Scope): Promise<void> {
  if (await hasFactor(scope, tx)) await lockRecentSession(tx, scope);
}

/** Keeps the account of the call what it is until the commit. @throws ApiError unauthenticated */
async function lockOwnAccount(tx: Db, scope: Scope): Promise<void> {
  const { kind, id } = actorOf(scope);
  if (kind === 'super') {
    if (!(await lockSuperAdmin(tx, id))) throw signInFirst();
  } else if (kind === 'admin') await lockActiveAdmin(tx, scope);
  else if (!(await accounts.lockActive(tx, scope.company.id, id))) throw signInFirst();
}

/**
 * Call it inside the transaction of a sensitive call, after the company is locked. Locks the account and the session until the
 * commit.
 * @param tx for a super admin: of the platform's connections
 * @throws ApiError unauthenticated if the session has ended or the role was taken; reauthentication_required
 */
export async function lockRecentSession(tx: Db, scope: Scope): Promise<void> {
  await lockOwnAccount(tx, scope);
  const session = await store.lockSession(tx, sessionOf(scope));
  if (!session) throw signInFirst();
  if (!isRecent(session.authenticatedAt, session.now)) throw required();
}

const factorFirst = (): ApiError =>
  new ApiError('invalid', 'Please confirm with your second factor.', { field: 'factor' });

async function hasFactor(scope: Scope, tx?: Db): Promise<boolean> {
  const owner = ownerOfCall(scope);
  return (await factorKindsOf(tx ?? dbOf(scope, owner), owner)).length > 0;
}

/** Confirms the caller's session, in the transaction of what proves whose it is. */
async function confirmSession(tx: Db, scope: Scope): Promise<Date> {
  await lockOwnAccount(tx, scope);
  const authenticatedAt = await store.markAuthenticated(tx, sessionOf(scope));
  if (!authenticatedAt) throw signInFirst();
  return recentUntil(authenticatedAt);
}

async function confirmByPassword(scope: Scope, password: string, alsoIn: (tx: Db) => Promise<void>): Promise<Date> {
  const { id, kind } = actorOf(scope);
  const passwordHash = await requireCurrentPassword(scope, password);
  const verified = { id, passwordHash, role: kind === 'admin' ? ('ADMIN' as const) : null };
  return inTransaction(scope.db, async (tx) => {
    if (!(await accounts.lockForSignIn(tx, scope.company.id, verified))) throw signInFirst();
    const until = await confirmSession(tx, scope);
    await alsoIn(tx);
    return until;
  });
}

/** @throws ApiError invalid, rate_limited */
async function confirmByFactor(scope: Scope, factor: string): Promise<Date> {
  const owner = ownerOfCall(scope);
  const proof = await checkFactorCode(scope, owner, factor).catch((cause: unknown) => {
    if (cause instanceof ApiError && cause.code === 'invalid')
      throw new ApiError('invalid', cause.messages, { cause, field: 'factor' });
    throw cause;
  });
  return confirmBy(scope, proof.consume);
}

/** @throws ApiError invalid: also for the password of an account with a second factor; rate_limited */
export const reauthenticateAccount: UseCase<typeof calls.reauthenticateAdmin> = async (scope, { password, factor }) => {
  if (factor !== undefined) return untilOf(await confirmByFactor(scope, factor));
  if (await hasFactor(scope)) throw factorFirst();
  return untilOf(await confirmByPassword(scope, password ?? '', (tx) => recordConfirmed(tx, scope)));
};

const untilOf = (until: Date) => ({ data: { until: until.toISOString() } });

const keyOf = (address: string): codes.CodeKey => ({ purpose: 'super-confirm', scopeId: PLATFORM_ID, address });

/** @throws ApiError rate_limited; invalid for an account with a second factor */
export const requestConfirmationCode: UseCase<typeof calls.requestConfirmationCode> = async (scope) => {
  if (await hasFactor(scope)) throw factorFirst();
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

/** @throws ApiError invalid: also for the mailed code of an account with a second factor; rate_limited */
export const reauthenticateSuperAdmin: UseCase<typeof calls.reauthenticateSuperAdmin> = async (scope, input) => {
  if (input.factor !== undefined) return untilOf(await confirmByFactor(scope, input.factor));
  if (await hasFactor(scope)) throw factorFirst();
  const { email, sessionId } = actorOf(scope);
  const db = scope.app.database.platform;
  const sent = { code: input.code ?? '', sent: sessionId, owner: null };
  try {
    const code = await codes.checkCode(scope, db, keyOf(email), sent);
    return untilOf(await confirmBy(scope, (tx) => codes.consumeCode(tx, code)));
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'invalid')
      throw new ApiError('invalid', CODE_WRONG, { cause, field: 'code' });
    throw cause;
  }
};

const passkeyKeyOf = (scope: Scope): ChallengeKey => ({
  use: 'confirm',
  scopeId: ownerOfCall(scope).companyId ?? PLATFORM_ID,
  boundTo: actorOf(scope).sessionId,
});

/** @throws ApiError conflict where passkeys are not possible */
export const requestPasskeyConfirmation: UseCase<typeof passkeyCalls.requestPasskeyConfirmation> = async (scope) => {
  const owner = ownerOfCall(scope);
  const rows = await listPasskeysOf(dbOf(scope, owner), owner);
  return { data: requestOptions(scope, passkeyKeyOf(scope), rows.map(describePasskey)) };
};

/** @throws ApiError invalid */
export const reauthenticateByPasskey: UseCase<typeof passkeyCalls.reauthenticateByPasskey> = async (scope, input) => {
  const owner = ownerOfCall(scope);
  const db = dbOf(scope, owner);
  const proof = await checkAssertion(scope, db, passkeyKeyOf(scope), input.credential);
  if (proof.accountId !== owner.accountId) throw refusedPasskey();
  return untilOf(await confirmBy(scope, (tx) => consumeProof(tx, proof)));
};

/** @param consume uses up what was proven, after the account is locked: a change of its factors takes the same order */
function confirmBy(scope: Scope, consume: (tx: Db) => Promise<void>): Promise<Date> {
  return inTransaction(dbOf(scope, ownerOfCall(scope)), async (tx) => {
    await lockOwnAccount(tx, scope);
    await consume(tx);
    const until = await confirmSession(tx, scope);
    await recordConfirmed(tx, scope);
    return until;
  });
}

const recordConfirmed = (tx: Db, scope: Scope): Promise<void> => recordOwnAccess(tx, scope, 'session.confirm');
