/** Sign-in by password and sign-out. Every failed sign-in has the same message and costs the same work. */
import { setTimeout as delay } from 'node:timers/promises';
import { setLanguage } from '../../accounts/language/store.ts';
import { isBusy } from '../../accounts/passwords/queue/service.ts';
import { hashPassword, hashRequest, needsRehash, verifyPassword } from '../../accounts/passwords/service.ts';
import * as accounts from '../../accounts/store.ts';
import { logSecurityEvent } from '../../audit/security-events/service.ts';
import { record } from '../../audit/service.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { SPEC_TEXTS } from '../../core/spec-texts.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import * as limits from '../../rate-limits/service.ts';
import { actorOf, type Result, type Scope } from '../../scope.ts';
import { type AlertOwner, alertFailures, isNewDevice, mailNewDevice } from '../alerts/service.ts';
import type * as contracts from '../contract.ts';
import { knownDevice, rememberDevice } from '../devices/service.ts';
import { noteDemand } from '../factors/demand/service.ts';
import { beginSecondStep, factorKindsOf, type SecondStep } from '../factors/pending/service.ts';
import { LOGIN_POLICY, loginDelayMs } from '../rules.ts';
import { endSession, type SignedIn, signedIn, startSession } from '../sessions/service.ts';

const ADMIN = 'ADMIN' as const;

const loginFailed = (): ApiError => new ApiError('unauthenticated', SPEC_TEXTS.loginWrong);

/**
 * Wrong passwords of one account from one network, or from one browser that has signed in to it before: a stranger behind the
 * same address must not use up the owner's. Member and admin sign-ins share the counter.
 */
const WRONG_LIMIT = { name: 'login-wrong', max: LOGIN_POLICY.wrongMax, windowSeconds: LOGIN_POLICY.wrongWindowSeconds };

/** Failed sign-ins of one account from everywhere. It delays and warns, and never refuses (decision 0181). */
const ACCOUNT_LIMIT = {
  name: 'login-account',
  max: LOGIN_POLICY.ofAccountFree,
  windowSeconds: LOGIN_POLICY.ofAccountWindowSeconds,
};

export function login(scope: Scope, input: InputOf<typeof contracts.login>): Promise<SignedIn | Result<SecondStep>> {
  return signIn(scope, { kind: 'member', email: input.user, password: input.password });
}

export function loginAdmin(
  scope: Scope,
  input: InputOf<typeof contracts.loginAdmin>,
): Promise<SignedIn | Result<SecondStep>> {
  return signIn(scope, { kind: 'admin', email: input.email, password: input.password });
}

interface Attempt {
  /** Wrong passwords of this client, with this attempt. */
  readonly count: number;
  readonly delayMs: number;
  /** True if the owner is warned when this attempt fails. */
  readonly isAlarming: boolean;
  /** Takes the attempt back, because no password was compared. */
  undo(): Promise<void>;
  /** Takes the attempt back, and clears the client's wrong ones. */
  clear(): Promise<void>;
}

/** Counts an attempt before the comparison, so that parallel guesses count too. @throws ApiError rate_limited */
async function countAttempt({ app, company, request }: Scope, email: string, device: string | null): Promise<Attempt> {
  const account = `${company.id}\0${email}`;
  const own =
    device === null
      ? limits.networkCounters(WRONG_LIMIT, request.ip, account)
      : [{ limit: WRONG_LIMIT, subject: `${account}\0${device}` }];
  const counts = await limits.count(app, own);
  limits.refuseExcess(own, counts);
  const count = counts[0]?.count ?? 1;
  const ofAccount = device === null ? [{ limit: ACCOUNT_LIMIT, subject: account }] : [];
  const [everywhere] = await limits.count(app, ofAccount);
  const excess = (everywhere?.count ?? 0) - ACCOUNT_LIMIT.max;
  return {
    count,
    delayMs: Math.max(loginDelayMs(count - 1), excess > 0 ? LOGIN_POLICY.ofAccountDelayMs : 0),
    isAlarming: count === WRONG_LIMIT.max || excess > 0,
    undo: () => limits.refund(app, [...own, ...ofAccount]),
    clear: async () => {
      const [narrow, ...wider] = own;
      if (narrow) await limits.reset(app, narrow.limit, narrow.subject);
      if (wider.length + ofAccount.length > 0) await limits.refund(app, [...wider, ...ofAccount]);
    },
  };
}

interface Credentials {
  readonly kind: 'member' | 'admin';
  readonly email: string;
  readonly password: string;
}

