/** The second factors of an account, as its owner manages them (docs/contract.md, Second factors). */
import { randomBytes, randomUUID } from 'node:crypto';
import { requireOwner } from '../../accounts/ownership/service.ts';
import { qrDrawing } from '../../accounts/qr.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { readFactorCode, readRecoveryCode } from '../../core/factor-codes.ts';
import type { Db } from '../../db/client.ts';
import { type FactorChange, factorChanged } from '../../mail/templates/factors.ts';
import type { Result, Scope } from '../../scope.ts';
import { securityMailFacts } from '../alerts/service.ts';
import { changeOwnAccess, dbOf, outdateOtherSessions, ownerOfCall, recordOwnAccess } from '../own-account/service.ts';
import { mailOwner } from '../owner-mail/service.ts';
import type * as contracts from './contract.ts';
import { keepOneFactor, meetDemand } from './demand/service.ts';
import { hashOfRecoveryCode, matchCode, sealSecret, wrongFactor } from './proofs/service.ts';
import { RECOVERY, recoveryCodeOf } from './recovery.rules.ts';
import { refuseFactorOfOthers } from './resets/service.ts';
import * as store from './store.ts';
import { TOTP, totpSecretText, totpUri } from './totp.rules.ts';

export async function getFactors(scope: Scope): Promise<Result<OutputOf<typeof contracts.getAdminFactors>>> {
  const owner = ownerOfCall(scope);
  const { totpSince, passkeys, recoveryCodes } = await store.countFactors(dbOf(scope, owner), owner);
  return { data: { appSince: totpSince?.toISOString() ?? null, passkeys, recoveryCodes } };
}

const hasApp = (): ApiError =>
  new ApiError('conflict', 'You have an authenticator app already. Please remove it first.');

/** @throws ApiError conflict with an app */
export async function addApp(scope: Scope): Promise<Result<OutputOf<typeof contracts.addAdminApp>>> {
  const secret = randomBytes(TOTP.secretBytes);
  const { email } = await changeOwnAccess(scope, async (tx, owner) => {
    await refuseFactorOfOthers(tx, owner);
    if ((await store.findTotp(tx, owner))?.confirmedAt) throw hasApp();
    const id = randomUUID();
    await store.insertTotp(tx, owner, { id, sealedSecret: sealSecret(scope, id, secret) });
    return owner;
  });
  const uri = totpUri(secret, { issuer: mailBrand(scope).name, account: email });
  return { data: { secret: totpSecretText(secret), uri, qr: qrDrawing(uri, 'M') } };
}

/** @throws ApiError invalid for a wrong code; conflict with an app, or without a secret */
export async function confirmApp(
  scope: Scope,
  { code }: InputOf<typeof contracts.confirmAdminApp>,
): Promise<Result<null>> {
  await changeOwnAccess(scope, async (tx, owner) => {
    await refuseFactorOfOthers(tx, owner);
    const totp = await store.findTotp(tx, owner);
    if (totp?.confirmedAt) throw hasApp();
    if (!totp) throw new ApiError('conflict', 'Please add the authenticator app again.');
    const typed = readFactorCode(code);
    const use = typed?.kind === 'totp' ? matchCode(scope, totp, typed.code) : null;
    if (!use || !(await use(tx))) throw wrongFactor();
    await meetDemand(tx, owner);
    await outdateOtherSessions(tx, scope);
    await note(tx, scope, 'app-added');
  });
  return {};
}

/** @throws ApiError conflict without an app, and for the last factor where one is needed */
export async function deleteApp(scope: Scope): Promise<Result<null>> {
  await changeOwnAccess(scope, async (tx, owner) => {
    if (!(await store.deleteTotp(tx, owner))) throw new ApiError('conflict', 'You have no authenticator app.');
    await keepOneFactor(tx, scope, owner);
    await store.dropSpareCodes(tx, owner);
    await note(tx, scope, 'app-removed');
  });
  return {};
}

/** @throws ApiError conflict without a second factor */
export async function addRecoveryCodes(
  scope: Scope,
): Promise<Result<OutputOf<typeof contracts.addAdminRecoveryCodes>>> {
  const codes = Array.from({ length: RECOVERY.codes }, () => recoveryCodeOf(randomBytes(RECOVERY.bytes)));
  await changeOwnAccess(scope, async (tx, owner) => {
    await requireOwner(tx, owner);
    const { passkeys, totpSince } = await store.countFactors(tx, owner);
    if (passkeys === 0 && totpSince === null)
      throw new ApiError('conflict', 'Please add an authenticator app or a passkey first.');
    await store.insertRecoveryCodes(tx, owner, codes.map(hashOf));
  });
  return { data: { codes } };
}

const hashOf = (code: string): Buffer => hashOfRecoveryCode(readRecoveryCode(code) ?? '');

/** @throws ApiError invalid for a code that is not one of the new ones */
export async function confirmRecoveryCodes(
  scope: Scope,
  { code }: InputOf<typeof contracts.confirmAdminRecoveryCodes>,
): Promise<Result<null>> {
  await changeOwnAccess(scope, async (tx, owner) => {
    if (!(await store.confirmRecoveryCodes(tx, owner, hashOf(code))))
      throw new ApiError('invalid', 'This is not one of the new recovery codes. Please check it.', { field: 'code' });
    await note(tx, scope, 'codes-made');
  });
  return {};
}

/** For an account that is deleted. */
export const forgetFactors = store.deleteFactors;

const ACTIONS = { 'app-added': 'factor.add', 'app-removed': 'factor.delete', 'codes-made': 'factor.codes' } as const;

/** Mails the owner and writes the audit entry. */
async function note(tx: Db, scope: Scope, what: FactorChange): Promise<void> {
  const owner = ownerOfCall(scope);
  const facts = { ...securityMailFacts(scope, owner), change: what };
  await mailOwner(tx, owner, `factor-${what}`, () => factorChanged(facts));
  await recordOwnAccess(tx, scope, ACTIONS[what]);
}
