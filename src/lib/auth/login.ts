/** Sign-in by password, sign-out. Whatever is wrong, there is one sentence and the same work behind it. */
import { setTimeout as delay } from 'node:timers/promises';
import { record } from '../audit/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { WORDS } from '../core/words.ts';
import { inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import * as limits from '../limits/service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { hashPassword, needsRehash, verifyPassword } from '../users/passwords.ts';
import * as users from '../users/store.ts';
import type * as contracts from './contract.ts';
import { LOGIN_POLICY, loginDelayMs } from './rules.ts';
import { endSession, startSession } from './sessions.ts';

const loginWrong = (): ApiError => new ApiError('unauthenticated', WORDS.loginWrong);

/** Wrong passwords of an account from one address; member and admin sign-in count together. */
const WRONG_LIMIT = { name: 'login-wrong', max: LOGIN_POLICY.wrongMax, windowSeconds: LOGIN_POLICY.wrongWindowSeconds };

export function login(scope: Scope, input: InputOf<typeof contracts.login>): Promise<Result<{ token: string }>> {
  return signIn(scope, 'member', input.user, input.password);
}

export function loginAdmin(
  scope: Scope,
  input: InputOf<typeof contracts.loginAdmin>,
): Promise<Result<{ token: string }>> {
  return signIn(scope, 'admin', input.email, input.password);
}

async function signIn(
  scope: Scope,
  kind: 'member' | 'admin',
  email: string,
  password: string,
): Promise<Result<{ token: string }>> {
  const { app, company, request } = scope;
  const pair = `${company.id}\0${email}\0${request.ip}`;
  const wrongTries = await limits.check(app, WRONG_LIMIT, pair);
  // Counted before it is compared, so that parallel guesses are counted too.
  await limits.spend(app, WRONG_LIMIT, pair);
  await delay(loginDelayMs(wrongTries));
  const account = await users.findByEmail(scope.db, company.id, email);
  const isRight = await verifyPassword(account?.password_hash ?? null, password);
  if (!account || !isRight) throw loginWrong();
  const session = await inTransaction(scope.db, async (tx) => {
    const asCompared = {
      id: account.id,
      passwordHash: account.password_hash,
      role: kind === 'admin' ? ('ADMIN' as const) : null,
    };
    // Asked under a lock: a block or a reset that came meanwhile has ended all sessions, and none may start after it.
    if (!(await users.holdForSignIn(tx, company.id, asCompared))) throw loginWrong();
    const started = await startSession(tx, { kind, companyId: company.id, accountId: account.id }, request);
    const subject = { subjectKind: 'user', subjectId: account.id };
    const after = { kind, session: started.id };
    await record(tx, { scopeId: company.id, actor: null, action: 'session.start', ...subject, after });
    return started;
  });
  await limits.reset(app, WRONG_LIMIT, pair);
  if (needsRehash(account.password_hash))
    await users.replaceHash(scope.db, company.id, account.id, account.password_hash, await hashPassword(password));
  return {
    data: { token: session.token },
    session: { kind, cookie: session.cookie, maxAgeSeconds: session.maxAgeSeconds },
  };
}

/** Ends the session that the call is made under, of whichever kind. */
export async function logout(scope: Scope): Promise<Result<null>> {
  const actor = actorOf(scope);
  const isSuper = actor.kind === 'super';
  await inTransaction(isSuper ? scope.app.database.platform : scope.db, async (tx) => {
    await endSession(tx, actor.sessionId);
    await record(tx, {
      scopeId: isSuper ? PLATFORM_ID : scope.company.id,
      actor,
      action: 'session.end',
      subjectKind: isSuper ? 'super_admin' : 'user',
      subjectId: actor.id,
    });
  });
  return { session: { kind: actor.kind, cookie: null } };
}
