/** The SQL of refunds. */
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { SearchText } from '../core/search.ts';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';
import { readPage } from '../db/page.ts';
import { permit } from '../db/permits.ts';
import type { Refunds } from '../db/schema/refunds.ts';
import { contains } from '../db/search/search.ts';
import type { RefundState } from './calls.ts';
import type { MoneyFacts, NotedRefund } from './rules.ts';

/** A purchase, its buyer and its money. */
export interface MoneyRow extends MoneyFacts {
  readonly purchaseId: string;
  readonly orderNumber: string;
  readonly userId: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly email: string;
  readonly language: Language | null;
  /** When it was reversed, or approved. */
  readonly since: Date;
}

/** True if match `b` is one of purchase `p`: an open one, or of a reversed purchase one that the reversal released. */
export const IS_OF_PURCHASE = sql<boolean>`b.company_id = p.company_id AND b.purchase_id = p.id
  AND CASE WHEN p.status = 'REVERSED' THEN b.released_at = p.reversed_at ELSE b.released_at IS NULL END`;

/** Whether another order was approved for the number of row `r` of purchase `p`, without a part of a row: it may be that order's. */
export const IS_NAMED = sql<boolean>`EXISTS (SELECT FROM bank_row_references n JOIN purchases o
  ON o.company_id = n.company_id AND o.reference_number = n.reference AND o.id <> p.id
  WHERE n.company_id = r.company_id AND n.row_id = r.id AND o.status = 'APPROVED' AND o.allocated_paise = 0)`;

/** Credits `r` with the number of purchase `p` in the bank's place, by `n`. */
export const HAS_NUMBER = sql<boolean>`n.company_id = p.company_id AND n.payment_number IN (p.reference_number, '0' || p.reference_number)
  AND r.company_id = n.company_id AND r.id = n.row_id AND r.side = 'CREDIT' AND r.not_ours_at IS NULL AND r.settles_id IS NULL
  AND coalesce(r.settlement_kind, 'PAYMENT') = 'PAYMENT'`;

/** True if statements have the number of purchase `p`, and the bank took each credit with it back: of an order that has no row. */
const areAllTakenBack = sql<boolean>`(p.reference_number IS NOT NULL AND coalesce((
  SELECT bool_and(is_taken_back(r)) FROM bank_row_references n, bank_rows r WHERE ${HAS_NUMBER}), false))`;

/** Amount of row `r` that refunds of other purchases pay back. */
const refundedElsewhere = sql<bigint>`(CASE WHEN r.refunded_paise = 0 THEN 0 ELSE (
  SELECT coalesce(sum(x.amount_paise), 0) FROM refund_parts x
  JOIN refunds f ON f.company_id = x.company_id AND f.id = x.refund_id AND f.state <> 'CANCELLED' AND f.purchase_id <> p.id
  WHERE x.company_id = r.company_id AND x.row_id = r.id) END)::bigint`;

/** The facts of purchases `p` with their buyers `u`, by SQL that a condition follows. `exceptId` leaves a refund out. */
function money(exceptId: string | null): RawBuilder<unknown> {
  return sql`
    SELECT p.id AS "purchaseId", p.order_number AS "orderNumber", p.user_id AS "userId", u.member_id AS "memberId",
      u.name AS "memberName", u.email, u.language, p.status, p.final_amount_paise AS "finalPaise", m.received AS "rowPaise",
      m.allocated AS "allocatedPaise", coalesce(f.sum, 0)::bigint AS "refundedPaise", coalesce(f.causes, '{}') AS causes,
      u.deleted_at IS NOT NULL AS "isErased", coalesce(p.reversed_at, p.decided_at, p.created_at) AS since,
      (SELECT o.order_number FROM purchases o WHERE o.company_id = p.company_id AND o.id <> p.id AND o.status = 'APPROVED'
        AND (o.reference_number = p.reference_number OR o.reference_number IN (SELECT n.reference FROM bank_row_references n
          WHERE n.company_id = o.company_id AND n.row_id = ANY (m.row_ids)))
        -- What such an order has of the rows is known. Rows that no other order names are the buyer's.
        AND NOT (m.row_ids IS NOT NULL AND (o.allocated_paise > 0 OR m.has_own_row)) LIMIT 1) AS "otherOrder",
      -- The payment of an order that has no row can be part of another order that has the row with its number.
      CASE WHEN m.row_ids IS NULL AND p.reference_number IS NOT NULL THEN (
        SELECT o.order_number FROM bank_row_references n, bank_rows r JOIN bank_matches b ON b.company_id = r.company_id
          AND b.row_id = r.id AND b.released_at IS NULL JOIN purchases o ON o.company_id = b.company_id AND o.id = b.purchase_id
        WHERE ${HAS_NUMBER} AND o.id <> p.id AND r.amount_paise - r.allocated_paise - ${refundedElsewhere} < p.final_amount_paise
        LIMIT 1) END AS "orderWithRow",
      CASE WHEN m.row_ids IS NOT NULL THEN coalesce(m.is_taken_back, false) ELSE ${areAllTakenBack} END AS "isTakenBack"
    FROM purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
    LEFT JOIN LATERAL (
      SELECT array_agg(r.id) AS row_ids, sum(c.open)::bigint AS allocated,
        bool_or(NOT c.is_back AND NOT c.is_named) AS has_own_row,
        sum(CASE WHEN c.is_back OR c.is_named THEN c.open ELSE c.open + r.amount_paise - r.allocated_paise - ${refundedElsewhere} END)::bigint AS received,
        bool_or(c.is_back) AND NOT bool_or(NOT c.is_back AND r.allocated_paise < r.amount_paise) AS is_taken_back
      FROM bank_matches b JOIN bank_rows r ON r.company_id = b.company_id AND r.id = b.row_id
      CROSS JOIN LATERAL (SELECT is_taken_back(r) AS is_back, ${IS_NAMED} AS is_named,
        CASE WHEN b.released_at IS NULL THEN b.amount_paise ELSE 0 END AS open) c
      WHERE ${IS_OF_PURCHASE}) m ON true
    LEFT JOIN LATERAL (SELECT sum(x.amount_paise) AS sum,
        array_agg(x.cause) FILTER (WHERE x.state <> 'PAID') AS causes FROM refunds x
      WHERE x.company_id = p.company_id AND x.purchase_id = p.id AND x.state <> 'CANCELLED'
        AND x.id IS DISTINCT FROM ${exceptId}::uuid) f ON true`;
}

