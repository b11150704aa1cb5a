/** The SQL of purchases: submitting, deciding. Lists are in `list-store.ts`. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Purchases } from '../db/schema.ts';

/** Hours in which the same submission without a key is the same call (decisions, point 4). */
export const REPEAT_HOURS = 24;

/** Locks the member until the transaction ends, so that his submissions come one by one. Null unless he is active. */
export async function lockMember(tx: Db, companyId: string, userId: string) {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_approved'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface KnownSubmission {
  readonly id: string;
  readonly contentHash: string;
}

export async function findByKey(
  tx: Db,
  companyId: string,
  userId: string,
  key: string,
): Promise<KnownSubmission | null> {
  const row = await tx
    .selectFrom('purchases')
    .select(['id', 'content_hash as contentHash'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** The member's latest submission with this hash within the last day. */
export async function findRepeat(
  tx: Db,
  companyId: string,
  userId: string,
  repeatHash: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('repeat_hash', '=', repeatHash)
    .where(sql<boolean>`created_at > now() - make_interval(hours => ${REPEAT_HOURS})`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The purchase that keeps a reference from being used: one that was approved, or the member's own that is pending. */
export async function findReferenceUse(tx: Db, companyId: string, userId: string, reference: string) {
  // Two at the most, by unique indexes: not sorted by the database, which could go through all purchases in that order.
  const rows = await tx
    .selectFrom('purchases')
    .select(['status', 'order_number as orderNumber'])
    .select(sql<boolean>`user_id = ${userId}`.as('isOwn'))
    .where('company_id', '=', companyId)
    .where('reference_number', '=', reference)
    .where((eb) =>
      eb.or([eb('status', '=', 'APPROVED'), eb.and([eb('status', '=', 'PENDING'), eb('user_id', '=', userId)])]),
    )
    .execute();
  return rows.find((it) => it.status === 'APPROVED') ?? rows[0] ?? null;
}

/** @returns the id, or null when the order number is taken */
export async function insertPurchase(tx: Db, row: Omit<Insertable<Purchases>, 'search_text'>): Promise<string | null> {
  const { order_number, reference_number = null, transaction_id = null } = row;
  const inserted = await tx
    .insertInto('purchases')
    .values({
      ...row,
      search_text: sql<string>`(
        SELECT purchase_search_text(${order_number}::text, ${reference_number}::text, ${transaction_id}::text,
          u.name, u.member_id, u.mobile, u.email)
        FROM users u WHERE u.id = ${row.user_id})`,
    })
    .onConflict((c) => c.columns(['company_id', 'order_number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** How often the number was used, with and without a suffix. */
export async function countOrderNumbers(tx: Db, companyId: string, orderNumber: string): Promise<number> {
  const { used } = await tx
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<bigint>().as('used'))
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('order_number', '=', orderNumber), eb('order_number', 'like', `${orderNumber}-%`)]))
    .executeTakeFirstOrThrow();
  return Number(used);
}

/**
 * What a decision needs. Locks the rows of the buyer and the referrer against deletion, before the purchase is locked.
 * Null when the company has no such purchase.
 */
export async function findForDecision(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('purchases as p')
    .innerJoin('users as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.user_id'))
    .select(['p.id', 'p.final_amount_paise as finalAmountPaise', 'b.id as buyerId', 'b.referrer_id as referrerId'])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'member_id as memberId', 'deleted_at as deletedAt'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [row.buyerId, ...(row.referrerId === null ? [] : [row.referrerId])])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const buyer = people.find((person) => person.id === row.buyerId);
  if (!buyer) return null;
  const referrer = people.find((person) => person.id === row.referrerId) ?? null;
  return { buyer, referrer, finalAmountPaise: row.finalAmountPaise };
}

/** Locks a pending purchase and tells who has approved it first; undefined when it is not pending any more. */
export async function lockPending(tx: Db, companyId: string, id: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('purchases')
    .select('first_approved_by')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
  return row?.first_approved_by;
}

/** Call it under the lock of `lockPending`. */
export async function noteFirstApproval(tx: Db, companyId: string, id: string, adminId: string): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({ first_approved_by: adminId, first_approved_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Whether somebody is an active admin of the company now: what others have begun counts only while they are. */
export async function isActiveAdmin(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The company's active admins, and whether each was one, under the same address, before the first half was noted: who came
 * later may be an account that the first of two has made for himself. Call it under the lock of the purchase.
 */
export function listSeconds(tx: Db, companyId: string, id: string, half: 'first_approved_at' | 'reversal_asked_at') {
  return tx
    .selectFrom('users as u')
    .innerJoin('purchases as p', 'p.company_id', 'u.company_id')
    .select(['u.id', sql<boolean>`coalesce(u.admin_since < ${sql.ref(`p.${half}`)}, false)`.as('wasThere')])
    .where('u.company_id', '=', companyId)
    .where('p.id', '=', id)
    .where('u.role', '=', 'ADMIN')
    .where('u.status', '=', 'ACTIVE')
    .execute();
}

/**
 * The one conditional update by which a purchase is decided: null when somebody was quicker. Who decides alone what he
 * had approved first is not the first of two.
 */
export async function decide(
  tx: Db,
  companyId: string,
  id: string,
  decision: { status: 'APPROVED' | 'REJECTED'; decidedBy: string; reason: string | null },
) {
  const row = await tx
    .updateTable('purchases')
    .set({
      status: decision.status,
      decided_at: sql<Date>`now()`,
      decided_by: decision.decidedBy,
      reject_reason: decision.reason,
      first_approved_by: sql<string | null>`nullif(first_approved_by, ${decision.decidedBy})`,
      first_approved_at: sql<Date | null>`CASE WHEN first_approved_by <> ${decision.decidedBy} THEN first_approved_at END`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returning(['id', 'order_number', 'quantity', 'final_amount_paise', 'reference_number', 'decided_at'])
    .executeTakeFirst();
  return row ?? null;
}
