/** The SQL that reads purchases for members and admins. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from '../db/client.ts';
import { holds } from '../db/found.ts';
import type { PurchaseStatus } from '../db/schema.ts';

export interface PurchaseFilter {
  readonly companyId: string;
  /** Only this member's. */
  readonly userId?: string;
  readonly status?: PurchaseStatus;
  /** Null for all of them. */
  readonly search: SearchText | null;
  /** Only what a first admin has approved, or asked to reverse. */
  readonly waitsForSecond?: boolean;
}

export type PurchasePage = PurchaseFilter & PageRequest;

/** The rows of the list before the search, as `p`. */
export function listed(it: PurchaseFilter): RawBuilder<boolean> {
  const parts = [sql`p.company_id = ${it.companyId}`];
  if (it.userId !== undefined) parts.push(sql`p.user_id = ${it.userId}`);
  if (it.status !== undefined) parts.push(sql`p.status = ${it.status}`);
  if (it.waitsForSecond) {
    parts.push(sql`((p.status = 'PENDING' AND p.first_approved_by IS NOT NULL)
      OR (p.status = 'APPROVED' AND p.reversal_asked_by IS NOT NULL))`);
  }
  return sql`${sql.join(parts, sql` AND `)}`;
}

/** The rows that a filter leaves, as `p`. */
export function matching(db: Db, it: PurchaseFilter) {
  const query = db.selectFrom('purchases as p').where(listed(it));
  return it.search === null ? query : query.where(holds('p.search_text', it.search));
}

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
  'p.order_age_seconds',
  'p.reversed_at',
  'p.reversal_reason',
] as const;

/** The hash of the entry that took the buyer's stock back. */
const REVERSAL_HASH = sql<string | null>`(
  SELECT t.hash FROM stock_entries t
  WHERE t.company_id = p.company_id AND t.source_id = p.id AND t.user_id = p.user_id AND t.kind = 'ADJUSTMENT'
    AND p.status = 'REVERSED')`;

/** What admins have done to it, and the account that was shown; not for its buyer. */
const FOR_ADMINS = [
  'p.beneficiary',
  'p.user_id',
  'p.decided_by',
  'p.reversed_by',
  'p.first_approved_by',
  'p.first_approved_at',
  'p.reversal_asked_by',
  'p.reversal_asked_at',
] as const;

/** With the buyer, and the kind and content of the receipt. */
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
    .select(REVERSAL_HASH.as('reversal_hash'));
}

/** A member's purchases are counted up to here, which nobody has: reading them has an end. */
const COUNT_MAX = 100_000;

export type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>['rows'][number];

/** A member's own, the newest first. */
export async function listPurchases(db: Db, it: PurchasePage & { readonly userId: string }) {
  const [rows, { total }] = await Promise.all([
    withDetails(matching(db, it))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(it.limit)
      .offset(offsetOf(it))
      .execute(),
    db
      .selectFrom(
        matching(db, it)
          .select(sql`1`.as('one'))
          .limit(COUNT_MAX + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** What a member is shown of a purchase. */
export type TransactionRow = Omit<
  PurchaseRow,
  'sha256' | 'member_id' | 'name' | 'mobile' | 'is_approved' | 'joined_at' | Unqualified<(typeof FOR_ADMINS)[number]>
>;
type Unqualified<C extends string> = C extends `${string}.${infer Name}` ? Name : never;

/**
 * One purchase, without the people: it is read after every submission, and each join costs its planning. `isTwice`: another
 * one, pending or approved, has its reference number too.
 */
export async function readTransaction(
  db: Db,
  companyId: string,
  id: string,
): Promise<(TransactionRow & { isTwice: boolean }) | null> {
  const row = await db
    .selectFrom('purchases as p')
    .leftJoin('media as m', 'm.id', 'p.receipt_id')
    .select([...COLUMNS, 'm.mime'])
    .select(REVERSAL_HASH.as('reversal_hash'))
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
            .whereRef('o.id', '<>', 'p.id')
            .where('o.status', 'in', ['PENDING', 'APPROVED']),
        )
        .$castTo<boolean>()
        .as('isTwice'),
    )
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export interface AdminName {
  readonly name: string;
  /** What somebody has begun counts only while he is an active admin. */
  readonly counts: boolean;
}

/** Names of admins by their ids. */
export async function listAdminNames(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .select(sql<boolean>`role = 'ADMIN' AND status = 'ACTIVE'`.as('counts'))
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Pending, approved and reversed purchases by reference number. */
export function listByReference(db: Db, companyId: string, references: readonly string[]) {
  return db
    .selectFrom('purchases')
    .select(['id', 'order_number', 'reference_number', 'status'])
    .where('company_id', '=', companyId)
    .where('reference_number', 'in', references)
    .where('status', 'in', ['PENDING', 'APPROVED', 'REVERSED'])
    .orderBy('created_at')
    .limit(1000)
    .execute();
}

/** Purchases by the content of their receipt, in whatever status: a proof that was refused once is worth a look too. */
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
