/**
 * Proofs of a second factor: a code of the authenticator app, a recovery code or a passkey (docs/contract.md, Second factors).
 * Wrong codes are counted by account and network like wrong passwords, before the comparison.
 */
import { createHash } from 'node:crypto';
import { logSecurityEvent } from '../../../audit/security-events/service.ts';
import { ApiError } from '../../../core/errors.ts';
import { readFactorCode } from '../../../core/factor-codes.ts';
import { t } from '../../../core/texts.ts';
import type { Db } from '../../../db/client.ts';
import { scopeIdOf } from '../../../db/schema/schema.ts';
import { recoveryCodeUsed } from '../../../mail/templates/factors.ts';
import * as limits from '../../../rate-limits/service.ts';
import type { Scope } from '../../../scope.ts';
import { sealText, unsealText } from '../../../secrets.ts';
import { type AlertOwner, alertFailures, securityMailFacts } from '../../alerts/service.ts';
import { knownDevice } from '../../devices/service.ts';
import { dbOf } from '../../own-account/service.ts';
import { mailOwner } from '../../owner-mail/service.ts';
import {
  checkAssertion,
  consumeProof,
  describePasskey,
  refusedPasskey,
  requestOptions,
} from '../../passkeys/assertions/service.ts';
import type { ChallengeKey } from '../../passkeys/challenges/service.ts';
import type { Assertion, RequestOptions } from '../../passkeys/contract.ts';
import { listPasskeysOf } from '../../passkeys/store.ts';
import { FACTOR_WRONG, LET_IN_SENT } from '../contract.ts';
import { mailLetIn, opensTry } from '../let-in/service.ts';
import { FACTOR_LIMITS } from '../rules.ts';
import * as store from '../store.ts';
import { matchTotp } from '../totp.rules.ts';

/** A proof that was right at the time of the check. */
export interface FactorProof {
  readonly by: 'totp' | 'recovery' | 'passkey';
  /** Uses it up, in the transaction of what it allows. @throws ApiError invalid if it was used since the check */
  readonly consume: (tx: Db) => Promise<void>;
}

export const wrongFactor = (): ApiError => new ApiError('invalid', FACTOR_WRONG, { field: 'code' });

const challengeKeyOf = ({ companyId }: store.FactorOwner, boundTo: string): ChallengeKey => ({
  use: 'factor',
  scopeId: scopeIdOf(companyId),
  boundTo,
});

/**
 * The options for a passkey of the account as its second factor.
 * @param boundTo what the challenge belongs to: the pending sign-in
 * @throws ApiError conflict where passkeys are not possible
 */
export async function factorPasskeyOptions(
  scope: Scope,
  owner: store.FactorOwner,
  boundTo: string,
): Promise<RequestOptions> {
  const rows = await listPasskeysOf(dbOf(scope, owner), owner);
  return requestOptions(scope, challengeKeyOf(owner, boundTo), rows.map(describePasskey));
}

/** @throws ApiError invalid */
export async function checkFactorPasskey(
  scope: Scope,
  owner: store.FactorOwner,
  { credential, boundTo }: { credential: Assertion; boundTo: string },
): Promise<FactorProof> {
  const proof = await checkAssertion(scope, dbOf(scope, owner), challengeKeyOf(owner, boundTo), credential);
  if (proof.accountId !== owner.accountId) throw refusedPasskey();
  return { by: 'passkey', consume: (tx) => consumeProof(tx, proof) };
}

export const hashOfRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** @param id of the row */
export function sealSecret({ app }: Scope, id: string, secret: Uint8Array): Buffer {
  return sealText(app.secrets.key('factors'), id, Buffer.from(secret).toString('hex'));
}

/** @throws Error for a secret that was sealed under another APP_SECRET */
function openSecret({ app }: Scope, { id, sealedSecret }: store.StoredTotp): Buffer {
  const text = unsealText(app.secrets.keys('factors'), id, sealedSecret);
  if (text === null) throw new Error(`the secret of the authenticator app ${id} cannot be read under this APP_SECRET`);
  return Buffer.from(text, 'hex');
}

/**
 * Compares a code of an authenticator app.
 * @returns null if it is wrong or its time step was used; else how to use it up: false if somebody else just did
 */
export function matchCode(scope: Scope, totp: store.StoredTotp, code: string): ((tx: Db) => Promise<boolean>) | null {
  const secret = openSecret(scope, totp);
  const step = matchTotp(secret, code, { now: scope.now, lastStep: totp.lastStep });
  if (step === null) return null;
  // Sealed again, so that it is under the present APP_SECRET from now on.
  return (tx) => store.useStep(tx, totp, { step, sealedSecret: sealSecret(scope, totp.id, secret) });
}

