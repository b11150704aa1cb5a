/** The SQL of stock: the supply row of a company, the entries, the balances. */
import { type Selectable, sql } from 'kysely';
import { nearerEnd, offsetOf, type PageRequest } from '../core/pagination.ts';
import type { Db } from '../db/client.ts';
import { sqlDetail, sqlState } from '../db/errors.ts';
import { readPage } from '../db/page.ts';
import type { StockEntries } from '../db/schema/schema.ts';
import type { StockEntry } from './rules.ts';

/** Raised by `reserve_stock` and `displace_holds`; the detail is the number of tokens left. */
const SUPPLY_IS_SHORT = 'LB001';
const UNPROVEN_HOLDS_ARE_FULL = 'LB002';
const MORE_HOLDS_HAVE_TO_END = 'LB003';

/** Ceiling of the unproven holds of a company (docs/decisions/0630). */
export interface UnprovenShare {
  /** Whole tokens of the order that count as unproven: all or none. */
  readonly quantity: bigint;
  /** The error for an order that fits only once unproven holds end, by the whole tokens that are left with all holds. */
  readonly full: (remaining: bigint) => Error;
}

/**
 * Reserves stock.
 * @param refusal what to throw when the supply has less than that, by the whole tokens that are left
 * @param unproven for a submission; without it nothing counts as unproven
 */
export async function reserveStock(
  tx: Db,
  companyId: string,
  quantity: bigint,
  refusal: (remaining: bigint) => Error,
  unproven?: UnprovenShare,
): Promise<void> {
  try {
    await sql`SELECT reserve_stock(${companyId}, ${quantity}, ${unproven?.quantity ?? 0n})`.execute(tx);
  } catch (cause) {
    const state = sqlState(cause);
    if (state !== SUPPLY_IS_SHORT && state !== UNPROVEN_HOLDS_ARE_FULL) throw cause;
    const remaining = BigInt(sqlDetail(cause) ?? 0);
    throw state === UNPROVEN_HOLDS_ARE_FULL && unproven ? unproven.full(remaining) : refusal(remaining);
  }
}

/**
 * Queues for the row of the supply in the order of arrival, then gives back what was reserved.
 * @param unproven how much of the quantity was in unproven holds
 */
export async function releaseStock(tx: Db, companyId: string, quantity: bigint, unproven = 0n): Promise<void> {
  await sql`SELECT await_supply(${companyId})`.execute(tx);
  await tx
    .updateTable('supplies')
    .set((eb) => ({ held: eb('held', '-', quantity), held_unproven: eb('held_unproven', '-', unproven) }))
    .where('company_id', '=', companyId)
    .execute();
}

export interface AppendedEntry {
  readonly seq: bigint;
  /** Whole tokens left in the supply. */
  readonly remaining: bigint;
}

/** Queues for the row of the supply, then counts holds as unproven, or with a quantity below 0 no longer. */
export async function countUnproven(tx: Db, companyId: string, quantity: bigint): Promise<void> {
  await sql`SELECT await_supply(${companyId})`.execute(tx);
  await tx
    .updateTable('supplies')
    .set((eb) => ({ held_unproven: eb('held_unproven', '+', quantity) }))
    .where('company_id', '=', companyId)
    .execute();
}

export interface Displaced {
  readonly id: string;
  readonly orderNumber: string;
  readonly quantity: bigint;
}

export interface DisplacingOrder {
  readonly companyId: string;
  readonly userId: string;
  /** Null: only makes room for the order. */
  readonly purchaseId: string | null;
  readonly quantity: bigint;
  /** As in `UnprovenShare`. */
  readonly unproven: bigint;
}

/**
 * Ends unproven holds until an order fits, and reserves its stock.
 * @param refusal what to throw when the order would not fit without any unproven hold, by the whole tokens that are left
 * @param more what to throw when more than `limit` holds have to end
 */
export async function displaceHolds(
  tx: Db,
  { companyId, userId, purchaseId, quantity, unproven }: DisplacingOrder,
  limit: number,
  { refusal, more }: { refusal: (remaining: bigint) => Error; more: () => Error },
): Promise<Displaced[]> {
  try {
    const { rows } = await sql<Displaced>`
      SELECT id, order_number AS "orderNumber", quantity
      FROM displace_holds(${companyId}, ${userId}, ${purchaseId}, ${quantity}, ${unproven}, ${limit})`.execute(tx);
    return rows;
  } catch (cause) {
    const state = sqlState(cause);
    if (state === MORE_HOLDS_HAVE_TO_END) throw more();
    throw state === SUPPLY_IS_SHORT ? refusal(BigInt(sqlDetail(cause) ?? 0)) : cause;
  }
}

/**
 * Adds an entry and its quantity to the member's balance. The database numbers it under the lock of the supply.
 * @param fromReserved how much of the quantity was reserved
 * @param fromUnproven how much of that was in an unproven hold
 * @returns null, without a change, if the supply has less than that or a negative quantity exceeds the member's balance
 */
