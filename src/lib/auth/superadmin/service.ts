/**
 * Sign-in of super admins, by mailed code or by passkey, and without a password. It belongs to the platform, not to the site's
 * company.
 */
import { mailBrand } from '../../companies/service.ts';
import type { InputOf } from '../../core/contract.ts';
import type { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { superAdminCode } from '../../mail/templates/auth.ts';
import type { Result, Scope, UseCase } from '../../scope.ts';
import { type AlertOwner, isNewDevice, mailNewDevice } from '../alerts/service.ts';
import type * as calls from '../calls.ts';
import type * as contracts from '../contract.ts';
import { knownDevice, rememberDevice } from '../devices/service.ts';
import { noteDemand } from '../factors/demand/service.ts';
import { beginSecondStep, factorKindsOf, type SecondStep } from '../factors/pending/service.ts';
import * as codes from '../otp/service.ts';
import {
  checkAssertion,
  consumeProof,
  newBinding,
  refusedPasskey,
  requestOptions,
} from '../passkeys/assertions/service.ts';
import type * as passkeyCalls from '../passkeys/calls.ts';
import type { ChallengeKey } from '../passkeys/challenges/service.ts';
import type * as passkeyContracts from '../passkeys/contract.ts';
import { PASSKEY_POLICY } from '../passkeys/rules.ts';
import { OTP_POLICY } from '../rules.ts';
import { type SignedIn, signedIn, startSession } from '../sessions/service.ts';
import { findSuperAdmin, findSuperAdminById, lockSuperAdmin, type SuperAdmin } from './store.ts';

const keyOf = (address: string): codes.CodeKey => ({ purpose: 'super', scopeId: PLATFORM_ID, address });

export const requestSuperAdminCode: UseCase<typeof calls.requestSuperAdminCode> = async (scope, input) => {
  const db = scope.app.database.platform;
  const account = await findSuperAdmin(db, input.email);
  const isUsable = account !== null;
  return codes.sendCode(scope, db, keyOf(input.email), {
    isUsable,
    accountId: account?.id ?? null,
    challenge: input.challenge,
    mail: (code) => ({
      companyId: null,
      to: input.email,
      kind: 'super-admin-code',
      discard: !isUsable,
      ...superAdminCode({ brand: mailBrand(scope), code, validSeconds: OTP_POLICY.super.ttlSeconds }),
    }),
  });
};

export async function loginSuperAdmin(
  scope: Scope,
  input: InputOf<typeof contracts.loginSuperAdmin>,
): Promise<SignedIn | Result<SecondStep>> {
  const db = scope.app.database.platform;
  const account = await findSuperAdmin(db, input.email);
  const owner = account && ownerOf(account);
  const code = await codes.checkCode(scope, db, keyOf(input.email), { code: input.otp, sent: input.challenge, owner });
  if (!owner) throw codes.wrongCode();
  const factors = await factorKindsOf(db, owner);
  if (factors.length > 0)
    return inTransaction(db, async (tx) => {
      await codes.consumeCode(tx, code);
      return beginSecondStep(tx, { ...owner, kind: 'super' }, factors);
    });
  return startSuperSession(scope, owner, {
    by: 'code',
    consume: (tx) => codes.consumeCode(tx, code),
    refused: codes.wrongCode,
  });
}

const passkeyKeyOf = (boundTo: string): ChallengeKey => ({ use: 'login', scopeId: PLATFORM_ID, boundTo });

/** Stores nothing, so that nobody can fill a table with it. @throws ApiError conflict where passkeys are not possible */
export const requestPasskeyLogin: UseCase<typeof passkeyCalls.requestPasskeyLogin> = async (scope) => {
  // The same for all tabs of a browser.
  const value = scope.request.client?.passkeyBinding ?? newBinding();
  const data = requestOptions(scope, passkeyKeyOf(value), []);
  return { data, cookies: [{ name: 'passkeyBinding', value, maxAgeSeconds: PASSKEY_POLICY.challengeSeconds }] };
};

/** No code and no mail is involved, so that nobody can use up what this sign-in needs. */
export async function loginByPasskey(
  scope: Scope,
  { credential }: InputOf<typeof passkeyContracts.loginByPasskey>,
): Promise<SignedIn> {
  const db = scope.app.database.platform;
  // Without its cookie, no challenge fits.
  const binding = scope.request.client?.passkeyBinding ?? newBinding();
  const proof = await checkAssertion(scope, db, passkeyKeyOf(binding), credential);
  const account = await findSuperAdminById(db, proof.accountId);
  if (!account) throw refusedPasskey();
  return startSuperSession(scope, ownerOf(account), {
    by: 'passkey',
    consume: (tx) => consumeProof(tx, proof),
    refused: refusedPasskey,
  });
}

export function ownerOf({ id, email, name }: SuperAdmin): AlertOwner {
  return { companyId: null, accountId: id, email, name };
}

/** What a super admin has proven who they are with. */
interface Proof {
  readonly by: 'code' | 'passkey' | 'totp' | 'recovery';
  /** Uses it up, in the transaction of the sign-in. */
  readonly consume: (tx: Db) => Promise<void>;
  /** For an account that was removed since. */
  readonly refused: () => ApiError;
}

export async function startSuperSession(scope: Scope, owner: AlertOwner, proof: Proof): Promise<SignedIn> {
  const db = scope.app.database.platform;
  const { accountId } = owner;
  const device = await knownDevice(scope, db, owner);
  const isNew = await isNewDevice(scope, accountId, device !== null);
  const started = await inTransaction(db, async (tx) => {
    if (!(await lockSuperAdmin(tx, accountId))) throw proof.refused();
    await proof.consume(tx);
    const account = { kind: 'super', companyId: null, accountId } as const;
    const session = await startSession(tx, scope.app.secrets, account, scope.request);
    await noteDemand(tx, scope, owner, session.id);
    const cookies = await rememberDevice(tx, scope, owner);
    if (isNew) await mailNewDevice(tx, scope, owner);
    await session.recordStart(tx, {
      ...(proof.by !== 'code' && { by: proof.by }),
      ...(isNew && { isNewDevice: true }),
    });
    return { session, cookies };
  });
  return signedIn('super', started);
}
