/** The SQL of decisions on purchases. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { payeeDigest, referenceDigest } from '../../db/purchase-digests.ts';
import type { Schema } from '../../db/schema/schema.ts';
import type { BankState } from '../calls.ts';

/**
 * Reads what a decision needs, in one statement. Locks the company against change, and the rows of the buyer and the
 * referrer against deletion; the purchase is locked later (steps 1 to 3 of the lock order). Null if the company has no such
 * purchase.
 */
export async function readForDecision(tx: Db, companyId: string, id: string) {
  const rows = await tx
    .with(
      (cte) => cte('c').materialized(),
      (q) => q.selectFrom('companies').selectAll().where('id', '=', companyId).forKeyShare(),
    )
    .with(
      (cte) => cte('p').materialized(),
      (q) =>
        q
          .selectFrom('purchases')
          .innerJoin('users as b', (join) =>
            join.onRef('b.company_id', '=', 'purchases.company_id').onRef('b.id', '=', 'purchases.user_id'),
          )
          .select(['purchases.company_id', 'purchases.final_amount_paise', 'purchases.quantity', 'purchases.user_id'])
          .select('b.referrer_id')
          .where('purchases.company_id', '=', companyId)
          .where('purchases.id', '=', id),
    )
    .selectFrom('c')
    .innerJoin('p', 'p.company_id', 'c.id')
    // A lateral join that locks is not reordered: before a table has statistics, the planner would begin with all users of the
    // company, and look for each whether they take part.
    .innerJoinLateral(
      (q) =>
        q
          .selectFrom('users')
          .select(['id', 'name', 'email', 'status', 'member_id', 'deleted_at', 'language'])
          .whereRef('company_id', '=', 'c.id')
          .where(sql<boolean>`id = ANY (ARRAY[p.user_id, p.referrer_id])`)
          .orderBy('id')
          .forKeyShare()
          .as('u'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select(['p.final_amount_paise as finalAmountPaise', 'p.quantity', 'p.user_id as buyerId'])
    .select(['u.id as personId', 'u.name as personName', 'u.email as personEmail', 'u.status as personStatus'])
    .select(['u.member_id as memberId', 'u.deleted_at as deletedAt', 'u.language'])
    .execute();
  const [first] = rows;
  if (!first) return null;
  const people = rows.map((row) => ({
    id: row.personId,
    name: row.personName,
    email: row.personEmail,
    status: row.personStatus,
    memberId: row.memberId,
    deletedAt: row.deletedAt,
    language: row.language,
  }));
  const buyer = people.find((person) => person.id === first.buyerId);
  if (!buyer) return null;
  const referrer = people.find((person) => person.id !== first.buyerId) ?? null;
  return { company: first, buyer, referrer, finalAmountPaise: first.finalAmountPaise, quantity: first.quantity };
}

/** SHA-256, in hex, of the file that proves a purchase; null without one. */
const proofHash = (eb: ExpressionBuilder<Schema, 'purchases'>) =>
  eb
    .selectFrom('media')
    .select('media.sha256')
    .whereRef('media.company_id', '=', 'purchases.company_id')
    .whereRef('media.id', '=', 'purchases.receipt_id');

export type Pending = NonNullable<Awaited<ReturnType<typeof lockPending>>>;

/** Locks a pending purchase. @returns null if it is no longer pending */
export async function lockPending(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('purchases')
    .select(['id', 'corrections', 'allocated_paise', 'final_amount_paise', 'reference_number'])
    .select((eb) => proofHash(eb).as('proof_sha256'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Decides a purchase by one conditional update. A purchase is pending until it has a decision time: a condition on its status
 * would let the planner read all pending purchases of the company while the table has no statistics.
 * @returns null if it is no longer pending
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
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning(['id', 'order_number', 'quantity', 'final_amount_paise', 'decided_at', 'hold_ended_at', 'corrections'])
    .returning([referenceDigest('purchases').as('reference_digest'), payeeDigest('purchases').as('payee_digest')])
    .returning(['reference_number', 'allocated_paise', 'is_unproven'])
    .returning((eb) => proofHash(eb).as('proof_sha256'))
    .executeTakeFirst();
  return row ?? null;
}

/** Reads the bank state of a purchase. */
export async function readBankState(tx: Db, companyId: string, id: string): Promise<BankState> {
  const row = await tx
    .selectFrom('purchases as p')
    .select(sql<BankState | null>`purchase_bank_state(p) ->> 'state'`.as('state'))
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row?.state ?? 'UNKNOWN';
}

/** Whether the purchase has part payments alone: nobody has accepted less than due. */
export async function hasPartsOnly(tx: Db, companyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bank_matches')
    .select((eb) => eb.fn.agg<boolean>('bool_and', [eb('kind', '=', 'PART')]).as('isPart'))
    .where('company_id', '=', companyId)
    .where('purchase_id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return row?.isPart === true;
}

/** Whether the bank took a payment back that is allocated to the purchase. */
export async function hasReturnedPayment(tx: Db, companyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ isReturned: boolean }>`
    SELECT EXISTS (SELECT FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
      WHERE m.company_id = ${companyId} AND m.purchase_id = ${id} AND m.released_at IS NULL AND is_taken_back(r)) AS "isReturned"`.execute(
    tx,
  );
  return rows[0]?.isReturned === true;
}

/** Locks the bank rows that are allocated to purchases, before these (step 2 of the lock order): a rejection or reversal frees them. */
export async function lockBankRows(tx: Db, companyId: string, purchaseIds: readonly string[]): Promise<void> {
  await sql`
    SELECT FROM bank_rows r WHERE r.company_id = ${companyId} AND r.id IN (SELECT m.row_id FROM bank_matches m
      WHERE m.company_id = ${companyId} AND m.purchase_id = ANY (${purchaseIds}::uuid[]) AND m.released_at IS NULL)
    ORDER BY r.id FOR UPDATE`.execute(tx);
}

/** Makes a rejected purchase pending by one conditional update. @returns null if it is not rejected */
export async function reopen(tx: Db, companyId: string, id: string) {
  const row = await tx
    .updateTable('purchases')
    .set({ status: 'PENDING', decided_at: null, decided_by: null, reject_reason: null })
    // An admin has seen the payment at the bank.
    .set({ hold_ended_at: null, is_unproven: false })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'REJECTED')
    .returning(['order_number', 'quantity', 'user_id as userId'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the oldest pending purchases of a member, at most `limit`, and before them the company, the member and the bank rows
 * (steps 1 to 3 of the lock order).
 * @returns their ids; null if the company has no such member
 */
export async function lockPendingOf(
  tx: Db,
  companyId: string,
  userId: string,
  limit: number,
): Promise<string[] | null> {
  const member = await tx
    .selectFrom('companies')
    .innerJoin('users as u', 'u.company_id', 'companies.id')
    .select('u.id')
    .where('companies.id', '=', companyId)
    .where('u.id', '=', userId)
    .forKeyShare(['companies', 'u'])
    .executeTakeFirst();
  if (!member) return null;
  const pending = tx
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  const early = await pending.execute();
  await lockBankRows(
    tx,
    companyId,
    early.map((row) => row.id),
  );
  const rows = await pending.forUpdate().execute();
  return rows.map((row) => row.id);
}

interface Credits {
  readonly paise: bigint;
  /** In the order of the ids, with blanks between them. */
  readonly rowIds: string;
}

/**
 * Worth of the credits of a purchase, in paise, for the bound of two admins. A credit counts whole: from the approval on, its rest
 * is its buyer's too. What an earlier approved purchase shares counted with that one. A line of a settlement counts as the bank's whole
 * credit: its file may be made up around somebody else's payment.
 */
export async function sumCredits(tx: Db, companyId: string, purchaseId: string): Promise<Credits> {
  const { rows } = await sql<{ sum: string; ids: string }>`
    SELECT coalesce(string_agg(m.row_id::text, ' ' ORDER BY m.row_id), '') AS ids, coalesce(sum(CASE WHEN EXISTS (
      SELECT FROM bank_matches o JOIN purchases q ON q.company_id = o.company_id AND q.id = o.purchase_id
      JOIN bank_rows s ON s.company_id = o.company_id AND s.id = o.row_id
      WHERE o.company_id = m.company_id AND (o.row_id = m.row_id OR s.settlement_id = r.settlement_id)
        AND o.purchase_id <> m.purchase_id AND o.released_at IS NULL AND q.status = 'APPROVED')
      THEN m.amount_paise ELSE greatest(r.amount_paise, c.amount_paise) END), 0)::text AS sum
    FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
    LEFT JOIN bank_rows c ON c.company_id = r.company_id AND c.settles_id = r.settlement_id
    WHERE m.company_id = ${companyId} AND m.purchase_id = ${purchaseId} AND m.released_at IS NULL`.execute(tx);
  return { paise: BigInt(rows[0]?.sum ?? '0'), rowIds: rows[0]?.ids ?? '' };
}
