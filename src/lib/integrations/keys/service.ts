/**
 * API keys (docs/contract.md, API keys). A key acts as the admin who made it, with less: it makes only calls that name a scope,
 * it never re-authenticates, and it is never the second of two admins. The database stores the SHA-256 of a key alone.
 */
import { createHash, randomInt } from 'node:crypto';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import type { KeyScope } from '../../core/key-scopes.ts';
import { inTransaction } from '../../db/client.ts';
import { keyAdded } from '../../mail/templates/integrations.ts';
import { type Actor, actorOf, type Scope, type UseCase } from '../../scope.ts';
import { isIn, isNetwork } from '../networks.ts';
import type * as calls from './calls.ts';
import { KEYS_MAX } from './calls.ts';
import { keyView } from './mapper.ts';
import { BASE62, DAMAGED, hintOf, isKey, isWhole, keyOf, refusalOf, SECRET_LENGTH, UNKNOWN } from './rules.ts';
import * as store from './store.ts';

export { isKey };

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

function makeKey(): string {
  return keyOf(Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join(''));
}

/**
 * The account that acts by an API key.
 * @param needed the scope of the call; null for a call that takes no keys
 * @throws ApiError unauthenticated for a key that opens nothing here; forbidden for a call that it may not make
 */
export async function actorOfKey(scope: Scope, key: string, needed: KeyScope | null): Promise<Actor> {
  if (!isWhole(key)) throw new ApiError('unauthenticated', DAMAGED);
  const row = await store.findKey(scope.db, scope.company.id, hashOf(key));
  if (!row) throw new ApiError('unauthenticated', UNKNOWN);
  const isFromNetwork = row.networks.length === 0 || isIn(row.networks, scope.request.ip);
  const refusal = refusalOf({ ...row, isFromNetwork }, needed);
  if (refusal) throw new ApiError(refusal.code, refusal.text);
  if (row.isStale) await store.touchKey(scope.db, scope.company.id, row.id);
  const { role, email, name, memberId, isApproved, profileImageId } = row;
  return {
    ...{ role, email, name, memberId, isApproved, profileImageId },
    kind: 'admin',
    id: row.userId,
    apiKey: row.hint,
    // The id of no session, and the time of no sign-in.
    sessionId: row.id,
    isConfirmed: false,
    authenticatedAt: new Date(0),
    passwordGivenAt: null,
    factorGraceLeft: null,
    unreadNotifications: 0,
  };
}

export const listKeys: UseCase<typeof calls.listKeys> = async ({ db, company }) => ({
  data: { records: (await store.listKeys(db, company.id)).map(keyView) },
});

/** @throws ApiError invalid for what is not an address; conflict above the bound */
export const addKey: UseCase<typeof calls.addKey> = async (scope, { name, scopes, days, networks = [] }) => {
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    throw new ApiError('invalid', `${wrong} is neither an IP address nor a network, as 203.0.113.0/24.`, {
      field: 'networks',
    });
  const key = makeKey();
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  const row = await inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, companyId);
    await lockRecentSession(tx, scope);
    if ((await store.countKeys(tx, companyId)) >= KEYS_MAX)
      throw new ApiError(
        'conflict',
        `The company has ${KEYS_MAX} API keys. Revoke one that is not used any more first.`,
      );
    const chosen = { name, scopes: [...new Set(scopes)], networks: [...new Set(networks)], hint: hintOf(key) };
    const added = await store.insertKey(tx, { ...chosen, companyId, createdBy: actor.id, hash: hashOf(key), days });
    await record(tx, {
      scopeId: companyId,
      actor,
      action: 'key.add',
      subjectKind: 'api_key',
      subjectId: added.id,
      after: { ...chosen, expiresAt: added.expiresAt.toISOString() },
    });
    const letter = keyAdded({
      brand: mailBrand(scope),
      ...chosen,
      by: actor.name,
      expiresAt: added.expiresAt,
      at: added.createdAt,
    });
    await notifyAdmins(tx, scope, 'key-added', letter);
    return added;
  });
  return { data: { key, record: keyView(row) } };
};

/** @throws ApiError not_found, also for a key that was revoked before */
export const revokeKey: UseCase<typeof calls.revokeKey> = async (scope, { id }) => {
  const actor = actorOf(scope);
  await inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, scope.company.id);
    await lockRecentSession(tx, scope);
    const key = await store.revokeKey(tx, scope.company.id, id, actor.id);
    if (!key) throw notFound('API key');
    await record(tx, {
      scopeId: scope.company.id,
      actor,
      action: 'key.revoke',
      subjectKind: 'api_key',
      subjectId: id,
      before: key,
    });
  });
  return { data: null };
};
