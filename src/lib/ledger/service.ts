/**
 * The stock of a company and of its members. Each company has one row in `supplies` with what is reserved and credited and
 * the number of its last entry. Every change locks this row, so that no two nodes sell the same token.
 *
 * Lock order of all features that move money:
 *   1. the row in `companies` (FOR KEY SHARE, as `readCompany` does): price and supply do not change until the commit, and
 *      purchases still run in parallel. `lockCompany` locks it FOR UPDATE to change it.
 *   2. the member's row in `users` (FOR NO KEY UPDATE): a member's submissions run one after the other. Then, for decisions on
 *      bank rows, the accounts in `beneficiaries` (FOR SHARE, against imports) and the `bank_rows`
 *   3. for a submission that ends unproven holds, the queue of these (`displace_holds`); `purchases`, then `referral_rewards`, then `approvals`
 *   4. `supplies`, here: first the queue (`await_supply`), then the row
 *   5. `stock_balances`, only under 4
 */
import { ApiError, assert } from '../core/errors.ts';
import { shortenMiddle } from '../core/format.ts';
import { formatQuantity } from '../core/money.ts';
import { offsetOf, paged } from '../core/pagination.ts';
import type { Db } from '../db/client.ts';
import { actorOf, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { type EntryContent, type EntryKind, type StockEntry, transactionHash } from './rules.ts';
import * as store from './store.ts';

/**
 * Reserves stock for a pending purchase, or for several. Locks the company's supply, for which all buyers wait. It fails when
 * the supply has less than that, and the transaction with it.
 */
export const reserve = store.reserveStock;

/** Releases what is reserved for a purchase that is rejected or whose hold ends. Locks the company's supply. */
export const release = store.releaseStock;

/** Counts holds as unproven, or no longer. Locks the company's supply. */
export const countUnproven = store.countUnproven;

/** Ends unproven holds until an order fits. Locks their purchases and then the company's supply (docs/decisions/0630). */
export const displaceHolds = store.displaceHolds;
export type { Displaced, DisplacingOrder } from './store.ts';

export interface Credit {
  readonly companyId: string;
  readonly userId: string;
  readonly quantity: bigint;
  readonly kind: Exclude<EntryKind, 'ADJUSTMENT'>;
  /** The purchase that it comes from. */
  readonly sourceId: string;
  /** Whether the quantity is reserved for this purchase. If not, it comes from what is left. */
  readonly isReserved: boolean;
  /** Whether it is reserved by an unproven hold. */
  readonly isUnproven?: boolean;
  /** When: the database's time of the decision. */
  readonly at: Date;
}

export interface Credited {
  readonly entry: StockEntry;
  /** Whole tokens that can still be sold after the credit. */
  readonly remaining: bigint;
}

/**
 * Writes stock into the ledger and adds it to the member's balance. Locks the company's supply.
 * @throws ApiError conflict if nothing is reserved and the supply has less than that
 */
export async function credit(tx: Db, { isReserved, isUnproven, at, ...credited }: Credit): Promise<Credited> {
  const entry = entryOf(credited, at);
  const reserved = isReserved ? entry.quantity : 0n;
  const row = await store.appendEntry(tx, entry, reserved, isUnproven ? reserved : 0n);
  if (!row && !isReserved) {
    const left = formatQuantity(await store.readRemaining(tx, entry.companyId));
    throw new ApiError(
      'conflict',
      `The hold of this purchase has ended, and only ${left} tokens are left. Please reject it, or approve it once enough tokens are free.`,
      { reason: 'not_enough_stock' },
    );
  }
  assert(row, 'the supply has what is reserved');
  return { entry: { ...entry, seq: row.seq }, remaining: row.remaining };
}

export interface Return {
  readonly companyId: string;
  readonly userId: string;
  /** What the purchase credited to this member. */
  readonly quantity: bigint;
  /** The purchase that is reversed. */
  readonly sourceId: string;
  /** As in `Credit`. */
  readonly at: Date;
}

/**
 * Takes back what a purchase credited, by a negative adjustment; the stock can then be sold again. Locks the company's
 * supply.
 * @throws ApiError conflict when the member has less than that: no balance falls below 0
 */
export async function takeBack(tx: Db, { at, ...returned }: Return): Promise<StockEntry> {
  const entry = entryOf({ ...returned, quantity: -returned.quantity, kind: 'ADJUSTMENT' }, at);
  const row = await store.appendEntry(tx, entry, 0n);
  if (!row) throw new ApiError('conflict', 'The member does not have that much stock.');
  return { ...entry, seq: row.seq };
}

/** The entry but for its number, which is known only under the lock of the supply. */
function entryOf(content: Omit<EntryContent, 'createdAt'>, at: Date): Omit<StockEntry, 'seq'> {
  const dated = { ...content, createdAt: at.toISOString() };
  return { ...dated, prevHash: null, hash: transactionHash(dated) };
}

/** The credits of a purchase, the buyer's first. */
export const creditsOfPurchase = store.listCredits;

/** Whole tokens that can still be sold: private supply less credited and held, never below 0. */
export function remainingOf(db: Db, companyId: string): Promise<bigint> {
  return store.readRemaining(db, companyId);
}

/** All holders by balance, then by id, so that pages never overlap. */
export const listGlobalStock: UseCase<typeof calls.listGlobalStock> = async (scope, input) => {
  const { rows, total } = await store.listHolders(scope.db, scope.company.id, input);
  const records = rows.map((row, index) => ({
    rank: offsetOf(input) + index + 1,
    isOwn: row.user_id === actorOf(scope).id,
    walletAddress: row.wallet_address === null ? null : shortenMiddle(row.wallet_address),
    quantity: Number(row.quantity),
    transactionHash: row.last_hash,
    createdAt: row.last_at.toISOString(),
    unlocksAt: scope.company.launch_at?.toISOString() ?? null,
  }));
  return { data: paged(records, total, input) };
};

export const listMyStock: UseCase<typeof calls.listMyStock> = async (scope, input) => {
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
};
