/**
 * The SQL of a submission: one lock, one look at all that can speak against it, one row. What comes after waits for the
 * company's supply, and everybody who submits shares two cores with the database: the statements are few.
 */
import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { versionQuery } from '../beneficiaries/store.ts';
import type { Db } from '../db/client.ts';
import type { BeneficiarySnapshot, Purchases } from '../db/schema.ts';
import { ownFileQuery } from '../media/store.ts';
import type { Company } from '../scope.ts';

/** Hours in which the same submission without a key is the same call (decisions, point 4). */
export const REPEAT_HOURS = 24;

export interface Buyer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isApproved: boolean;
}

/**
 * Locks the company against change and then the member until the transaction ends, so that his submissions come one by
 * one (lock order, places 1 and 2). Null unless he is active.
 */
export async function lockBuyer(
  tx: Db,
  companyId: string,
  userId: string,
): Promise<{ company: Company; member: Buyer } | null> {
  const row = await tx
    .selectFrom('companies')
    .innerJoin('users as u', 'u.company_id', 'companies.id')
    .selectAll('companies')
    .select([
      'u.id as buyer_id',
      'u.name as buyer_name',
      'u.email as buyer_email',
      'u.is_approved as buyer_is_approved',
    ])
    .where('companies.id', '=', companyId)
    .where('u.id', '=', userId)
    .where('u.status', '=', 'ACTIVE')
    .forKeyShare('companies')
    .forNoKeyUpdate('u')
    .executeTakeFirst();
  if (!row) return null;
  const { buyer_id: id, buyer_name: name, buyer_email: email, buyer_is_approved: isApproved, ...company } = row;
  return { company, member: { id, name, email, isApproved } };
}

export interface Submitted {
  readonly companyId: string;
  readonly userId: string;
  /** The call's own key; where it is null, `repeatHash` tells whether it is the same. */
  readonly key: string | null;
  readonly repeatHash: string | null;
  readonly receiptId: string | null;
  readonly reference: string | null;
  /** The account that was shown, in the version that was; null for none. */
  readonly shown: { readonly id: string; readonly version: number | null } | null;
}

export interface Found {
  /** The member's purchase with this key, else his latest within a day with this hash. */
  readonly known: { readonly id: string; readonly contentHash: string } | null;
  /** The receipt, if it is the member's own. */
  readonly receipt: { readonly mime: string } | null;
  /** Purchases with this reference, pending or approved: an approved one first, then the member's own; two at the most. */
  readonly uses: readonly { readonly status: string; readonly orderNumber: string; readonly isOwn: boolean }[];
  readonly payee: BeneficiarySnapshot | null;
}

/** Call it with the member locked: nobody makes the same purchase meanwhile. */
export async function readForSubmission(tx: Db, it: Submitted): Promise<Found> {
  const ofCompany = tx.selectFrom('purchases').where('company_id', '=', it.companyId);
  const own = ofCompany.select(['id', 'content_hash as contentHash']).where('user_id', '=', it.userId);
  const repeat = own
    .where('repeat_hash', '=', it.repeatHash)
    .where(sql<boolean>`created_at > now() - make_interval(hours => ${REPEAT_HOURS})`)
    .orderBy('created_at', 'desc')
    .limit(1);
  // Sorted by what no index gives: by one that does, the database could go through all purchases in that order.
  const uses = ofCompany
    .select(['status', 'order_number as orderNumber'])
    .select(sql<boolean>`user_id = ${it.userId}`.as('isOwn'))
    .where('reference_number', '=', it.reference)
    .where('status', 'in', ['PENDING', 'APPROVED'])
    .orderBy(sql`status = 'APPROVED'`, 'desc')
    .orderBy(sql`user_id = ${it.userId}`, 'desc')
    .limit(2);
  return tx
    .selectNoFrom([
      jsonObjectFrom(it.key === null ? repeat : own.where('idempotency_key', '=', it.key)).as('known'),
      jsonObjectFrom(ownFileQuery(tx, it.companyId, it.userId, it.receiptId)).as('receipt'),
      jsonArrayFrom(uses).as('uses'),
      jsonObjectFrom(versionQuery(tx, it.companyId, it.shown?.id ?? null, it.shown?.version ?? null)).as('payee'),
    ])
    .executeTakeFirstOrThrow();
}

export type InsertedPurchase = Selectable<Purchases>;

/** @returns the row, or null when the order number is taken */
export async function insertPurchase(
  tx: Db,
  row: Omit<Insertable<Purchases>, 'search_text'>,
): Promise<InsertedPurchase | null> {
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
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
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
