/** The SQL that reads purchases for members and admins. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import { readPage } from '../../db/page.ts';
import type { BankState } from '../calls.ts';
import { matching, PARTS_OF_PURCHASE, type PurchaseFilter } from '../filter/store.ts';

export type PurchasePage = PurchaseFilter & PageRequest;

const COLUMNS = [
  'p.id',
  'p.order_number',
  'p.payment_method',
  'p.price_micros',
  'p.quantity',
  'p.order_amount_paise',
  'p.fee_bps',
  'p.fee_paise',
  'p.final_amount_paise',
  'p.claimed_amount_paise',
  'p.status',
  'p.reference_number',
  'p.transaction_id',
  'p.receipt_id',
  'p.created_at',
  'p.decided_at',
  'p.reject_reason',
  'p.hold_ended_at',
  'p.order_age_seconds',
  'p.reversed_at',
  'p.reversal_reason',
] as const;

/** The hash of the entry that took the buyer's stock back. */
const REVERSAL_HASH = sql<string | null>`(
  SELECT t.hash FROM stock_entries t
  WHERE t.company_id = p.company_id AND t.source_id = p.id AND t.user_id = p.user_id AND t.kind = 'ADJUSTMENT'
    AND p.status = 'REVERSED')`;

/** What the bank statements say; null while the company has none. */
export interface BankFacts {
  readonly state: BankState;
  readonly seenOn: string | null;
  readonly amountPaise: string | null;
  readonly readUntil: string | null;
  /** A row of the bank is spent on the purchase. */
  readonly isMatched: boolean;
  /** The buyer may learn the state, the day and the amount. */
  readonly isDisclosed: boolean;
}
/** The database reads it after the limit, so for the rows of the page alone. */
const BANK = sql<BankFacts | null>`purchase_bank_state(p)`;

/** A part payment of a pending purchase. */
export interface PartFacts {
  readonly rowId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly amountPaise: string;
}
/** The part payments of a pending purchase, the oldest first; null for none. */
const PARTS = sql<readonly PartFacts[] | null>`(
  SELECT jsonb_agg(jsonb_build_object('rowId', k.row_id, 'date', b.bank_date, 'amountPaise', k.amount_paise::text)
    ORDER BY b.bank_date, k.matched_at, k.id)
  FROM ${PARTS_OF_PURCHASE})`;

/** The messages about a purchase; null while there are none. */
export interface ThreadFacts {
  readonly waitingSince: string | null;
  readonly messages: number;
  readonly unreadByMember: number;
  readonly unreadByAdmins: number;
}
const THREAD = sql<ThreadFacts | null>`(
  SELECT jsonb_build_object('waitingSince', t.waiting_since, 'messages', t.messages,
    'unreadByMember', t.unread_by_member, 'unreadByAdmins', t.unread_by_admins)
  FROM purchase_threads t WHERE t.company_id = p.company_id AND t.purchase_id = p.id)`;

/** Columns that buyers do not see: the account shown, and what admins did. */
const FOR_ADMINS = ['p.beneficiary', 'p.user_id', 'p.decided_by', 'p.reversed_by', 'p.corrections'] as const;

/** Joins the buyer, the receipt file and the stock entry. */
export function withDetails(query: ReturnType<typeof matching>) {
  return query
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .leftJoin('media as m', 'm.id', 'p.receipt_id')
    .leftJoin('stock_entries as e', (join) =>
      join
        .onRef('e.company_id', '=', 'p.company_id')
        .onRef('e.source_id', '=', 'p.id')
        .on('e.kind', '=', sql.lit('PURCHASE')),
    )
    .select([...COLUMNS, 'm.mime', 'm.sha256', 'u.member_id', 'u.name', 'u.mobile', 'u.is_approved'])
    .select(['u.created_at as joined_at', 'e.hash as entry_hash', ...FOR_ADMINS])
    .select([REVERSAL_HASH.as('reversal_hash'), BANK.as('bank'), PARTS.as('parts'), THREAD.as('thread')]);
}

/** Bounds the cost of the count; no member has this many purchases. */
const COUNT_MAX = 100_000;

export type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>['rows'][number];

/** A member's own purchases, the newest first. */
export function listPurchases(db: Db, page: PurchasePage & { readonly userId: string }) {
  const bounded = matching(db, page)
    .select(sql`1`.as('one'))
    .limit(COUNT_MAX + 1);
  return readPage(
    withDetails(matching(db, page))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page)),
    db.selectFrom(bounded.as('counted')).select((eb) => eb.fn.countAll<bigint>().as('total')),
    page,
  );
}

/** How many purchases of the member wait for a decision. For a statement that reads more of the member. */
export const pendingPurchasesOf = (companyId: string, userId: string): RawBuilder<bigint> => sql`(
  SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND user_id = ${userId} AND status = 'PENDING')`;

/** The oldest order of a member that waits for their answer to a question; null without one. */
export const openQuestionOf = (companyId: string, userId: string): RawBuilder<string | null> => sql`(
  SELECT p.order_number FROM purchases p JOIN purchase_threads t ON t.company_id = p.company_id AND t.purchase_id = p.id
  WHERE p.company_id = ${companyId} AND p.user_id = ${userId} AND p.status = 'PENDING' AND t.waiting_since IS NOT NULL
  ORDER BY t.waiting_since LIMIT 1)`;

