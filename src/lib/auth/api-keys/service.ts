/**
 * Ends the API keys of an account with its password: a thief who knew the old one could have made a key, or read one
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

/**
 * Call it with the account locked against sign-ins and against new keys.
 * @param cause the action that ends them
 */
export async function endKeysOf(
  tx: Db,
  maker: { readonly companyId: string; readonly accountId: string },
  by: { readonly actor: Actor | null; readonly cause: 'password.update' | 'password.reset' | 'password.give' },
): Promise<void> {
  for (const { id, name, hint } of await store.revokeKeysOf(tx, maker))
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
