/**
 * Proofs by passkey: a signature over our challenge by a key that an account has enrolled (docs/contract.md, Passkeys). The
 * authenticator has checked the person, by finger, face or PIN, so a passkey alone is two factors.
 */
import { randomBytes } from 'node:crypto';
import { logSecurityEvent } from '../../../audit/security-events/service.ts';
import { publicOriginOf } from '../../../companies/service.ts';
import { ApiError } from '../../../core/errors.ts';
import { cleanLine } from '../../../core/text.ts';
import type { Db } from '../../../db/client.ts';
import { PLATFORM_ID } from '../../../db/schema/schema.ts';
import type { Scope } from '../../../scope.ts';
import {
  type ChallengeKey,
  type CheckedChallenge,
  checkChallenge,
  consumeChallenge,
  makeChallenge,
} from '../challenges/service.ts';
import { type Assertion, PASSKEY_REFUSED, type RequestOptions } from '../contract.ts';
import { PASSKEY_POLICY, type PasskeySite, passkeySiteOf } from '../rules.ts';
import * as store from '../store.ts';

/** Loaded with its first use: it takes a tenth of a second, and most nodes never verify a passkey. */
export const webauthn = () => import('@simplewebauthn/server');

/**
 * Where passkeys of the platform's accounts work: at the deployment's own address, never at a company's host: the owner of a
 * company's domain could serve a page there that uses the passkeys of this domain.
 */
export function platformSite({ app, origins }: Pick<Scope, 'app' | 'origins'>): PasskeySite {
  const origin = publicOriginOf(app, null);
  return passkeySiteOf(origin, origins.has(origin));
}

/** Where passkeys of the company's accounts work: at the address to which its mails lead. */
export function companySite({ origin, origins }: Pick<Scope, 'origin' | 'origins'>): PasskeySite {
  return passkeySiteOf(origin, origins.has(origin));
}

/** @param scopeId the company, or `PLATFORM_ID` */
export function siteOf(scope: Scope, scopeId: string): PasskeySite {
  return scopeId === PLATFORM_ID ? platformSite(scope) : companySite(scope);
}

/**
 * @param scopeId the company, or `PLATFORM_ID`
 * @throws ApiError conflict where passkeys are not possible, with the reason
 */
export function requireSite(scope: Scope, scopeId: string): { readonly origin: string; readonly rpId: string } {
  const { origin, rpId, problem } = siteOf(scope, scopeId);
  if (rpId === null || problem !== null) throw new ApiError('conflict', problem ?? PASSKEY_REFUSED);
  return { origin, rpId };
}

export const refusedPasskey = (cause?: unknown): ApiError => new ApiError('invalid', PASSKEY_REFUSED, { cause });

export const newBinding = (): string => randomBytes(32).toString('base64url');

type Described = RequestOptions['allowCredentials'][number];

export function describePasskey(row: Pick<store.ListedPasskey, 'credential_id' | 'transports'>): Described {
  return { type: 'public-key', id: row.credential_id.toString('base64url'), transports: row.transports };
}

/**
 * @param allowed the passkeys of the account; empty where the passkey says whose it is
 * @throws ApiError conflict where passkeys are not possible
 */
export function requestOptions(scope: Scope, key: ChallengeKey, allowed: readonly Described[]): RequestOptions {
  return {
    challenge: makeChallenge(scope, key),
    rpId: requireSite(scope, key.scopeId).rpId,
    allowCredentials: [...allowed],
    userVerification: 'required',
    timeout: PASSKEY_POLICY.challengeSeconds * 1000,
  };
}

/** A proof that was right at the time of the check. `consumeProof` must still use it up. */
export interface CheckedProof {
  readonly accountId: string;
  readonly passkey: Pick<store.StoredPasskey, 'id' | 'scopeId'>;
  readonly counter: number;
  readonly challenge: CheckedChallenge;
}

/**
 * Checks an assertion: its key, challenge, origin, host, account, user verification, counter and signature.
 * @throws ApiError invalid, with the same sentence for every reason; the log has the reason
 */
export async function checkAssertion(
  scope: Scope,
  db: Db,
  key: ChallengeKey,
  assertion: Assertion,
): Promise<CheckedProof> {
  const site = requireSite(scope, key.scopeId);
  const passkey = await store.findByCredential(db, key.scopeId, Buffer.from(assertion.id, 'base64url'));
  try {
    if (!passkey) throw new Error('unknown passkey');
    if (passkey.rpId !== site.rpId) throw new Error('passkey of another host');
    if (Buffer.from(assertion.response.userHandle, 'base64url').toString() !== passkey.accountId)
      throw new Error('passkey of another account');
    return await verifyAssertion({ scope, site, key, passkey }, assertion);
  } catch (cause) {
    logRefusal(scope, { credentialId: assertion.id, accountId: passkey?.accountId ?? null, cause });
    throw refusedPasskey(cause);
  }
}

interface Expected {
  readonly scope: Scope;
  readonly site: { readonly origin: string; readonly rpId: string };
  readonly key: ChallengeKey;
  readonly passkey: store.StoredPasskey;
}

/** @throws Error with the reason of the refusal */
async function verifyAssertion(
  { scope, site, key, passkey }: Expected,
  { id, type, response }: Assertion,
): Promise<CheckedProof> {
  const { verifyAuthenticationResponse } = await webauthn();
  refuseFrames(response);
  let challenge: CheckedChallenge | null = null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type, clientExtensionResults: {}, response },
    expectedChallenge: (sent) => {
      challenge = checkChallenge(scope, key, sent);
      return challenge !== null;
    },
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  });
  if (!verified || challenge === null) throw new Error('wrong signature');
  return { accountId: passkey.accountId, passkey, counter: authenticationInfo.newCounter, challenge };
}

/** The library accepts a page within a frame of another site. @throws Error if the browser says that it is one */
export function refuseFrames({ clientDataJSON }: { readonly clientDataJSON: string }): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  if (crossOrigin !== undefined && crossOrigin !== false) throw new Error('page within a frame');
}

/** @param cause its message may quote what the client sent */
export function logRefusal(
  scope: Scope,
  { credentialId, accountId, cause }: { credentialId: string; accountId: string | null; cause: unknown },
): void {
  const reason = cleanLine(cause instanceof Error ? cause.message : String(cause)).slice(0, 120);
  logSecurityEvent(scope, { event: 'passkey refused', reason, accountId, address: credentialId });
}

/**
 * Uses a proof up, in the transaction of what it allows.
 * @throws ApiError invalid if the challenge was used, or the passkey removed or used with a higher counter, since the check
 */
export async function consumeProof(tx: Db, { challenge, passkey, counter }: CheckedProof): Promise<void> {
  if (!(await consumeChallenge(tx, challenge))) throw refusedPasskey(new Error('used challenge'));
  if (!(await store.markPasskeyUsed(tx, passkey, counter))) throw refusedPasskey(new Error('removed or used passkey'));
}
