/** The SQL by which a buyer corrects a pending purchase. */
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/client.ts';
import { ownFileQuery } from '../../media/store.ts';

/** Locks the purchase if it is the member's and pending (step 3 of the lock order). */
export async function lockOwnPending(tx: Db, companyId: string, userId: string, id: string) {
  const row = await tx
    .selectFrom('purchases')
    .select(['id', 'receipt_id', 'reference_number', 'payment_method', 'order_number'])
    .select(['final_amount_paise', 'allocated_paise', 'shares_reference'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** What can refuse the correction, read with the purchase locked. */
export async function readForCorrection(
  tx: Db,
  wanted: {
    companyId: string;
    userId: string;
    id: string;
    receiptId: string | null;
    references: readonly string[];
  },
) {
  const { companyId, userId, id, receiptId, references } = wanted;
  const uses = tx
    .selectFrom('purchases')
    .select(['status', 'order_number as orderNumber'])
    .select(sql<boolean>`user_id = ${userId}`.as('isOwn'))
    .where('company_id', '=', companyId)
    .where('id', '<>', id)
    .where('reference_number', 'in', references.length === 0 ? [null] : references)
    .where('status', 'in', ['PENDING', 'APPROVED'])
    .orderBy(sql`status = 'APPROVED'`, 'desc')
    .orderBy(sql`user_id = ${userId}`, 'desc')
    .limit(2);
  const approval = tx
    .selectFrom('approvals')
    .select('id')
    .where('company_id', '=', companyId)
    .where('subject_id', '=', id)
    .where('kind', '=', 'purchase.approve')
    .where('state', '=', 'OPEN');
  return tx
    .selectNoFrom([
      jsonObjectFrom(ownFileQuery(tx, companyId, userId, receiptId)).as('receipt'),
      jsonArrayFrom(uses).as('uses'),
      jsonObjectFrom(approval).as('firstApproval'),
    ])
    .executeTakeFirstOrThrow();
}

export interface Corrections {
  readonly receiptId: string | null;
  readonly reference: string | null;
  readonly sharesReference: boolean;
}

export async function correct(
  tx: Db,
  companyId: string,
  id: string,
  { receiptId, reference, sharesReference }: Corrections,
): Promise<void> {
  await sql`
    UPDATE purchases p SET receipt_id = ${receiptId}, reference_number = ${reference}, shares_reference = ${sharesReference}, corrections = corrections + 1,
      search_text = purchase_search_text(
        p.order_number, ${reference}, p.transaction_id, u.name, u.member_id, u.mobile, u.email)
    FROM users u
    WHERE p.company_id = ${companyId} AND p.id = ${id} AND u.company_id = p.company_id AND u.id = p.user_id`.execute(
    tx,
  );
}
