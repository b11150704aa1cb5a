import type { Db } from '../../db/client.ts';

/** The accounts with these ids, as a change names them. */
export async function listDetails(db: Db, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'name', 'mobile', 'email', 'role', 'status', 'email_changed_at'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}
