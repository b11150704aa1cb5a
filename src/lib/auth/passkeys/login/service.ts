/** Sign-in of members and admins by passkey alone: the authenticator has checked the person, so it is two factors. */
import * as accounts from '../../../accounts/store.ts';
import type { InputOf } from '../../../core/contract.ts';
import type { Scope, UseCase } from '../../../scope.ts';
import { knownDevice } from '../../devices/service.ts';
import { startAccountSession } from '../../login/service.ts';
import type { SignedIn } from '../../sessions/service.ts';
import { checkAssertion, consumeProof, newBinding, refusedPasskey, requestOptions } from '../assertions/service.ts';
import type * as calls from '../calls.ts';
import type { ChallengeKey } from '../challenges/service.ts';
import type * as contracts from '../contract.ts';
import { PASSKEY_POLICY } from '../rules.ts';

const keyOf = ({ company }: Scope, boundTo: string): ChallengeKey => ({ use: 'login', scopeId: company.id, boundTo });

type Input = InputOf<typeof contracts.loginAdminByPasskey>;

/** Stores nothing, so that nobody can fill a table with it. @throws ApiError conflict where passkeys are not possible */
export const requestPasskeyLogin: UseCase<typeof calls.requestAdminPasskeyLogin> = async (scope) => {
  // The same for all tabs of a browser.
  const value = scope.request.client?.passkeyBinding ?? newBinding();
  const data = requestOptions(scope, keyOf(scope, value), []);
  return { data, cookies: [{ name: 'passkeyBinding', value, maxAgeSeconds: PASSKEY_POLICY.challengeSeconds }] };
};

/** @throws ApiError invalid, also for an account that is no active admin of the site's company */
export function loginAdminByPasskey(scope: Scope, input: Input): Promise<SignedIn> {
  return loginBy(scope, input, 'admin');
}

/** @throws ApiError invalid, also for an account that may not sign in */
export function loginMemberByPasskey(scope: Scope, input: Input): Promise<SignedIn> {
  return loginBy(scope, input, 'member');
}

async function loginBy(scope: Scope, { credential }: Input, kind: 'member' | 'admin'): Promise<SignedIn> {
  const { company, db, request } = scope;
  // Without its cookie, no challenge fits.
  const binding = request.client?.passkeyBinding ?? newBinding();
  const proof = await checkAssertion(scope, db, keyOf(scope, binding), credential);
  const account = await accounts.findById(db, company.id, proof.accountId);
  if (!account) throw refusedPasskey();
  const device = await knownDevice(scope, db, { companyId: company.id, accountId: account.id });
  const used = { by: 'passkey', consume: (tx: Parameters<typeof consumeProof>[0]) => consumeProof(tx, proof) };
  return startAccountSession(scope, { kind, account, device, proof: used, refused: refusedPasskey });
}
