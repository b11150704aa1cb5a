/** The SQL of exports: whole lists in pages, each list from one snapshot of the database. */
import { type Expression, type InferResult, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { readInPages } from '../db/cursor.ts';
import { type MemberMatch, matching as matchingMembers } from '../members/list/store.ts';
import { BANK_STATE, matching, type PurchaseFilter } from '../purchases/filter/store.ts';
import { listed, type RefundFilter } from '../refunds/store.ts';
import { listedRewards, type RewardFilter } from '../rewards/store.ts';
import { SHEET_ROWS_MAX } from './calls.ts';

function members(db: Db, filter: MemberMatch) {
  return matchingMembers(db, filter)
    .leftJoin('users as r', (join) =>
      join.onRef('r.company_id', '=', 'u.company_id').onRef('r.id', '=', 'u.referrer_id'),
    )
    .leftJoin('stock_balances as b', (join) =>
      join.onRef('b.company_id', '=', 'u.company_id').onRef('b.user_id', '=', 'u.id'),
    )
    .select(['u.member_id', 'u.name', 'u.email', 'u.mobile', 'u.role', 'u.status', 'u.is_approved'])
    .select(['u.wallet_address', 'u.created_at', 'r.member_id as referrer_member_id'])
    .select(sql<bigint>`coalesce(b.quantity, 0)`.as('balance'))
    .orderBy('u.created_at')
    .orderBy('u.id');
}
export type MemberRow = InferResult<ReturnType<typeof members>>[number];

function purchases(db: Db, filter: PurchaseFilter) {
  const nameOf = (column: 'decided_by' | 'reversed_by') =>
    sql<
      string | null
    >`(SELECT a.name FROM users a WHERE a.company_id = p.company_id AND a.id = ${sql.ref(`p.${column}`)})`;
  /** The first of two admins, unless they withdrew or decided alone. A declined reversal names nobody. */
  const firstAdmin = (kind: 'purchase.approve' | 'purchase.reverse', states: readonly string[]) =>
    sql<
      string | null
    >`(SELECT a.name FROM approvals o JOIN users a ON a.company_id = o.company_id AND a.id = o.proposed_by
      WHERE o.company_id = p.company_id AND o.subject_id = p.id AND o.kind = ${sql.lit(kind)}
        AND o.state IN (${sql.join(states.map((state) => sql.lit(state)))}) ORDER BY o.proposed_at DESC LIMIT 1)`;
  return matching(db, filter)
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .leftJoin('receipts as n', 'n.purchase_id', 'p.id')
    .leftJoin('stock_entries as e', (join) =>
      join
        .onRef('e.company_id', '=', 'p.company_id')
        .onRef('e.source_id', '=', 'p.id')
        .on('e.kind', '=', sql.lit('PURCHASE')),
    )
    .select(['p.order_number', 'p.payment_method', 'p.status', 'p.price_micros', 'p.quantity', 'p.order_amount_paise'])
    .select(['p.fee_bps', 'p.fee_paise', 'p.final_amount_paise', 'p.claimed_amount_paise', 'p.reference_number'])
    .select(['p.transaction_id', 'p.receipt_id', 'p.beneficiary', 'p.created_at', 'p.decided_at', 'p.reject_reason'])
    .select(['p.reversed_at', 'p.reversal_reason', 'u.member_id', 'u.name', 'u.email', 'u.mobile'])
    .select(['n.receipt_number', 'e.hash', BANK_STATE.as('bank_state')])
    .select(nameOf('decided_by').as('decided_by_name'))
    .select(firstAdmin('purchase.approve', ['OPEN', 'CONFIRMED', 'REFUSED']).as('first_approved_by_name'))
    .select(firstAdmin('purchase.reverse', ['OPEN', 'CONFIRMED']).as('reversal_asked_by_name'))
    .select(nameOf('reversed_by').as('reversed_by_name'))
    .orderBy('p.created_at')
    .orderBy('p.id');
}
export type PurchaseRow = InferResult<ReturnType<typeof purchases>>[number];

export interface EntryFilter {
  readonly companyId: string;
  /** Limits the list to this member. */
  readonly memberId?: string;
}

function entries(db: Db, { companyId, memberId }: EntryFilter) {
  let query = db
    .selectFrom('stock_entries as e')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'e.company_id').onRef('u.id', '=', 'e.user_id'))
    .leftJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.source_id'),
    )
    .leftJoin('users as y', (join) => join.onRef('y.company_id', '=', 'p.company_id').onRef('y.id', '=', 'p.user_id'))
    .select(['e.seq', 'e.created_at', 'e.kind', 'e.quantity', 'e.hash', 'u.member_id', 'u.name'])
    .select(['p.order_number', 'y.member_id as buyer_member_id'])
    .where('e.company_id', '=', companyId)
    .orderBy('e.seq');
  if (memberId !== undefined) query = query.where('u.member_id', '=', memberId);
  return query;
}
export type EntryRow = InferResult<ReturnType<typeof entries>>[number];

