/** The SQL of exports: whole lists in pages, each of one state of the database. */
import { type Expression, type InferResult, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { readInPages } from '../db/cursor.ts';
import { type MemberMatch, matching as matchingMembers } from '../members/list-store.ts';
import { matching, type PurchaseFilter } from '../purchases/list-store.ts';
import { SHEET_ROWS_MAX } from './contract.ts';

function members(db: Db, it: MemberMatch) {
  return matchingMembers(db, it)
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

function purchases(db: Db, it: PurchaseFilter) {
  const nameOf = (column: 'decided_by' | 'first_approved_by' | 'reversal_asked_by' | 'reversed_by') =>
    sql<
      string | null
    >`(SELECT a.name FROM users a WHERE a.company_id = p.company_id AND a.id = ${sql.ref(`p.${column}`)})`;
  return matching(db, it)
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
    .select(['n.receipt_number', 'e.hash'])
    .select(nameOf('decided_by').as('decided_by_name'))
    .select(nameOf('first_approved_by').as('first_approved_by_name'))
    .select(nameOf('reversal_asked_by').as('reversal_asked_by_name'))
    .select(nameOf('reversed_by').as('reversed_by_name'))
    .orderBy('p.created_at')
    .orderBy('p.id');
}
export type PurchaseRow = InferResult<ReturnType<typeof purchases>>[number];

export interface EntryFilter {
  readonly companyId: string;
  /** Only this member's. */
  readonly memberId?: string;
}

function entries(db: Db, it: EntryFilter) {
  let query = db
    .selectFrom('stock_entries as e')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'e.company_id').onRef('u.id', '=', 'e.user_id'))
    .leftJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.source_id'),
    )
    .leftJoin('users as y', (join) => join.onRef('y.company_id', '=', 'p.company_id').onRef('y.id', '=', 'p.user_id'))
    .select(['e.seq', 'e.created_at', 'e.kind', 'e.quantity', 'e.hash', 'e.prev_hash', 'u.member_id', 'u.name'])
    .select(['p.order_number', 'y.member_id as buyer_member_id'])
    .where('e.company_id', '=', it.companyId)
    .orderBy('e.seq');
  if (it.memberId !== undefined) query = query.where('u.member_id', '=', it.memberId);
  return query;
}
export type EntryRow = InferResult<ReturnType<typeof entries>>[number];

export interface SupplyRow {
  readonly part: string;
  readonly tokens: bigint;
}

/** As the dashboard has them, and what makes the figures of the private supply. */
export async function listSupply(db: Db, companyId: string): Promise<SupplyRow[]> {
  const it = await db
    .selectFrom('companies as c')
    .innerJoin('supplies as s', 's.company_id', 'c.id')
    .selectAll('c')
    .select(['s.held', 's.credited'])
    .select(sql<bigint>`greatest(c.private_supply - s.credited - s.held, 0)`.as('remaining'))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return [
    { part: 'Total Supply', tokens: it.total_supply },
    { part: 'Private Supply', tokens: it.private_supply },
    { part: 'Credited to members', tokens: it.credited },
    { part: 'Held by pending purchases', tokens: it.held },
    { part: 'Remaining Private Supply', tokens: it.remaining },
    { part: 'Public Cell Supply', tokens: it.public_cell_supply },
    { part: 'Angel Investor Supply', tokens: it.angel_investor_supply },
    { part: 'Founder Team Supply', tokens: it.founder_team_supply },
    { part: 'Airdrop Supply', tokens: it.airdrop_supply },
  ];
}

/** Pages of rows, and whether a workbook has room for them. */
export interface Rows<Row> {
  pages(): AsyncGenerator<Row[]>;
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

export const memberRows = (db: Db, it: MemberMatch): Rows<MemberRow> => rowsOf(db, members(db, it));
export const purchaseRows = (db: Db, it: PurchaseFilter): Rows<PurchaseRow> => rowsOf(db, purchases(db, it));
export const entryRows = (db: Db, it: EntryFilter): Rows<EntryRow> => rowsOf(db, entries(db, it));

/** A handful, read when they are written. */
export function fewRows<Row>(read: () => Promise<Row[]>): Rows<Row> {
  async function* pages(): AsyncGenerator<Row[]> {
    yield await read();
  }
  return { pages, fitSheet: async () => true };
}
