/**
 * Where a company, or the platform, demands second factors of its admins (docs/contract.md, Second factors). An account without one
 * has three sign-ins to add one; the sessions after these can do nothing else.
 */
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { type Actor, actorOf, type Scope } from '../../../scope.ts';
import { countFactors, type FactorOwner } from '../store.ts';
import { graceLeft, needsFactor } from './rules.ts';
import * as store from './store.ts';

const isNeeded = ({ app, company }: Scope, { companyId }: FactorOwner): boolean =>
  needsFactor({
    isSuper: companyId === null,
    byPlatform: app.config.requiresSecondFactors,
    byCompany: company.admins_need_factor,
  });

/** Notes on the new session of an admin or super admin what it may do without a second factor. */
export async function noteDemand(tx: Db, scope: Scope, owner: FactorOwner, sessionId: string): Promise<void> {
  if (!isNeeded(scope, owner)) return;
  const { passkeys, totpSince } = await countFactors(tx, owner);
  if (passkeys > 0 || totpSince !== null) return;
  const left = graceLeft(await store.countGrace(tx, owner));
  await store.setGraceLeft(tx, owner.companyId, { sessionId, left });
}

/** After a second factor was added. */
export const meetDemand = store.clearGraceLeft;
/** After a reset by somebody else: the owner has time to add a new one. */
export const renewGrace = store.deleteGrace;

/** Call it after the owner removed a second factor. @throws ApiError conflict if it was the last of an admin who needs one */
export async function keepOneFactor(tx: Db, scope: Scope, owner: FactorOwner): Promise<void> {
  const { kind, role } = actorOf(scope);
  if ((kind !== 'super' && role !== 'ADMIN') || !isNeeded(scope, owner)) return;
  const { passkeys, totpSince } = await countFactors(tx, owner);
  if (passkeys === 0 && totpSince === null)
    throw new ApiError('conflict', 'You need a second factor. Please add another one before you remove this one.');
}

/** Whether the session can do nothing but add a second factor. */
export function mustAddFactor({ factorGraceLeft }: Pick<Actor, 'factorGraceLeft'>): boolean {
  return factorGraceLeft === 0;
}