/**
 * Locks a purchase, and before it the bank rows that it was approved with, in the order of the reconciliation: its refunds are
 * made and approved one after the other, and its money is not given to another purchase meanwhile. @returns false without one
 */
export async function lockPurchase(tx: Db, companyId: string, id: string): Promise<boolean> {
  await sql`
    SELECT FROM bank_rows r WHERE r.company_id = ${companyId} AND r.id IN (
      SELECT m.row_id FROM bank_matches m WHERE m.company_id = ${companyId} AND m.purchase_id = ${id}
      UNION SELECT n.row_id FROM purchases p JOIN bank_row_references n ON n.company_id = p.company_id
        AND n.payment_number IN (p.reference_number, '0' || p.reference_number)
      WHERE p.company_id = ${companyId} AND p.id = ${id} AND p.status = 'REVERSED')
    ORDER BY r.id FOR UPDATE`.execute(tx);
  const row = await tx
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** @param exceptId a refund that does not count */
export async function readMoney(
  db: Db,
  companyId: string,
  purchaseId: string,
  exceptId: string | null,
): Promise<MoneyRow | null> {
  const { rows } = await sql<MoneyRow>`
    ${money(exceptId)} WHERE p.company_id = ${companyId} AND p.id = ${purchaseId}`.execute(db);
  return rows[0] ?? null;
}

const MAY_BE_DUE = sql<boolean>`(p.status = 'REVERSED' OR (p.status = 'APPROVED' AND m.received > m.allocated))`;

/** Whether money of `c`, by `money`, can be paid back. */
const IS_DUE = sql<boolean>`c."otherOrder" IS NULL AND c."orderWithRow" IS NULL AND NOT c."isTakenBack"
  AND NOT (CASE c.status WHEN 'REVERSED' THEN 'REVERSAL' ELSE 'OVERPAID' END) = ANY (c.causes)
  AND coalesce(c."rowPaise", c."finalPaise") - c."refundedPaise" > CASE c.status WHEN 'REVERSED' THEN 0 ELSE coalesce(c."allocatedPaise", c."finalPaise") END`;

/** Whether a member is to get money back for which no refund is under way. */
export async function hasDue(db: Db, companyId: string, userId: string): Promise<boolean> {
  const ofMember = sql`WHERE p.company_id = ${companyId} AND p.user_id = ${userId} AND ${MAY_BE_DUE}`;
  const { rows } = await sql`SELECT FROM (${money(null)} ${ofMember}) c WHERE ${IS_DUE} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Reversed and overpaid purchases with money that can be paid back, the newest first. */
export async function listRefundable(
  db: Db,
  companyId: string,
  terms: readonly SearchText[],
  page: PageRequest,
): Promise<{ rows: MoneyRow[]; total: number }> {
  const matches = sql.join([sql`true`, ...terms.map((term) => matchesTerm(term))], sql` AND `);
  const { rows } = await sql<MoneyRow & { total: bigint }>`
    SELECT c.*, count(*) OVER () AS total FROM (${money(null)}
      WHERE p.company_id = ${companyId} AND u.deleted_at IS NULL AND ${matches} AND ${MAY_BE_DUE}) c WHERE ${IS_DUE}
    ORDER BY c.since DESC, c."purchaseId" LIMIT ${page.limit} OFFSET ${offsetOf(page)}`.execute(db);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

const matchesTerm = (term: SearchText): RawBuilder<boolean> =>
  sql<boolean>`(${contains('p.search_text', term)} OR ${contains('u.search_text', term)})`;

export interface NewRefund {
  readonly company_id: string;
  readonly number: string;
  readonly reference: string;
  readonly purchase_id: string;
  readonly user_id: string;
  readonly cause: Refunds['cause'];
  readonly row_id: string | null;
  readonly amount_paise: bigint;
  readonly created_by: string;
}

/** @returns the id; null if the number is taken */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<string | null> {
  await permit(tx, 'payees');
  const row = await tx
    .insertInto('refunds')
    .values(refund)
    .onConflict((c) => c.columns(['company_id', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The purchase of a refund; null if the company, or the member where one is given, has no such refund. */
export async function findPurchaseOf(db: Db, companyId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('refunds')
    .select('purchase_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.purchase_id ?? null;
}

/** Locks a refund; with the language of its member. @param userId only a refund of this member; null for any */
export async function lockRefund(tx: Db, companyId: string, id: string, userId: string | null) {
  const row = await tx
    .selectFrom('refunds')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('users as u')
        .select('u.language')
        .whereRef('u.company_id', '=', 'refunds.company_id')
        .whereRef('u.id', '=', 'refunds.user_id')
        .as('language'),
    )
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(userId !== null, (q) => q.where('user_id', '=', userId ?? ''))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
export type LockedRefund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>;

/** Changes a refund that is locked. */
export async function updateRefund(tx: Db, companyId: string, id: string, set: Updateable<Refunds>): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('refunds')
    .set(set)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export interface RefundFilter {
  readonly companyId: string;
  /** Only this one. */
  readonly id?: string;
  /** Only those of this member. */
  readonly userId?: string;
  readonly state?: RefundState | undefined;
  readonly terms?: readonly SearchText[];
}

/** The condition of a list, on refunds as `r`. */
const ofFilter = ({ companyId, id, userId, state, terms = [] }: RefundFilter): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`r.company_id = ${companyId}`,
      ...(id === undefined ? [] : [sql`r.id = ${id}`]),
      ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
      ...(state === undefined ? [] : [sql`r.state = ${state}`]),
      ...terms.map((term) => sql`(r.number ILIKE ANY (${term.like}::text[]) OR ${matchesTerm(term)})`),
    ],
    sql` AND `,
  )}`;

function matching(db: Db, filter: RefundFilter) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.purchase_id'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.user_id'))
    .where(ofFilter(filter));
}