/** Compares the password. @throws ApiError unauthenticated, rate_limited, unavailable when too many sign-ins wait */
async function verifyCredentials(
  scope: Scope,
  { kind, email, password }: Credentials,
): Promise<{ account: accounts.Account; device: string | null }> {
  const account = await accounts.findByEmail(scope.db, scope.company.id, email);
  const device = await knownDevice(scope, scope.db, {
    companyId: scope.company.id,
    accountId: account?.id ?? null,
  });
  const who = { accountId: account?.id ?? null, address: email };
  const attempt = await countAttempt(scope, email, device).catch((cause: unknown) => {
    logSecurityEvent(scope, { event: 'sign-in limited', reason: `${kind}, too many attempts`, ...who });
    throw cause;
  });
  const lane = device !== null ? 'trusted' : kind === 'admin' ? 'admin' : 'public';
  const isRight = await verifyPassword(account?.password_hash ?? null, password, hashRequest(scope, lane)).catch(
    async (cause: unknown) => {
      if (isBusy(cause)) await attempt.undo();
      throw cause;
    },
  );
  const isAllowed = account?.status === 'ACTIVE' && (kind === 'member' || account.role === 'ADMIN');
  const signedInAs = isRight && isAllowed ? account : null;
  if (signedInAs === null) {
    const reason = !account ? 'unknown account' : !isRight ? 'wrong password' : 'account not allowed here';
    logSecurityEvent(scope, { event: 'sign-in failed', reason: `${kind}, ${reason}`, ...who, attempts: attempt.count });
    if (account && attempt.isAlarming) alertFailures(scope, ownerOf(account), 'passwords');
  }
  // After the comparison: if the permit ended before it, the queries of others would begin faster than passwords are compared.
  if (attempt.delayMs > 0) scope.request.client?.releaseSignInPermit();
  await delay(attempt.delayMs);
  if (signedInAs === null) throw loginFailed();
  await attempt.clear();
  return { account: signedInAs, device };
}

export const ownerOf = ({ id, company_id, email, name }: accounts.Account): AlertOwner => ({
  accountId: id,
  companyId: company_id,
  email,
  name,
});

async function signIn(scope: Scope, credentials: Credentials): Promise<SignedIn | Result<SecondStep>> {
  const { company, db } = scope;
  const { kind, password } = credentials;
  const { account, device } = await verifyCredentials(scope, credentials);
  const owner = { kind, companyId: company.id, accountId: account.id };
  const factors = await factorKindsOf(db, owner);
  const answer =
    factors.length === 0
      ? await startAccountSession(scope, { kind, account, device, refused: loginFailed })
      : await inTransaction(db, async (tx) => {
          if (!(await lockVerified(tx, company.id, kind, account))) throw loginFailed();
          return beginSecondStep(tx, owner, factors);
        });
  if (needsRehash(account.password_hash)) {
    const passwordHash = await hashPassword(password);
    await inTransaction(db, (tx) =>
      accounts.replaceHash(tx, company.id, account.id, account.password_hash, passwordHash),
    );
  }
  return answer;
}

/** A block or a password reset since the comparison has ended all sessions. No new one may start after it. */
function lockVerified(
  tx: Db,
  companyId: string,
  kind: 'member' | 'admin',
  account: accounts.Account,
): Promise<boolean> {
  const verified = { id: account.id, passwordHash: account.password_hash, role: kind === 'admin' ? ADMIN : null };
  return accounts.lockForSignIn(tx, companyId, verified);
}

/** What an account has proven who they are with. */
export interface VerifiedAccount {
  readonly kind: 'member' | 'admin';
  readonly account: accounts.Account;
  /** The secret of a browser that has signed in to the account before; else null. */
  readonly device: string | null;
  /** The second factor, or a passkey alone. */
  readonly proof?: { readonly by: string; readonly consume: (tx: Db) => Promise<void> };
  /** For an account that was blocked, or whose password was changed, since. */
  readonly refused: () => ApiError;
}

export async function startAccountSession(
  scope: Scope,
  { kind, account, device, proof, refused }: VerifiedAccount,
): Promise<SignedIn> {
  const { company, request } = scope;
  const owner = ownerOf(account);
  // What this browser shows stays as it is; what one of the two has not chosen comes from the other.
  const chosen = request.client?.language ?? null;
  const isNew = kind === 'admin' && (await isNewDevice(scope, account.id, device !== null));
  const started = await inTransaction(scope.db, async (tx) => {
    if (!(await lockVerified(tx, company.id, kind, account))) throw refused();
    await proof?.consume(tx);
    const session = await startSession(
      tx,
      scope.app.secrets,
      { kind, companyId: company.id, accountId: account.id },
      request,
    );
    if (kind === 'admin') await noteDemand(tx, scope, owner, session.id);
    const cookies = await rememberDevice(tx, scope, owner);
    if (isNew) await mailNewDevice(tx, scope, owner);
    if (kind === 'member' && account.language === null && chosen) await setLanguage(tx, company.id, account.id, chosen);
    await session.recordStart(tx, { ...(proof && { by: proof.by }), ...(isNew && { isNewDevice: true }) });
    return { session, cookies };
  });
  const { language } = account;
  return { ...signedIn(kind, started), ...(kind === 'member' && !chosen && language && { language }) };
}

/** Ends the session of the call, of any kind. */
export async function logout(scope: Scope): Promise<Result<null>> {
  const actor = actorOf(scope);
  const isSuper = actor.kind === 'super';
  await inTransaction(isSuper ? scope.app.database.platform : scope.db, async (tx) => {
    await endSession(tx, isSuper ? null : scope.company.id, actor.sessionId);
    await record(tx, {
      scopeId: isSuper ? PLATFORM_ID : scope.company.id,
      actor,
      action: 'session.end',
      subjectKind: isSuper ? 'super_admin' : 'user',
      subjectId: actor.id,
      after: { session: actor.sessionId },
    });
  });
  return { session: { kind: actor.kind, cookie: null } };
}
