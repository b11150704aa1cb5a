/**
 * Resets of second factors by somebody else: another admin, or the operator of the server (docs/contract.md, Second factors). The
 * owner still needs the password, so a reset gives nobody access; for 72 hours it keeps the account from changing where money or
 * tokens go.
 */
import { QUIET_HOURS } from '../../../accounts/rules.ts';
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { actorOf, type Scope } from '../../../scope.ts';
import { endSessionsOf } from '../../sessions/service.ts';
import { renewGrace } from '../demand/service.ts';
import { deleteFactors } from '../store.ts';
import * as store from './store.ts';

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

/**
 * Call it in the transaction of a change of where money goes.
 * @throws ApiError conflict with this text, in the quiet hours after somebody else moved the caller's account or removed its factors
 */
export async function refuseWhenQuiet(tx: Db, scope: Scope, text: string): Promise<void> {
  if (await store.isQuiet(tx, scope.company.id, actorOf(scope).id, QUIET_HOURS)) throw new ApiError('conflict', text);
}

const FACTOR_AFTER_MOVE =
  'For 72 hours after our team changed your email, no second factor can be added. Please try again later.';

/** The reader of a new address adds no factor before the reader of the old one had time to answer. @throws ApiError conflict */
export async function refuseFactorWhenMoved(
  tx: Db,
  { companyId, accountId }: { readonly companyId: string | null; readonly accountId: string },
): Promise<void> {
  if (companyId !== null && (await store.wasMoved(tx, companyId, accountId, QUIET_HOURS)))
    throw new ApiError('conflict', FACTOR_AFTER_MOVE);
}
