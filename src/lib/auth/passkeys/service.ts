/** The passkeys of an account: enrolled, named, listed and removed by its owner (docs/contract.md, Passkeys). */
import { mailBrand } from '../../companies/service.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { t } from '../../core/texts.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID, type SessionKind } from '../../db/schema/schema.ts';
import { type PasskeyChange, passkeyChanged } from '../../mail/templates/security.ts';
import { actorOf, type Result, type Scope } from '../../scope.ts';
import { securityMailFacts } from '../alerts/service.ts';
import { keepOneFactor, meetDemand } from '../factors/demand/service.ts';
import { refuseFactorOfOthers } from '../factors/resets/service.ts';
import { dropSpareCodes } from '../factors/store.ts';
import { changeOwnAccess, dbOf, outdateOtherSessions, ownerOfCall, recordOwnAccess } from '../own-account/service.ts';
import { mailOwner } from '../owner-mail/service.ts';
import {
  describePasskey,
  logRefusal,
  refusedPasskey,
  refuseFrames,
  requireSite,
  siteOf,
  webauthn,
} from './assertions/service.ts';
import {
  type ChallengeKey,
  type CheckedChallenge,
  checkChallenge,
  consumeChallenge,
  makeChallenge,
} from './challenges/service.ts';
import type * as contracts from './contract.ts';
import type { Attestation, CreationOptions, PasskeyRecord } from './contract.ts';
import { PASSKEY_POLICY } from './rules.ts';
import * as store from './store.ts';

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what the authenticators of today make. */
const ALGORITHMS = [-8, -7, -257];

/** Tells the passkeys of an area apart where the browser lists them. */
const RP_SUFFIX: Readonly<Record<SessionKind, string>> = { member: '', admin: ' Admin', super: ' Super Admin' };

const scopeIdOf = (scope: Scope): string => ownerOfCall(scope).companyId ?? PLATFORM_ID;

const keyOf = (scope: Scope): ChallengeKey => ({
  use: 'add',
  scopeId: scopeIdOf(scope),
  boundTo: actorOf(scope).sessionId,
});

function recordOf(scope: Scope, row: store.ListedPasskey): PasskeyRecord {
  return {
    id: row.id,
    name: row.name,
    host: row.rp_id,
    isUsable: row.rp_id === siteOf(scope, scopeIdOf(scope)).rpId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

function listOwn(scope: Scope): Promise<store.ListedPasskey[]> {
  const owner = ownerOfCall(scope);
  return store.listPasskeysOf(dbOf(scope, owner), owner);
}

export async function listPasskeys(scope: Scope): Promise<Result<OutputOf<typeof contracts.listPasskeys>>> {
  const rows = await listOwn(scope);
  return { data: { records: rows.map((row) => recordOf(scope, row)) } };
}

const tooManyPasskeys = (): ApiError =>
  new ApiError(
    'conflict',
    t('You have {count} passkeys. Please remove one first.', { count: PASSKEY_POLICY.perAccountMax }),
  );

/** @throws ApiError conflict where passkeys are not possible, or with ten passkeys */
export async function requestPasskey(scope: Scope): Promise<Result<CreationOptions>> {
  const { id, email, kind } = actorOf(scope);
  const { rpId } = requireSite(scope, scopeIdOf(scope));
  const rows = await listOwn(scope);
  if (rows.length >= PASSKEY_POLICY.perAccountMax) throw tooManyPasskeys();
  return {
    data: {
      challenge: makeChallenge(scope, keyOf(scope)),
      rp: { id: rpId, name: `${mailBrand(scope).name}${RP_SUFFIX[kind]}` },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: rows.filter((row) => row.rp_id === rpId).map(describePasskey),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: PASSKEY_POLICY.challengeSeconds * 1000,
    },
  };
}

/** @throws ApiError invalid, conflict if the passkey was added before or there are ten */
export async function addPasskey(
  scope: Scope,
  { name, credential }: InputOf<typeof contracts.addPasskey>,
): Promise<Result<PasskeyRecord>> {
  const { id: accountId } = actorOf(scope);
  const { passkey, challenge } = await checkAttestation(scope, credential).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    logRefusal(scope, { credentialId: credential.id, accountId, cause });
    throw refusedPasskey(cause);
  });
  const row = await changeOwnAccess(scope, async (tx, owner) => {
    await refuseFactorOfOthers(tx, owner);
    if (!(await consumeChallenge(tx, challenge))) throw refusedPasskey(new Error('used challenge'));
    if ((await store.listPasskeysOf(tx, owner)).length >= PASSKEY_POLICY.perAccountMax) throw tooManyPasskeys();
    const added = await store.insertPasskey(tx, owner, { ...passkey, name });
    if (!added) throw new ApiError('conflict', 'This passkey has already been added.');
    await meetDemand(tx, owner);
    await outdateOtherSessions(tx, scope);
    await noteChange(tx, scope, { id: added.id, name, change: 'added' });
    return added;
  });
  return { data: recordOf(scope, row) };
}

