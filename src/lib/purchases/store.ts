/** The SQL of decisions on purchases. Submitting is in `submit-store.ts`, lists are in `list-store.ts`. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/**
 * What a decision needs. Locks the company against change, then the rows of the buyer and the referrer against deletion,
 * before the purchase is locked (lock order, places 1 to 3). Null when the company has no such purchase.
 */
export async function findForDecision(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('companies')
    .innerJoin('purchases as p', 'p.company_id', 'companies.id')
    .innerJoin('users as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.user_id'))
    .selectAll('companies')
    .select(['p.final_amount_paise', 'b.id as buyer_id', 'b.referrer_id'])
    .where('companies.id', '=', companyId)
    .where('p.id', '=', id)
    .forKeyShare('companies')
    .executeTakeFirst();
  if (!row) return null;
  const { final_amount_paise: finalAmountPaise, buyer_id, referrer_id, ...company } = row;
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'member_id as memberId', 'deleted_at as deletedAt'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [buyer_id, ...(referrer_id === null ? [] : [referrer_id])])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const buyer = people.find((person) => person.id === buyer_id);
  if (!buyer) return null;
  const referrer = people.find((person) => person.id === referrer_id) ?? null;
  return { company, buyer, referrer, finalAmountPaise };
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
