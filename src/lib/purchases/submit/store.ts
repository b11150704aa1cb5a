/**
 * The SQL of a submission: one statement locks, one reads all facts that can refuse it, one inserts the row. The statements
 * are few because other buyers may be waiting for this one.
 */
import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { isRecentAccount, versionQuery } from '../../beneficiaries/store.ts';
import type { Language } from '../../core/texts.ts';
import type { Db } from '../../db/client.ts';
import type { BeneficiarySnapshot, Purchases } from '../../db/schema/schema.ts';
import { ownFileQuery } from '../../media/store.ts';
import type { Company } from '../../scope.ts';
import type { OpenPurchases } from '../holds.rules.ts';

/** A submission without a key that is sent again within these hours is the same call (docs/contract.md). */
export const REPEAT_HOURS = 24;

export interface Buyer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isApproved: boolean;
  /** Since a day or more. */
  readonly isVerifiedLong: boolean;
  /** Tokens that another order with a proof may hold for those that the buyer has; null for no limit. */
  readonly provable: bigint | null;
  /** Null for a member whom nobody referred. */
  readonly referrerId: string | null;
  readonly language: Language | null;
}

export interface LockedBuyer {
  readonly company: Company;
  readonly member: Buyer;
}

/**
 * Locks the company against change and then the member until the transaction ends, so that a member's submissions run one
 * after the other (steps 1 and 2 of the lock order). Null unless the member is active.
 */
export async function lockBuyer(tx: Db, companyId: string, userId: string): Promise<LockedBuyer | null> {
  const row = await tx
    .selectFrom('companies')
    .innerJoin('users as u', 'u.company_id', 'companies.id')
    .selectAll('companies')
    .select([
      'u.id as buyer_id',
      'u.name as buyer_name',
      'u.email as buyer_email',
      'u.is_approved as buyer_is_approved',
      sql<boolean>`is_verified_long(u)`.as('buyer_is_verified_long'),
      sql<bigint | null>`tokens_back(u) - held_with_proof(u, 'infinity', u.id)`.as('buyer_provable'),
      'u.referrer_id as buyer_referrer_id',
      'u.language as buyer_language',
    ])
    .where('companies.id', '=', companyId)
    .where('u.id', '=', userId)
    .where('u.status', '=', 'ACTIVE')
    .forKeyShare('companies')
    .forNoKeyUpdate('u')
    .executeTakeFirst();
  if (!row) return null;
  const { buyer_id: id, buyer_name: name, buyer_email: email, buyer_is_approved: isApproved, ...rest } = row;
  const {
    buyer_is_verified_long: isVerifiedLong,
    buyer_provable: provable,
    buyer_referrer_id: referrerId,
    buyer_language: language,
    ...company
  } = rest;
  return { company, member: { id, name, email, isApproved, isVerifiedLong, provable, referrerId, language } };
}

export interface SubmissionKeys {
  readonly companyId: string;
  readonly userId: string;
  /** The client's idempotency key. Null: `repeatHash` identifies a repeated submission. */
  readonly key: string | null;
  readonly repeatHash: string | null;
  readonly receiptId: string | null;
  /** The reference numbers that mean the payment; none without a number. */
  readonly references: readonly string[];
  /** The account shown to the buyer, in the version shown; null if the client did not send it. */
  readonly shown: { readonly id: string; readonly version: number | null } | null;
}

export interface SubmissionFacts {
  /** The member's purchase with this key, else their latest within a day with this hash that was not rejected. */
  readonly known: { readonly id: string; readonly contentHash: string } | null;
  /** The receipt, if it is the member's own. */
  readonly receipt: { readonly mime: string } | null;
  /** At most two pending or approved purchases with this reference: an approved one first, then the member's own. */
  readonly uses: readonly { readonly status: string; readonly orderNumber: string; readonly isOwn: boolean }[];
  readonly payee: BeneficiarySnapshot | null;
  /** Whether that account is active, or was so in the last 72 hours. */
  readonly isPayeeRecent: boolean;
  readonly open: OpenPurchases;
  /** Amounts of free credits of the bank that have the reference of an order without a receipt; at most two. */
  readonly bankAmounts: readonly bigint[];
}

