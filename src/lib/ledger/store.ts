/** The SQL of stock: the supply row of a company, the entries, the balances. */
import { type RawBuilder, sql } from 'kysely';
import { openText, UNSEALED } from '../audit/chain.ts';
import { nearerEnd, offsetOf, type PageRequest } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import { sqlState } from '../db/errors.ts';
import { type AtTheEnd, THEN_COMMIT } from '../db/prepared.ts';
import type { SealedEntry } from './chain.ts';
import { canonicalEntry, type EntryContent } from './rules.ts';

/** Raised by `hold_stock`. */
const POOL_SHORT = 'LB001';

/** True when the pool did not have what was to be held. */
export function isPoolShort(cause: unknown): boolean {
  return sqlState(cause) === POOL_SHORT;
}

/** @param last null where the transaction goes on. @throws what `isPoolShort` knows, and the transaction is lost */
export async function addHold(tx: Db, companyId: string, quantity: bigint, last: AtTheEnd | null): Promise<void> {
  const holding = sql`hold_stock(${companyId}, ${quantity})`;
  if (last === null) await sql`SELECT ${holding}`.execute(tx);
  else await sql`${told(last.telling)} SELECT ${holding}, ${last.recording} ${THEN_COMMIT}`.execute(tx);
}

const told = (telling: RawBuilder<unknown> | null): RawBuilder<unknown> =>
  telling === null ? sql`` : sql`WITH told AS (${telling})`;

/** Waits for its turn at the row of the supply, which others wait for too. */
async function awaitSupply(tx: Db, companyId: string): Promise<void> {
  await sql`SELECT await_supply(${companyId})`.execute(tx);
}

export async function dropHold(tx: Db, companyId: string, quantity: bigint): Promise<void> {
  await awaitSupply(tx, companyId);
  await tx
    .updateTable('supplies')
    .set((eb) => ({ held: eb('held', '-', quantity) }))
    .where('company_id', '=', companyId)
    .execute();
}

/**
 * Counts stock as credited, `fromHold` of it until now held, and takes the next number of the chain. Below 0 it is given
 * back, which always fits. The time is taken under the lock, so that it never runs backwards along the chain, unless `at`
 * gives it.
 */
export async function takeSupply(
  tx: Db,
  companyId: string,
  quantity: bigint,
  fromHold: bigint,
  at: Date | null,
): Promise<{ seq: bigint; prevHash: string; at: Date; remaining: bigint }> {
  await awaitSupply(tx, companyId);
  const { rows } = await sql<{ seq: bigint; prev_hash: string; at: Date; remaining: bigint }>`
    UPDATE supplies s
    SET held = s.held - ${fromHold}, credited = s.credited + ${quantity}, ledger_seq = s.ledger_seq + 1
    FROM companies c
    WHERE s.company_id = ${companyId} AND c.id = s.company_id
      AND (${quantity} < 0::bigint OR c.private_supply - s.credited - s.held + ${fromHold} >= ${quantity})
    RETURNING s.ledger_seq AS seq, s.ledger_hash AS prev_hash,
      date_trunc('milliseconds', coalesce(${at}::timestamptz, clock_timestamp())) AS at, c.private_supply - s.credited - s.held AS remaining`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error(`the pool of company ${companyId} does not hold ${quantity} more tokens`);
  return { seq: row.seq, prevHash: row.prev_hash, at: row.at, remaining: row.remaining };
}

export interface CreditedRow {
  readonly seq: bigint;
  readonly at: Date;
  readonly prevHash: string;
  readonly hash: string;
  /** What the pool still has. */
  readonly remaining: bigint;
}

/**
 * Takes stock from the pool and enters it, in one call: the database numbers, dates and seals the entry under the lock of
 * the supply, over the very text of `canonicalEntry`. Null, and nothing is changed, when the pool does not have it.
 */
