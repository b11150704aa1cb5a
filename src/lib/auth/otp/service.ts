/**
 * One-time codes (docs/contract.md, Codes; decision 0180). A code belongs to the client that requested it, which holds a
 * challenge: nobody else can replace it or use up its tries. The database stores a keyed hash bound to purpose, company and
 * address. A try is counted before the comparison, and one conditional update marks a code as used. Known and unknown
 * addresses cost the same work: each gets a row and a mail, but no code matches the row of an address that must not get one.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { logSecurityEvent } from '../../audit/security-events/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { enqueue, type Mail } from '../../mail/service.ts';
import { isIpv4, networkOf } from '../../rate-limits/network.rules.ts';
import * as limits from '../../rate-limits/service.ts';
import type { App, Result, Scope } from '../../scope.ts';
import { type AlertOwner, alertFailures } from '../alerts/service.ts';
import { CODE_WRONG } from '../contract.ts';
import { knownDevice } from '../devices/service.ts';
import { CODE_LIMITS, OTP_POLICY, type OtpPurpose, otpFromBytes } from '../rules.ts';
import * as store from './store.ts';

export type { CodeKey } from './store.ts';

export function wrongCode(): ApiError {
  return new ApiError('invalid', CODE_WRONG, { field: 'otp' });
}

function randomCode(purpose: OtpPurpose): string {
  for (;;) {
    const code = otpFromBytes(purpose, randomBytes(32));
    if (code !== null) return code;
  }
}

/*
 * What the hashes are made of. They are stored under the present secret, and compared under the previous one too
 * (decision 0186).
 */
const codeText = ({ purpose, scopeId, address }: store.CodeKey, code: string): string =>
  [purpose, scopeId, address, code].join('\0');
const challengeText = (challenge: string): string => `challenge\0${challenge}`;
const networkText = ({ request }: Scope): string => `network\0${networkOf(request.ip).narrow}`;

/** Codes of a signed-in super admin have counters of their own, which requests without a session can't use up. */
const subjectOf = ({ purpose, scopeId, address }: store.CodeKey): string =>
  purpose === 'super-confirm' ? `${purpose}\0${address}` : `${scopeId}\0${address}`;

/** The challenge of this client: what the call sends, else what the browser's cookie holds. */
const challengeOf = ({ request }: Scope, sent: string | undefined): string | null =>
  sent ?? request.client?.challenge ?? null;

interface CodeRequest {
  /** False if the mail carries no code or is discarded: then no code is right for this address. */
  readonly isUsable: boolean;
  /** The account of the address; null without one. */
  readonly accountId: string | null;
  /** True if a session of the account requests the code. */
  readonly isSignedIn?: boolean;
  /** The challenge of an earlier request, sent by a client without cookies. */
  readonly challenge: string | undefined;
  readonly mail: (code: string) => Mail;
}

/**
 * Makes a code, which replaces the one that this client requested before, and puts its mail into the outbox.
 * @returns the challenge, for the client to send back with the code
 * @throws ApiError rate_limited, in the same way for every address
 */
export async function sendCode(
  scope: Scope,
  db: Db,
  key: store.CodeKey,
  { isUsable, accountId, isSignedIn = false, challenge: sent, mail }: CodeRequest,
): Promise<Result<{ challenge: string }>> {
  const { app } = scope;
  const policy = OTP_POLICY[key.purpose];
  const presented = challengeOf(scope, sent);
  const companyId = key.scopeId === PLATFORM_ID ? null : key.scopeId;
  const device = await knownDevice(scope, db, { companyId, accountId });
  await countRequest(scope, key, { presented, device, isSignedIn });
  const challenge = presented ?? randomBytes(32).toString('base64url');
  const code = randomCode(key.purpose);
  const hash = app.secrets.mac('codes', codeText(key, code));
  const stored = {
    challengeHash: app.secrets.mac('codes', challengeText(challenge)),
    networkHash: app.secrets.mac('codes', networkText(scope)),
    codeHash: isUsable ? hash : randomBytes(hash.length),
    fromKnownDevice: device !== null || isSignedIn,
  };
  await inTransaction(db, async (tx) => {
    await store.saveCode(tx, key, stored, policy);
    await enqueue(tx, mail(code));
  });
  const cookie = { name: 'challenge', value: challenge, maxAgeSeconds: policy.ttlSeconds } as const;
  return { data: { challenge }, cookies: [cookie] };
}

