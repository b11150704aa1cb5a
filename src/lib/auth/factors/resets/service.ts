/**
 * Resets of second factors by somebody else: another admin, or the operator of the server (docs/contract.md, Second factors). The
 * owner still needs the password, so a reset gives nobody access; for a day it keeps the account from changing payees.
 */
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { actorOf, type Scope } from '../../../scope.ts';
import { endSessionsOf } from '../../sessions/service.ts';
import { renewGrace } from '../demand/service.ts';
import { deleteFactors } from '../store.ts';
import * as store from './store.ts';

/** Hours without changes of payees. */
const QUIET_HOURS = 24;

/** Removes all second factors of an account that is locked, and ends its sessions. @returns how many it had */
export async function resetFactorsIn(
  tx: Db,
  owner: { readonly companyId: string; readonly accountId: string },
): Promise<number> {
  const count = await deleteFactors(tx, owner);
  await renewGrace(tx, owner);
  await store.markReset(tx, owner.companyId, owner.accountId);
  await endSessionsOf(tx, owner);
  return count;
}

/** Call it in the transaction of a change of payees. @throws ApiError conflict for a day after a reset of the caller's factors */
export async function refuseAfterReset(tx: Db, scope: Scope): Promise<void> {
  if (await store.wasReset(tx, scope.company.id, actorOf(scope).id, QUIET_HOURS))
    throw new ApiError(
      'conflict',
      'Your second factors were removed in the last 24 hours. Until then another admin has to change the accounts that buyers pay to.',
    );
}