export async function creditStock(
  tx: Db,
  it: Omit<EntryContent, 'seq' | 'createdAt' | 'prevHash'>,
  fromHold: bigint,
  at: Date | null,
): Promise<CreditedRow | null> {
  const { start, middle } = openText(canonicalEntry({ ...it, ...UNSEALED }), ['stock.1', it.companyId]);
  const { rows } = await sql<CreditedRow>`
    SELECT entry_seq AS seq, entry_at AS at, entry_prev_hash AS "prevHash", entry_hash AS hash, pool_left AS remaining
    FROM credit_stock(${it.companyId}, ${it.userId}, ${it.quantity}, ${it.kind}, ${it.sourceId}, ${fromHold}, ${at},
      ${start}, ${middle})`.execute(tx);
  return rows[0] ?? null;
}

/** Adds the entry, makes it the head, and adds its quantity to the member's balance. */
export async function append(tx: Db, entry: SealedEntry): Promise<void> {
  const { companyId: company_id, userId: user_id, quantity, hash, createdAt } = entry;
  await tx
    .with('added', (q) =>
      q.insertInto('stock_entries').values({
        company_id,
        seq: entry.seq,
        user_id,
        quantity,
        kind: entry.kind,
        source_id: entry.sourceId,
        created_at: createdAt,
        prev_hash: entry.prevHash,
        hash,
      }),
    )
    // What is taken away is there: a row that would begin below 0 is refused before it is found to be there already.
    .with('balance', (q) =>
      quantity < 0n
        ? q
            .updateTable('stock_balances')
            .set({ quantity: sql<bigint>`quantity + ${quantity}`, last_hash: hash, last_at: createdAt })
            .where('company_id', '=', company_id)
            .where('user_id', '=', user_id)
        : q
            .insertInto('stock_balances')
            .values({ company_id, user_id, quantity, last_hash: hash, last_at: createdAt })
            .onConflict((c) =>
              c.columns(['company_id', 'user_id']).doUpdateSet({
                quantity: sql<bigint>`stock_balances.quantity + excluded.quantity`,
                last_hash: hash,
                last_at: createdAt,
              }),
            ),
    )
    .updateTable('supplies')
    .set({ ledger_hash: hash })
    .where('company_id', '=', company_id)
    .execute();
}

/** A member's own stock. Read it under the lock of the supply where a decision hangs on it. */
export async function readBalance(db: Db, companyId: string, userId: string): Promise<bigint> {
  const row = await db
    .selectFrom('stock_balances')
    .select('quantity')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.quantity ?? 0n;
}

/** The entries by which a purchase gave stock, in their order: the buyer's, then the referrer's. */
export function listGiven(db: Db, companyId: string, purchaseId: string) {
  return db
    .selectFrom('stock_entries')
    .select(['user_id as userId', 'quantity', 'kind'])
    .where('company_id', '=', companyId)
    .where('source_id', '=', purchaseId)
    .where('kind', 'in', ['PURCHASE', 'REWARD'])
    .orderBy('seq')
    .execute();
}

export async function readRemaining(db: Db, companyId: string): Promise<bigint> {
  const row = await db
    .selectFrom('supplies as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(sql<bigint>`greatest(c.private_supply - s.credited - s.held, 0)`.as('remaining'))
    .where('s.company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.remaining;
}

export async function listHolders(db: Db, companyId: string, page: PageRequest) {
  const { holders } = await db
    .selectFrom('supplies')
    .select('holders')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const { take, skip, isFromEnd } = nearerEnd(Number(holders), page);
  const rows = await db
    // The rows before the page are skipped in the index: nothing is joined to them.
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
    .select(['u.wallet_address', 'h.quantity', 'b.last_hash', 'b.last_at'])
    .orderBy('h.quantity', 'desc')
    .orderBy('h.user_id')
    .execute();
  return { rows, total: Number(holders) };
}

export async function listEntriesOf(db: Db, companyId: string, userId: string, page: PageRequest) {
  const entries = db
    .selectFrom('stock_entries as e')
    .where('e.company_id', '=', companyId)
    .where('e.user_id', '=', userId);
  const [rows, { total }] = await Promise.all([
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
      .offset(offsetOf(page))
      .execute(),
    entries.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