/** @throws Error with the reason if the credential is not a new one that answers our challenge */
async function checkAttestation(
  scope: Scope,
  { id, type, response }: Attestation,
): Promise<{ passkey: Omit<store.NewPasskey, 'name'>; challenge: CheckedChallenge }> {
  const { origin, rpId } = requireSite(scope, scopeIdOf(scope));
  const { verifyRegistrationResponse } = await webauthn();
  refuseFrames(response);
  await refuseCertificates(response.attestationObject);
  let challenge: CheckedChallenge | null = null;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type, clientExtensionResults: {}, response: { ...response, transports: [] } },
    expectedChallenge: (sent) => {
      challenge = checkChallenge(scope, keyOf(scope), sent);
      return challenge !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified || challenge === null) throw new Error('the attestation is wrong');
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  if (credentialId !== id) throw new Error('the credential id differs');
  const { transports } = response;
  return {
    passkey: {
      rpId,
      credentialId: Buffer.from(credentialId, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
    },
    challenge,
  };
}

/**
 * Attestation is not requested, so no browser sends certificates. The library would check them, and for some formats fetch
 * revocation lists from addresses that the certificate names.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`attestation ${format}`);
}

/** @throws ApiError not_found */
export async function updatePasskey(
  scope: Scope,
  input: InputOf<typeof contracts.updatePasskey>,
): Promise<Result<PasskeyRecord>> {
  const owner = ownerOfCall(scope);
  const row = await inTransaction(dbOf(scope, owner), async (tx) => {
    const renamed = await store.renamePasskey(tx, owner, input);
    if (!renamed) throw notFound('Passkey');
    await recordOwnAccess(tx, scope, 'passkey.update', { passkeyId: renamed.id });
    return renamed;
  });
  return { data: recordOf(scope, row) };
}

/** @throws ApiError not_found */
export async function deletePasskey(
  scope: Scope,
  { id }: InputOf<typeof contracts.deletePasskey>,
): Promise<Result<null>> {
  await changeOwnAccess(scope, async (tx, owner) => {
    const name = await store.deletePasskey(tx, owner, id);
    if (name === null) throw notFound('Passkey');
    await keepOneFactor(tx, scope, owner);
    await dropSpareCodes(tx, owner);
    await noteChange(tx, scope, { id, name, change: 'removed' });
  });
  return {};
}

/** Mails the owner and writes the audit entry. */
async function noteChange(
  tx: Db,
  scope: Scope,
  { id, name, change }: { id: string; name: string; change: PasskeyChange },
): Promise<void> {
  const owner = ownerOfCall(scope);
  const facts = { ...securityMailFacts(scope, owner), passkey: name, change };
  await mailOwner(tx, owner, `passkey-${change}`, () => passkeyChanged(facts));
  await recordOwnAccess(tx, scope, change === 'added' ? 'passkey.add' : 'passkey.delete', { passkeyId: id });
}
