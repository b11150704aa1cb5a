/**
 * Ends the API keys of an account whose sessions end because it may be in other hands: a thief could have made a key, or read one
 * (docs/contract.md, API keys).
 */
import { record } from '../../audit/service.ts';
import type { Db } from '../../db/client.ts';
import type { Actor, Scope } from '../../scope.ts';
import { actorOf } from '../../scope.ts';
import * as store from './store.ts';

/** How many working keys the caller made. */
export const countOwnKeys = (scope: Scope): Promise<number> =>
  store.countKeysOf(scope.db, { companyId: scope.company.id, accountId: actorOf(scope).id });

export interface KeysEndedBy {
  /** Null for the system, the operator and a link in a mail. */
  readonly actor: Actor | null;
  /** The action that ends them. */
  readonly cause:
    | 'password.update'
    | 'password.reset'
    | 'password.give'
    | 'user.update'
    | 'user.delete'
    | 'user.move.back'
    | 'factor.reset'
    | 'factor.clear';
}

/**
 * Revokes all keys that an account made. Call it with the account locked against sign-ins and against new keys.
 */
export async function endKeysOf(
  tx: Db,
  maker: { readonly companyId: string; readonly accountId: string },
  by: KeysEndedBy,
): Promise<void> {
  for (const { id, name, hint } of await store.revokeKeysOf(tx, maker, by.actor?.id ?? maker.accountId))
    await record(tx, {
      scopeId: maker.companyId,
      actor: by.actor,
      action: 'key.revoke',
      subjectKind: 'api_key',
      subjectId: id,
      before: { name, hint },
      after: { cause: by.cause },
    });
}