interface Attempt {
  /** Clears the client's wrong codes, and takes this one back from the account's. */
  clear(): Promise<void>;
}

/** Counts an attempt before the comparison, so that parallel guesses count too. @throws ApiError rate_limited */
async function countAttempt(scope: Scope, owner: AlertOwner, letIn: string | undefined): Promise<Attempt> {
  const { app, request } = scope;
  const { accountId } = owner;
  const device = await knownDevice(scope, dbOf(scope, owner), owner);
  const own = [FACTOR_LIMITS.wrong, FACTOR_LIMITS.wrongOfDay].flatMap((limit) =>
    device === null
      ? limits.networkCounters(limit, request.ip, accountId)
      : [{ limit, subject: `${accountId}\0${device}` }],
  );
  limits.refuseExcess(own, await limits.count(app, own));
  const ofAccount = device === null ? [{ limit: FACTOR_LIMITS.ofAccount, subject: accountId }] : [];
  const [everywhere] = await limits.count(app, ofAccount);
  const tries = everywhere?.count ?? 0;
  if (tries === FACTOR_LIMITS.ofAccount.max) alertFailures(scope, owner, 'codes');
  if (tries > FACTOR_LIMITS.ofAccount.max && !(letIn !== undefined && (await opensTry(scope, owner, letIn))))
    await limits.spend(app, FACTOR_LIMITS.ofAccountSlow, accountId).catch(async (cause: unknown) => {
      await mailLetIn(scope, owner);
      throw cause instanceof ApiError
        ? new ApiError('rate_limited', `${cause.message} ${t(LET_IN_SENT)}`, { headers: cause.headers, cause })
        : cause;
    });
  return { clear: () => limits.refund(app, [...own, ...ofAccount]) };
}

/** A recovery code can't be guessed, so the wrong codes of others keep nobody's out. @throws ApiError rate_limited */
async function countRecovery({ app, request }: Scope): Promise<Attempt> {
  const own = limits.networkCounters(FACTOR_LIMITS.recovery, request.ip);
  limits.refuseExcess(own, await limits.count(app, own));
  return { clear: () => limits.refund(app, own) };
}

function refuse(scope: Scope, { accountId, email }: AlertOwner, event: 'factor wrong' | 'factor limited'): void {
  logSecurityEvent(scope, { event, reason: 'second factor', accountId, address: email });
}

/**
 * Counts and checks a code of the account. Never call it inside a transaction: a rollback would undo the count.
 * @param text what the person typed
 * @param options.letIn the token of a mailed link, which opens one try
 * @throws ApiError invalid, with one sentence for every reason; rate_limited
 */
export async function checkFactorCode(
  scope: Scope,
  owner: AlertOwner,
  text: string,
  { letIn }: { readonly letIn?: string | undefined } = {},
): Promise<FactorProof> {
  const isRecovery = readFactorCode(text)?.kind === 'recovery';
  const counted = isRecovery ? countRecovery(scope) : countAttempt(scope, owner, letIn);
  const attempt = await counted.catch((cause: unknown) => {
    refuse(scope, owner, 'factor limited');
    throw cause;
  });
  const proof = await compare(scope, owner, text);
  if (!proof) {
    refuse(scope, owner, 'factor wrong');
    throw wrongFactor();
  }
  await attempt.clear();
  return proof;
}

async function compare(scope: Scope, owner: AlertOwner, text: string): Promise<FactorProof | null> {
  const typed = readFactorCode(text);
  const db = dbOf(scope, owner);
  if (typed?.kind === 'totp') {
    const totp = await store.findTotp(db, owner);
    const consume = totp?.confirmedAt ? matchCode(scope, totp, typed.code) : null;
    return consume && { by: 'totp', consume: async (tx) => refuseUsed(await consume(tx)) };
  }
  if (typed?.kind !== 'recovery') return null;
  const hash = hashOfRecoveryCode(typed.code);
  if (!(await store.hasRecoveryCode(db, owner, hash))) return null;
  return {
    by: 'recovery',
    consume: async (tx) => {
      refuseUsed(await store.useRecoveryCode(tx, owner, hash));
      const { recoveryCodes: left } = await store.countFactors(tx, owner);
      const facts = { ...securityMailFacts(scope, owner), left };
      await mailOwner(tx, owner, 'factor-recovery-used', () => recoveryCodeUsed(facts));
    },
  };
}

function refuseUsed(isFirst: boolean): void {
  if (!isFirst) throw wrongFactor();
}