/** The newest pending order of a member that is paid in part, and whose rest is not at the bank; null without one. Amounts as text, because they come as JSON. */
export const partPaidOrderOf = (companyId: string, userId: string): RawBuilder<PartPaidOrder | null> => sql`(
  SELECT jsonb_build_object('orderNumber', p.order_number, 'duePaise', p.final_amount_paise::text, 'receivedPaise', sum(m.amount_paise)::text)
  FROM purchases p JOIN bank_matches m ON m.company_id = p.company_id AND m.purchase_id = p.id
    AND m.released_at IS NULL AND m.kind = 'PART'
  WHERE p.company_id = ${companyId} AND p.user_id = ${userId} AND p.status = 'PENDING' AND p.allocated_paise > 0
    AND p.allocated_paise < p.final_amount_paise AND NOT EXISTS (SELECT FROM bank_claim_states c
      WHERE c.company_id = p.company_id AND c.purchase_id = p.id AND c.state = 'SUGGESTED')
  GROUP BY p.id, p.order_number, p.final_amount_paise, p.created_at ORDER BY p.created_at DESC, p.id DESC LIMIT 1)`;

export interface PartPaidOrder {
  readonly orderNumber: string;
  readonly duePaise: string;
  readonly receivedPaise: string;
}

/** Days during which a rejected or reversed order is shown as something to act on. */
const UNDONE_DAYS = 30;

/** A member's newest order if it was rejected, or reversed, within the last 30 days; null otherwise. */
export const undoneOrderOf = (
  companyId: string,
  userId: string,
  status: 'REJECTED' | 'REVERSED',
): RawBuilder<string | null> => sql`(
  SELECT CASE WHEN last.status = ${status} AND last.ended_at > now() - make_interval(days => ${UNDONE_DAYS})
    THEN last.order_number END FROM (
    SELECT status, order_number, COALESCE(reversed_at, decided_at) AS ended_at FROM purchases
    WHERE company_id = ${companyId} AND user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT 1) last)`;

/** The columns of a purchase that its buyer sees. */
export type TransactionRow = Omit<
  PurchaseRow,
  'sha256' | 'member_id' | 'name' | 'mobile' | 'is_approved' | 'joined_at' | Unqualified<(typeof FOR_ADMINS)[number]>
>;
type Unqualified<C extends string> = C extends `${string}.${infer Name}` ? Name : never;

/**
 * One purchase, without its people: it is read after every repeated submission, and each join costs planning time.
 * `isDuplicate`: another pending or approved purchase has the same reference number.
 */
export async function readTransaction(
  db: Db,
  companyId: string,
  id: string,
): Promise<(TransactionRow & { isDuplicate: boolean }) | null> {
  const row = await db
    .selectFrom('purchases as p')
    .leftJoin('media as m', 'm.id', 'p.receipt_id')
    .select([...COLUMNS, 'm.mime'])
    .select([REVERSAL_HASH.as('reversal_hash'), BANK.as('bank'), PARTS.as('parts'), THREAD.as('thread')])
    .select((eb) =>
      eb
        .selectFrom('stock_entries as e')
        .select('e.hash')
        .whereRef('e.company_id', '=', 'p.company_id')
        .whereRef('e.source_id', '=', 'p.id')
        .where('e.kind', '=', sql.lit('PURCHASE'))
        .as('entry_hash'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('purchases as o')
            .select(sql.lit(1).as('one'))
            .whereRef('o.company_id', '=', 'p.company_id')
            .whereRef('o.reference_number', '=', 'p.reference_number')
            .whereRef('o.user_id', '<>', 'p.user_id')
            .where('o.status', 'in', ['PENDING', 'APPROVED']),
        )
        .$castTo<boolean>()
        .as('isDuplicate'),
    )
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Purchases by their ids, in no order. */
export function listByIds(db: Db, companyId: string, ids: readonly string[]): Promise<PurchaseRow[]> {
  return withDetails(
    db
      .selectFrom('purchases as p')
      .where('p.company_id', '=', companyId)
      .where('p.id', '=', sql<string>`ANY(${ids}::uuid[])`),
  ).execute();
}

/** Names of admins by id. */
export async function listAdminNames(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Pending, approved and reversed purchases by reference number. */
export function listByReference(db: Db, companyId: string, references: readonly string[]) {
  return db
    .selectFrom('purchases')
    .select(['id', 'user_id', 'order_number', 'reference_number', 'status'])
    .where('company_id', '=', companyId)
    .where('reference_number', 'in', references)
    .where('status', 'in', ['PENDING', 'APPROVED', 'REVERSED'])
    .orderBy('created_at')
    .limit(1000)
    .execute();
}

/** Purchases by the content of their receipt, in any status: a proof that was rejected before matters too. */
export function listBySameFile(db: Db, companyId: string, sha256s: readonly string[]) {
  return db
    .selectFrom('media as m')
    .innerJoin('purchases as p', 'p.receipt_id', 'm.id')
    .select(['p.id', 'p.order_number', 'm.sha256'])
    .where('m.company_id', '=', companyId)
    .where('p.company_id', '=', companyId)
    .where('m.sha256', 'in', sha256s)
    .orderBy('p.created_at')
    .limit(1000)
    .execute();
}
