/** SQL for deletion requests. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export async function readRequest(db: Db, companyId: string, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('deletion_requested_at')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.deletion_requested_at ?? null;
}

/** When somebody else last changed the account's address, and removed its second factors. */
export async function readTakings(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['email_changed_at', 'factors_reset_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether the account holds tokens that a launch is to send, and has no wallet address for them. */
export async function lacksWallet(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('stock_balances as b', (join) =>
      join.onRef('b.company_id', '=', 'u.company_id').onRef('b.user_id', '=', 'u.id'),
    )
    .select('u.id')
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', id)
    .where('u.wallet_address', 'is', null)
    .where('b.quantity', '>', 0n)
    .where('c.launch_state', '<>', 'PACKED')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if nothing changed */
export async function setRequest(tx: Db, companyId: string, id: string, isRequested: boolean): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ deletion_requested_at: isRequested ? sql<Date>`now()` : null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', isRequested ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