/** Counts a request for a code. What is refused by a narrow limit does not count on a wider one. */
async function countRequest(
  { app, request }: Scope,
  key: store.CodeKey,
  client: { readonly presented: string | null; readonly device: string | null; readonly isSignedIn: boolean },
): Promise<void> {
  const subject = subjectOf(key);
  const resend = { name: 'code-resend', max: 1, windowSeconds: OTP_POLICY[key.purpose].resendSeconds };
  const clientId = client.presented ?? client.device ?? networkOf(request.ip).narrow;
  const once = { limit: resend, subject: `${key.purpose}\0${subject}\0${clientId}` };
  const spendAll = async (counters: readonly limits.Counter[]): Promise<void> =>
    limits.refuseExcess(counters, await limits.count(app, counters));
  if (client.isSignedIn || client.device !== null) {
    await spendAll([once]);
    if (client.isSignedIn) return limits.spend(app, CODE_LIMITS.ofSession, subject);
    return limits.spend(app, CODE_LIMITS.ofDevice, `${subject}\0${client.device}`);
  }
  const max = isIpv4(request.ip) ? app.config.codeRequestsPerIpv4Hour : CODE_LIMITS.ofNetwork.max;
  await spendAll([...limits.networkCounters({ ...CODE_LIMITS.ofNetwork, max }, request.ip), once]);
  await spendAll([
    ...limits.networkCounters(CODE_LIMITS.hourly, request.ip, subject),
    ...limits.networkCounters(CODE_LIMITS.daily, request.ip, subject),
  ]);
  await spendOrWait(app, CODE_LIMITS.ofAddress, CODE_LIMITS.ofAddressSlow, subject);
}

/** Counts on `limit`; once that is used up, on `slow`: the subject has to wait but is never locked. @returns the count on `limit` */
async function spendOrWait(app: App, limit: limits.Limit, slow: limits.Limit, subject: string): Promise<number> {
  const [counted] = await limits.count(app, [{ limit, subject }]);
  if (counted && counted.count > limit.max) await limits.spend(app, slow, subject);
  return counted?.count ?? 1;
}

/** One try of a code. */
export interface CodeTry {
  readonly code: string;
  /** The challenge that the call sends. */
  readonly sent: string | undefined;
  /** The account of the address, whom many wrong tries are reported to; null without one. */
  readonly owner: AlertOwner | null;
}

/** A code that was right at the time of the comparison. `consumeCode` must still mark it as used. */
export interface CheckedCode {
  readonly key: store.CodeKey;
  readonly stored: store.StoredCode;
}

/**
 * Counts a try and compares the code: with the code of the client's challenge, else with the newest one. Never call it inside
 * a transaction: a rollback would undo the count.
 * @throws ApiError invalid; rate_limited after too many tries without a challenge in a day
 */
export async function checkCode(scope: Scope, db: Db, key: store.CodeKey, attempt: CodeTry): Promise<CheckedCode> {
  try {
    return await compareCode(scope, db, key, attempt);
  } catch (cause) {
    if (cause instanceof ApiError) {
      const event = cause.code === 'rate_limited' ? 'code limited' : 'code wrong';
      const accountId = attempt.owner?.accountId ?? null;
      logSecurityEvent(scope, { event, reason: key.purpose, accountId, address: key.address });
    }
    throw cause;
  }
}

async function compareCode(
  scope: Scope,
  db: Db,
  key: store.CodeKey,
  { code, sent, owner }: CodeTry,
): Promise<CheckedCode> {
  const { app } = scope;
  const hashes = app.secrets.macs('codes', codeText(key, code));
  const isRight = ({ codeHash }: store.StoredCode): boolean =>
    hashes.some((hash) => codeHash.length === hash.length && timingSafeEqual(codeHash, hash));
  const challenge = challengeOf(scope, sent);
  if (challenge !== null) {
    const own = await countOwnTry(scope, db, key, { challenge, owner });
    if (own && !isRight(own)) throw wrongCode();
    if (own) return { key, stored: own };
  }
  const newest = await store.countOtherTry(db, key, app.secrets.macs('codes', networkText(scope)));
  if (!newest) throw wrongCode();
  const tries = await spendOrWait(app, CODE_LIMITS.otherTries, CODE_LIMITS.otherTriesSlow, subjectOf(key));
  if (tries === CODE_LIMITS.otherTries.max && owner) alertFailures(scope, owner, 'codes');
  if (!isRight(newest)) throw wrongCode();
  await limits.refund(app, [{ limit: CODE_LIMITS.otherTries, subject: subjectOf(key) }]);
  return { key, stored: newest };
}

/** Counts the try on the address first, so that parallel tries of many challenges count too. */
async function countOwnTry(
  scope: Scope,
  db: Db,
  key: store.CodeKey,
  { challenge, owner }: { challenge: string; owner: AlertOwner | null },
): Promise<store.StoredCode | null> {
  const { app } = scope;
  const [tries] = await limits.count(app, [{ limit: CODE_LIMITS.ownTries, subject: subjectOf(key) }]);
  if (tries?.count === CODE_LIMITS.ownTries.max && owner) alertFailures(scope, owner, 'codes');
  const isSlow = (tries?.count ?? 0) > CODE_LIMITS.ownTries.max;
  const reserve = isSlow ? OTP_POLICY[key.purpose].triesMax - 1 : 0;
  return store.countOwnTry(db, key, app.secrets.macs('codes', challengeText(challenge)), reserve);
}

/**
 * Marks a checked code as used, in the transaction of the change that it allows; the other codes of the address end too.
 * @throws ApiError invalid if the code was used or replaced or has expired since the check
 */
export async function consumeCode(tx: Db, { key, stored }: CheckedCode): Promise<void> {
  if (!(await store.markUsed(tx, key, stored))) throw wrongCode();
}
