/**
 * The stock of a company and of its members. One row a company, in `supplies`, says what is held and credited and heads
 * the chain of entries; every change locks it, so that no two nodes sell the same token.
 *
 * Lock order of everything that moves money, for all features (whoever needs several takes them in this order):
 *   1. the row in `companies` (FOR KEY SHARE, as `readCompany` does): price and supply stand still until the commit, while
 *      any number of purchases go on beside each other. Whoever changes them locks it FOR UPDATE, by `lockCompany`.
 *   2. the member's row in `users` (FOR NO KEY UPDATE): a member's submissions come one by one
 *   3. `purchases`
 *   4. `supplies`, here: its turn (`await_supply`), then the row
 *   5. `stock_balances`, only under 4
 *   6. `audit_heads`, by `record`, last of all
 */

import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert } from '../core/errors.ts';
import { shortenMiddle } from '../core/format.ts';
import { offsetOf, paged } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { type SealedEntry, sealEntry } from './chain.ts';
import type { listGlobalStock as GlobalStock, listMyStock as MyStock } from './contract.ts';
import { type EntryKind, entryProblem } from './rules.ts';
import * as store from './store.ts';

/**
 * Promises stock to a pending purchase, or to several. Locks the company's supply, for which everybody waits who buys.
 * @param last what records the purchase and tells of it: this is the last thing of the transaction then, and commits it
 * @throws what `isPoolShort` knows when the pool does not have it, and the transaction is lost
 */
export const hold = store.addHold;
export const isPoolShort = store.isPoolShort;

/** Gives back what was held for a purchase that was rejected. */
export async function release(tx: Db, companyId: string, quantity: bigint): Promise<void> {
  await store.dropHold(tx, companyId, quantity);
}

export interface Credit {
  readonly companyId: string;
  readonly userId: string;
  readonly quantity: bigint;
  readonly kind: Exclude<EntryKind, 'ADJUSTMENT'>;
  /** The purchase that it comes from. */
  readonly sourceId: string;
  /** Takes it from what was held for this purchase, and not from what is left. */
  readonly fromHold: boolean;
  /** When it came, for what is entered afterwards: not before the entry that is the last. Left out: now. */
  readonly at?: Date;
}

export interface Credited {
  readonly entry: SealedEntry;
  /** What can still be sold after it. */
  readonly remaining: bigint;
}

/**
 * Writes stock into the ledger and adds it to the member's balance. Locks the company's supply.
 * @throws Error when the pool does not have it: the caller has held it or read `remaining` under the same lock
 */
export async function credit(tx: Db, it: Credit): Promise<Credited> {
  const { companyId, userId, quantity, kind, sourceId } = it;
  const content = { companyId, userId, quantity, kind, sourceId };
  const row = await store.creditStock(tx, content, it.fromHold ? quantity : 0n, it.at ?? null);
  assert(row, 'the pool has what is credited');
  const { remaining, at, ...link } = row;
  return { entry: { ...content, ...link, createdAt: at.toISOString() }, remaining };
}

export interface Return {
  readonly companyId: string;
  readonly userId: string;
  /** What the purchase gave to this member. */
  readonly quantity: bigint;
  /** The purchase that is taken back. */
  readonly sourceId: string;
  /** As of a credit. */
  readonly at?: Date;
}

/**
 * Takes back what a purchase gave: an adjustment below 0, after which the stock can be sold again. Locks the company's
 * supply.
 * @throws ApiError conflict when the member has less than that: no balance falls below 0
 */
export async function takeBack(tx: Db, it: Return): Promise<SealedEntry> {
  const { companyId, userId, sourceId } = it;
  const quantity = -it.quantity;
  const taken = await store.takeSupply(tx, companyId, quantity, 0n, it.at ?? null);
  const problem = entryProblem('ADJUSTMENT', quantity, await store.readBalance(tx, companyId, userId));
  if (problem) throw new ApiError('conflict', problem);
  const entry = sealEntry(
    { companyId, userId, quantity, kind: 'ADJUSTMENT', sourceId, createdAt: taken.at.toISOString() },
    { seq: taken.seq - 1n, hash: taken.prevHash },
  );
  await store.append(tx, entry);
  return entry;
}

/** What a purchase has given, to whom: its buyer first. */
export function entriesOfPurchase(db: Db, companyId: string, purchaseId: string) {
  return store.listGiven(db, companyId, purchaseId);
}

/** What can still be sold: private supply less credited and held, never below 0. */
export function remainingOf(db: Db, companyId: string): Promise<bigint> {
  return store.readRemaining(db, companyId);
}

/** Every holder by balance; who holds equally much comes in the order of the ids, so that pages never overlap. */
export async function listGlobalStock(
  scope: Scope,
  input: InputOf<typeof GlobalStock>,
): Promise<Result<OutputOf<typeof GlobalStock>>> {
  const { rows, total } = await store.listHolders(scope.db, scope.company.id, input);
  const records = rows.map((row, index) => ({
    rank: offsetOf(input) + index + 1,
    walletAddress: row.wallet_address === null ? null : shortenMiddle(row.wallet_address),
    quantity: Number(row.quantity),
    transactionHash: row.last_hash,
    createdAt: row.last_at.toISOString(),
    unlocksAt: scope.company.launch_at?.toISOString() ?? null,
  }));
  return { data: paged(records, total, input) };
}

export async function listMyStock(
  scope: Scope,
  input: InputOf<typeof MyStock>,
): Promise<Result<OutputOf<typeof MyStock>>> {
  const { rows, total } = await store.listEntriesOf(scope.db, scope.company.id, actorOf(scope).id, input);
  const records = rows.map((row) => ({
    memberId: row.source_member_id,
    quantity: Number(row.quantity),
    transactionHash: row.hash,
    createdAt: row.created_at.toISOString(),
    reward: row.is_reward ? Number(row.quantity) : null,
    unlocksAt: scope.company.launch_at?.toISOString() ?? null,
  }));
  return { data: paged(records, total, input) };
}
