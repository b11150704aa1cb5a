/** The SQL of the messages about purchases. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { PurchaseMessages } from '../db/schema/messages.ts';

/** The purchase with its buyer and the state of its thread. @param userId only if it is this member's */
export async function findPurchase(db: Db, companyId: string, id: string, userId: string | null) {
  const row = await db
    .selectFrom('purchases as p')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .leftJoin('purchase_threads as t', (join) =>
      join.onRef('t.company_id', '=', 'p.company_id').onRef('t.purchase_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.status', 'p.order_number', 'p.user_id', 'u.name', 'u.email', 'u.language', 'u.deleted_at'])
    .select(['t.waiting_since', 't.messages', 't.unread_by_member', 't.unread_by_admins'])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .$if(userId !== null, (q) => q.where('p.user_id', '=', userId ?? ''))
    .executeTakeFirst();
  return row ?? null;
}
export type PurchaseOfThread = NonNullable<Awaited<ReturnType<typeof findPurchase>>>;

/** Locks the purchase (step 3 of the lock order), so that its messages are added one after the other. */
export async function lockPurchase(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

/** The oldest first, with the author and the files. */
export function listMessages(db: Db, companyId: string, purchaseId: string, id: string | null = null) {
  return db
    .selectFrom('purchase_messages as g')
    .leftJoin('users as u', (join) => join.onRef('u.company_id', '=', 'g.company_id').onRef('u.id', '=', 'g.author_id'))
    .leftJoin('media as f', 'f.id', 'g.file_id')
    .leftJoin('media as e', 'e.id', 'g.earlier_file_id')
    .selectAll('g')
    .select(['u.name as author_name', 'f.mime as file_mime', 'f.file_name', 'e.mime as earlier_mime'])
    .select('e.file_name as earlier_file_name')
    .where('g.company_id', '=', companyId)
    .where('g.purchase_id', '=', purchaseId)
    .$if(id !== null, (q) => q.where('g.id', '=', id ?? ''))
    .orderBy('g.created_at')
    .orderBy('g.id')
    .execute();
}
export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

/** Adds a message and counts it. A question begins the wait for the buyer, any message of the buyer ends it. */
export async function insertMessage(
  tx: Db,
  row: Insertable<PurchaseMessages>,
): Promise<{ id: string; isFirstUnread: boolean }> {
  const isMember = row.author_kind === 'member';
  const counted = sql.ref(isMember ? 'unread_by_admins' : 'unread_by_member');
  const waiting = isMember ? sql`NULL` : row.is_question ? sql`now()` : sql`purchase_threads.waiting_since`;
  const { rows } = await sql<{ unread: number }>`
    INSERT INTO purchase_threads (company_id, purchase_id, waiting_since, messages, ${counted})
    VALUES (${row.company_id}, ${row.purchase_id}, ${row.is_question ? sql`now()` : sql`NULL`}, 1, 1)
    ON CONFLICT (company_id, purchase_id) DO UPDATE SET waiting_since = ${waiting}, last_at = now(),
      messages = purchase_threads.messages + 1, ${counted} = purchase_threads.${counted} + 1
    RETURNING ${counted} AS unread`.execute(tx);
  const { id } = await tx.insertInto('purchase_messages').values(row).returning('id').executeTakeFirstOrThrow();
  return { id, isFirstUnread: rows[0]?.unread === 1 };
}

export async function markRead(db: Db, companyId: string, purchaseId: string, side: 'member' | 'admin'): Promise<void> {
  const column = side === 'member' ? 'unread_by_member' : 'unread_by_admins';
  await db
    .updateTable('purchase_threads')
    .set({ [column]: 0 })
    .where('company_id', '=', companyId)
    .where('purchase_id', '=', purchaseId)
    .where(column, '>', 0)
    .execute();
}