function refunds(db: Db, filter: RefundFilter) {
  return listed(db, filter)
    .leftJoin('users as a', (join) =>
      join.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.approved_by'),
    )
    .select('a.name as approved_by_name')
    .orderBy('r.created_at')
    .orderBy('r.id');
}
export type RefundRow = InferResult<ReturnType<typeof refunds>>[number];

function rewards(db: Db, filter: RewardFilter) {
  return listedRewards(db, filter).orderBy('r.created_at').orderBy('r.id');
}
export type RewardRow = InferResult<ReturnType<typeof rewards>>[number];

export interface SupplyRow {
  readonly part: string;
  readonly tokens: bigint;
}

/** The parts of the supply as on the dashboard, and how the private supply is made up. */
export async function listSupply(db: Db, companyId: string): Promise<SupplyRow[]> {
  const supply = await db
    .selectFrom('companies as c')
    .innerJoin('supplies as s', 's.company_id', 'c.id')
    .selectAll('c')
    .select(['s.held', 's.credited'])
    .select((eb) =>
      eb
        .selectFrom('referral_rewards as r')
        .select(sql<bigint>`coalesce(sum(r.quantity), 0)::bigint`.as('rewards'))
        .where('r.company_id', '=', companyId)
        .where('r.state', '=', 'HELD')
        .as('rewards'),
    )
    .select(sql<bigint>`greatest(c.private_supply - s.credited - s.held, 0)`.as('remaining'))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return [
    { part: 'Total Supply', tokens: supply.total_supply },
    { part: 'Private Supply', tokens: supply.private_supply },
    { part: 'Credited to members', tokens: supply.credited },
    { part: 'Held by pending purchases', tokens: supply.held - (supply.rewards ?? 0n) },
    { part: 'Referral rewards on hold', tokens: supply.rewards ?? 0n },
    { part: 'Remaining Private Supply', tokens: supply.remaining },
    { part: 'Public Cell Supply', tokens: supply.public_cell_supply },
    { part: 'Angel Investor Supply', tokens: supply.angel_investor_supply },
    { part: 'Founder Team Supply', tokens: supply.founder_team_supply },
    { part: 'Airdrop Supply', tokens: supply.airdrop_supply },
  ];
}

export interface Rows<Row> {
  pages(): AsyncGenerator<Row[]>;
  /** Whether an Excel sheet can hold all rows. */
  fitSheet(): Promise<boolean>;
}

function rowsOf<Row>(db: Db, query: Expression<Row>): Rows<Row> {
  return {
    pages: () => readInPages(db, query),
    fitSheet: async () => {
      const { rows } = await sql`
        SELECT 1 FROM (${query}) AS all_rows OFFSET ${sql.lit(SHEET_ROWS_MAX - 1)} LIMIT 1`.execute(db);
      return rows.length === 0;
    },
  };
}

export const memberRows = (db: Db, filter: MemberMatch): Rows<MemberRow> => rowsOf(db, members(db, filter));
export const purchaseRows = (db: Db, filter: PurchaseFilter): Rows<PurchaseRow> => rowsOf(db, purchases(db, filter));
export const entryRows = (db: Db, filter: EntryFilter): Rows<EntryRow> => rowsOf(db, entries(db, filter));

export const refundRows = (db: Db, filter: RefundFilter): Rows<RefundRow> => rowsOf(db, refunds(db, filter));

export const rewardRows = (db: Db, filter: RewardFilter): Rows<RewardRow> => rowsOf(db, rewards(db, filter));

/** A short list, read when it is written. */
export function shortList<Row>(read: () => Promise<Row[]>): Rows<Row> {
  async function* pages(): AsyncGenerator<Row[]> {
    yield await read();
  }
  return { pages, fitSheet: async () => true };
}