export async function appendEntry(
  tx: Db,
  { companyId, userId, quantity, kind, sourceId, createdAt, hash }: Omit<StockEntry, 'seq'>,
  fromReserved: bigint,
  fromUnproven = 0n,
): Promise<AppendedEntry | null> {
  const { rows } = await sql<AppendedEntry>`
    SELECT entry_seq AS seq, supply_left AS remaining
    FROM append_stock_entry(${companyId}, ${userId}, ${quantity}, ${kind}, ${sourceId}, ${fromReserved}, ${fromUnproven}, ${createdAt}, ${hash})`.execute(
    tx,
  );
  return rows[0] ?? null;
}

function entryOf(row: Selectable<StockEntries>): StockEntry {
  return {
    companyId: row.company_id,
    seq: row.seq,
    userId: row.user_id,
    quantity: row.quantity,
    kind: row.kind,
    sourceId: row.source_id,
    createdAt: row.created_at.toISOString(),
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Entries with numbers above `after`, in order. */
export async function listEntriesAfter(
  db: Db,
  companyId: string,
  after: bigint,
  limit: number,
): Promise<readonly StockEntry[]> {
  const rows = await db
    .selectFrom('stock_entries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** All entries of a member, in order. */
export async function listEntriesOfMember(db: Db, companyId: string, userId: string): Promise<StockEntry[]> {
  const rows = await db
    .selectFrom('stock_entries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();
  return rows.map(entryOf);
}

/** The entries that credited stock for a purchase, in order: the buyer's, then the referrer's. */
export function listCredits(db: Db, companyId: string, purchaseId: string) {
  return db
    .selectFrom('stock_entries')
    .select(['user_id as userId', 'quantity', 'kind'])
    .where('company_id', '=', companyId)
    .where('source_id', '=', purchaseId)
    .where('kind', 'in', ['PURCHASE', 'REWARD'])
    .orderBy('seq')
    .execute();
}

/** Whole tokens of the company `c` that can still be bought. For a statement that reads more of it. */
export const REMAINING = sql<bigint>`(
  SELECT greatest(c.private_supply - s.credited - s.held, 0) FROM supplies s WHERE s.company_id = c.id)`;

export async function readRemaining(db: Db, companyId: string): Promise<bigint> {
  const { remaining } = await db
    .selectFrom('companies as c')
    .select(REMAINING.as('remaining'))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return remaining;
}

/** Members with stock, the highest balance first. A page nearer to the end is read from there, by the number of all. */
export async function listHolders(db: Db, companyId: string, page: PageRequest) {
  const holders = db.selectFrom('supplies').select('holders as total').where('company_id', '=', companyId);
  if (page.page === 1) return readPage(holdersAt(db, companyId, { take: page.limit, skip: 0 }), holders, page);
  const total = Number((await holders.executeTakeFirstOrThrow()).total);
  return { rows: await holdersAt(db, companyId, nearerEnd(total, page)).execute(), total };
}

function holdersAt(
  db: Db,
  companyId: string,
  { take, skip, isFromEnd = false }: { take: number; skip: number; isFromEnd?: boolean },
) {
  return (
    db
      // Skips the rows before the page in the index, before the joins.
      .selectFrom((eb) =>
        eb
          .selectFrom('stock_balances as b')
          .select(['b.quantity', 'b.user_id'])
          .where('b.company_id', '=', companyId)
          .where('b.quantity', '>', 0n)
          .orderBy('b.quantity', isFromEnd ? 'asc' : 'desc')
          .orderBy('b.user_id', isFromEnd ? 'desc' : 'asc')
          .limit(take)
          .offset(skip)
          .as('h'),
      )
      .innerJoin('stock_balances as b', (join) =>
        join.on('b.company_id', '=', companyId).onRef('b.user_id', '=', 'h.user_id'),
      )
      .innerJoin('users as u', (join) => join.on('u.company_id', '=', companyId).onRef('u.id', '=', 'h.user_id'))
      .select(['h.user_id', 'u.wallet_address', 'h.quantity', 'b.last_hash', 'b.last_at'])
      .orderBy('h.quantity', 'desc')
      .orderBy('h.user_id')
  );
}

export function listEntriesOf(db: Db, companyId: string, userId: string, page: PageRequest) {
  const entries = db
    .selectFrom('stock_entries as e')
    .where('e.company_id', '=', companyId)
    .where('e.user_id', '=', userId);
  return readPage(
    entries
      .innerJoin('users as own', (join) =>
        join.onRef('own.company_id', '=', 'e.company_id').onRef('own.id', '=', 'e.user_id'),
      )
      .leftJoin('purchases as p', (join) =>
        join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.source_id'),
      )
      .leftJoin('users as buyer', (join) =>
        join.onRef('buyer.company_id', '=', 'p.company_id').onRef('buyer.id', '=', 'p.user_id'),
      )
      .select(['e.quantity', 'e.hash', 'e.created_at'])
      .select(sql<string>`coalesce(buyer.member_id, own.member_id)`.as('source_member_id'))
      .select(sql<boolean>`e.kind = 'REWARD' OR (e.kind = 'ADJUSTMENT' AND p.user_id <> e.user_id)`.as('is_reward'))
      .orderBy('e.seq', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page)),
    entries.select((eb) => eb.fn.countAll<bigint>().as('total')),
    page,
  );
}
