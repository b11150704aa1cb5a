/**
 * The daily bound of one admin. What moves money or stock, and what one admin did alone, is an event that nothing changes. Its
 * sum since midnight in India, over purchases, refunds and rewards together, stays within the company's bound (decision 0620).
 */
import { needsSecondApprover } from '../../companies/rules.ts';
import type { Paise } from '../../core/money.ts';
import type { Db } from '../../db/client.ts';
import { actorOf, type Scope } from '../../scope.ts';
import type { AddressChange } from '../contract.ts';
import { MOVED_DAYS, type SecondAdminRule } from '../rules.ts';
import * as store from './store.ts';

/** Makes the actor's acts run one after the other, until the commit. Call it before anything of step 3 is locked. */
export function lockActor(tx: Db, scope: Scope): Promise<void> {
  return store.lockAdmin(tx, scope.company.id, actorOf(scope).id);
}

/** Whether the actor changed the address of one of these members, or removed second factors, in the last seven days. */
export function hasMoved(tx: Db, scope: Scope, memberIds: readonly (string | null)[]): Promise<boolean> {
  return store.hasMoved(tx, scope.company.id, actorOf(scope).id, memberIds, MOVED_DAYS);
}

/**
 * The rule by which the actor can't do something alone; null if they can. Locks as `lockActor` does.
 * @param abovePaise the company's bound; null for none
 * @param memberIds who gets money or stock by it
 */
export async function soleActRule(
  tx: Db,
  scope: Scope,
  abovePaise: Paise | null,
  worthPaise: Paise,
  memberIds: readonly (string | null)[],
): Promise<SecondAdminRule | null> {
  if (await hasMoved(tx, scope, memberIds)) return 'moved';
  if (abovePaise === null) return null;
  if (needsSecondApprover(worthPaise, abovePaise)) return 'worth';
  await lockActor(tx, scope);
  const done = await store.sumToday(tx, scope.company.id, actorOf(scope).id);
  return needsSecondApprover(done + worthPaise, abovePaise) ? 'day' : null;
}

/** Records what the actor has done alone, in the transaction that does it; also while the company has no bound. */
export async function recordSoleAct(tx: Db, scope: Scope, act: store.SoleAct): Promise<void> {
  if (act.worthPaise > 0n) await store.insert(tx, scope.company.id, actorOf(scope).id, act);
}

/** For lists of people who are paid: who changed a member's address in the last seven days. */
export function addressChangesOf(
  { db, company }: Scope,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, AddressChange>> {
  return store.listAddressChanges(db, company.id, memberIds, MOVED_DAYS);
}
