import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export async function markReset(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ factors_reset_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .execute();
}

export async function wasReset(tx: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('factors_reset_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}
