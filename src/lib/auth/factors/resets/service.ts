/**
 * Resets of second factors: by another admin or the operator of the server, and of recent ones by a new password by mail
 * (docs/contract.md, Second factors). The owner still needs the password, so a reset gives nobody access; for 72 hours it keeps
 * the account from changing where money or tokens go.
 */
import { requireOwner } from '../../../accounts/ownership/service.ts';
import { QUIET_HOURS } from '../../../accounts/rules.ts';
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { actorOf, type Scope } from '../../../scope.ts';
import type { KeysEndedBy } from '../../api-keys/service.ts';
import { endAccessOf } from '../../sessions/service.ts';
import { renewGrace } from '../demand/service.ts';
import { deleteFactors, dropSpareCodes, type FactorOwner } from '../store.ts';
import * as store from './store.ts';

/** Removes all second factors of an account that is locked, and ends its sessions and API keys. @returns how many it had */
export async function resetFactorsIn(
  tx: Db,
  owner: { readonly companyId: string; readonly accountId: string },
  by: KeysEndedBy,
): Promise<number> {
  const count = await deleteFactors(tx, owner);
  await renewGrace(tx, owner);
  await store.markReset(tx, owner.companyId, owner.accountId);
  await endAccessOf(tx, owner, by);
  return count;
}

/** A factor that was added in so many days before a new password by mail may be a thief's: its owner had a mail about it. */
const RECENT_DAYS = 7;

/**
 * Removes the factors of the last days of an account whose owner has just set a password by mail, and starts its quiet hours. Older
 * ones stay: a mailbox alone is not enough. In the quiet hours after a move to another address all stay. Lock the account first.
 */
export async function dropRecentFactors(
  tx: Db,
  owner: { readonly companyId: string; readonly accountId: string },
): Promise<store.DroppedFactors | null> {
  if (await store.isMoved(tx, owner, QUIET_HOURS)) return null;
  const dropped = await store.deleteRecent(tx, owner, RECENT_DAYS);
  if (dropped.passkeys === 0 && !dropped.hasApp && !dropped.hasCodes) return null;
  await dropSpareCodes(tx, owner);
  await renewGrace(tx, owner);
  await store.markReset(tx, owner.companyId, owner.accountId);
  return dropped;
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

/**
 * Call it where a factor is added. The reader of a new address adds none before the reader of the old one had time to answer, and
 * nobody does with a password that an admin gave.
 * @throws ApiError conflict
 */
export async function refuseFactorOfOthers(tx: Db, owner: FactorOwner): Promise<void> {
  const { companyId, accountId } = owner;
  await requireOwner(tx, owner);
  if (companyId !== null && (await store.wasMoved(tx, companyId, accountId, QUIET_HOURS)))
    throw new ApiError('conflict', FACTOR_AFTER_MOVE);
}
