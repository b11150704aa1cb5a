/** SQL of changes of members' accounts by admins. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountMoves } from '../../db/schema/accounts.ts';

export async function insertMove(tx: Db, move: Insertable<AccountMoves>): Promise<string> {
  const { id } = await tx.insertInto('account_moves').values(move).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findMove(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('account_moves')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  return row ?? null;
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