/** The refunds of a list, in no order. `late_reference`: an earlier payout that went out after all and is not back. */
export function listed(db: Db, filter: RefundFilter) {
  return matching(db, filter)
    .leftJoin('users as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.created_by'),
    )
    .selectAll('r')
    .select(['p.order_number', 'u.member_id', 'u.name as member_name', 'c.name as created_by_name'])
    .select(
      sql<string | null>`(SELECT min(o.reference) FROM refund_payouts o WHERE o.company_id = r.company_id
        AND o.refund_id = r.id AND o.debit_row_id IS NOT NULL AND NOT o.is_debit_expected)`.as('late_reference'),
    );
}

/** The newest first. */
export function listRefunds(db: Db, filter: RefundFilter, page: PageRequest) {
  return readPage(
    listed(db, filter).orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').limit(page.limit).offset(offsetOf(page)),
    matching(db, filter).select((eb) => eb.fn.countAll<bigint>().as('total')),
    page,
  );
}
export type RefundRow = Awaited<ReturnType<typeof listRefunds>>['rows'][number];

/**
 * Finds a refund of the member: one that waits for the account, else one that is under way, else any; null without one. For a
 * statement that reads more of the member.
 */
export const notedRefundOf = (companyId: string, userId: string): RawBuilder<NotedRefund | null> => sql`(
  SELECT jsonb_build_object('state', r.state, 'amountPaise', r.amount_paise::text, 'orderNumber', p.order_number)
  FROM refunds r JOIN purchases p ON p.company_id = r.company_id AND p.id = r.purchase_id
  WHERE r.company_id = ${companyId} AND r.user_id = ${userId}
  ORDER BY r.state = 'WAITING_FOR_ACCOUNT' DESC, r.state IN ('PAID', 'CANCELLED'), r.created_at DESC, r.id DESC LIMIT 1)`;

export async function findNotedRefund(db: Db, companyId: string, userId: string): Promise<NotedRefund | null> {
  const { rows } = await sql<{ refund: NotedRefund | null }>`
    SELECT ${notedRefundOf(companyId, userId)} AS refund`.execute(db);
  return rows[0]?.refund ?? null;
}
