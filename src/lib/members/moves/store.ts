/** SQL of changes of members' accounts by admins. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountMoves } from '../../db/schema/accounts.ts';

export async function insertMove(tx: Db, move: Insertable<AccountMoves>): Promise<string> {
  const { id } = await tx.insertInto('account_moves').values(move).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type Move = Selectable<AccountMoves>;

export async function findMove(tx: Db, companyId: string, id: string): Promise<Move | null> {
  const row = await tx
    .selectFrom('account_moves')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  return row ?? null;
}

interface Since {
  readonly userId: string;
  readonly movedAt: Date;
}

/** Whether the member got purchases, rewards or refunds since a change of the address. */
export async function hasArrivals(tx: Db, companyId: string, { userId, movedAt }: Since): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM purchases WHERE company_id = ${companyId} AND user_id = ${userId} AND created_at > ${movedAt})
      OR EXISTS (SELECT FROM referral_rewards WHERE company_id = ${companyId} AND referrer_id = ${userId} AND created_at > ${movedAt})
      OR EXISTS (SELECT FROM refunds WHERE company_id = ${companyId} AND user_id = ${userId} AND created_at > ${movedAt}) AS has`.execute(
    tx,
  );
  return rows[0]?.has === true;
}

/**
 * Whether an order was approved that was made, or whose first proof came, in this time. Orders and proofs alone do not count: the reader of
 * another mailbox makes some for nothing.
 * @param of.to null for until now
 */
export async function hasPaid(
  tx: Db,
  companyId: string,
  { userId, from, to }: { readonly userId: string; readonly from: Date; readonly to: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM purchases p CROSS JOIN LATERAL (
      SELECT min(f.created_at) AS at FROM media f WHERE f.company_id = p.company_id AND (f.id = p.receipt_id OR f.id IN (
        SELECT g.earlier_file_id FROM purchase_messages g WHERE g.company_id = p.company_id AND g.purchase_id = p.id))) proven
    WHERE p.company_id = ${companyId} AND p.user_id = ${userId} AND p.status IN ('APPROVED', 'REVERSED') AND p.decided_at > ${from}
      AND (tstzrange(${from}, ${to}, '(]') @> p.created_at OR tstzrange(${from}, ${to}, '(]') @> proven.at) LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether two admins made this change of the address, or a later one. */
export async function isConfirmedSince(tx: Db, companyId: string, { userId, movedAt }: Since): Promise<boolean> {
  const row = await tx
    .selectFrom('account_moves')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('proposed_by', 'is not', null)
    .where('moved_at', '>=', movedAt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the links of all later changes of the address: who could read them had the account from the one that is taken back. */
export async function endLaterMoves(tx: Db, companyId: string, move: Since): Promise<void> {
  await tx
    .updateTable('account_moves')
    .set({ taken_back_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('user_id', '=', move.userId)
    .where('kind', '=', 'email')
    .where('moved_at', '>', move.movedAt)
    .execute();
}

/** Takes a change back, one time. @returns false if it was taken back, or is older than these hours */
export async function takeBack(tx: Db, companyId: string, id: string, hours: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_moves')
    .set({ taken_back_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .where('moved_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