/** Call it with the member locked, so that two calls can't make the same purchase in parallel. */
export async function readForSubmission(tx: Db, keys: SubmissionKeys): Promise<SubmissionFacts> {
  const ofCompany = tx.selectFrom('purchases').where('company_id', '=', keys.companyId);
  const own = ofCompany.select(['id', 'content_hash as contentHash']).where('user_id', '=', keys.userId);
  const repeat = own
    .where('repeat_hash', '=', keys.repeatHash)
    .where('status', '<>', 'REJECTED')
    .where(sql<boolean>`created_at > now() - make_interval(hours => ${REPEAT_HOURS})`)
    .orderBy('created_at', 'desc')
    .limit(1);
  // The sort keys have no index: with one, the planner may scan all purchases in that order.
  const uses = ofCompany
    .select(['status', 'order_number as orderNumber'])
    .select(sql<boolean>`user_id = ${keys.userId}`.as('isOwn'))
    .where('reference_number', 'in', keys.references.length === 0 ? [null] : keys.references)
    .where('status', 'in', ['PENDING', 'APPROVED'])
    .orderBy(sql`status = 'APPROVED'`, 'desc')
    .orderBy(sql`user_id = ${keys.userId}`, 'desc')
    .limit(2);
  const { open, bankAmounts, ...facts } = await tx
    .selectNoFrom([
      jsonObjectFrom(keys.key === null ? repeat : own.where('idempotency_key', '=', keys.key)).as('known'),
      jsonObjectFrom(ownFileQuery(tx, keys.companyId, keys.userId, keys.receiptId)).as('receipt'),
      jsonArrayFrom(uses).as('uses'),
      jsonObjectFrom(versionQuery(tx, keys.companyId, keys.shown?.id ?? null, keys.shown?.version ?? null)).as('payee'),
      isRecentAccount(keys.companyId, keys.shown?.id ?? null).as('isPayeeRecent'),
      jsonObjectFrom(openQuery(tx, keys.companyId, keys.userId))
        .$notNull()
        .as('open'),
      jsonArrayFrom(freeCredits(tx, keys)).as('bankAmounts'),
    ])
    .executeTakeFirstOrThrow();
  return { ...facts, open: openOf(open), bankAmounts: bankAmounts.map(({ amount }) => BigInt(amount)) };
}

/** A number in a note is no reference of the bank: payers write notes. */
function freeCredits(db: Db, { companyId, references, receiptId }: SubmissionKeys) {
  return db
    .selectFrom('bank_row_references as n')
    .innerJoin('bank_rows as r', (join) =>
      join.onRef('r.company_id', '=', 'n.company_id').onRef('r.id', '=', 'n.row_id'),
    )
    .select(sql<string>`r.amount_paise::text`.as('amount'))
    .where('n.company_id', '=', companyId)
    .where('n.reference', 'in', references.length === 0 || receiptId !== null ? [null] : references)
    .where('n.source', 'in', ['REFERENCE', 'NARRATION'])
    .where('r.side', '=', 'CREDIT')
    .where('r.allocated_paise', '=', 0n)
    .where('r.not_ours_at', 'is', null)
    .where('r.is_reversal', '=', false)
    .limit(2);
}

function openQuery(db: Db, companyId: string, userId: string) {
  return (
    db
      .selectFrom('purchases')
      .select(sql<number>`count(*)`.as('count'))
      // As text, because a JSON number is not exact above 2^53.
      .select(sql<string>`coalesce(sum(quantity) FILTER (WHERE hold_ended_at IS NULL), 0)::text`.as('held'))
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      // A literal, because a partial index covers that status alone.
      .where('status', '=', sql.lit('PENDING'))
  );
}

const openOf = ({ count, held }: { count: number | bigint; held: string }): OpenPurchases => ({
  count: Number(count),
  held: BigInt(held),
});

/** The member's pending purchases. */
export async function readOpen(db: Db, companyId: string, userId: string): Promise<OpenPurchases> {
  return openOf(await openQuery(db, companyId, userId).executeTakeFirstOrThrow());
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

/** How many purchases have this number, with or without a suffix. */
export async function countOrderNumbers(tx: Db, companyId: string, orderNumber: string): Promise<number> {
  const { used } = await tx
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<bigint>().as('used'))
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('order_number', '=', orderNumber), eb('order_number', 'like', `${orderNumber}-%`)]))
    .executeTakeFirstOrThrow();
  return Number(used);
}
