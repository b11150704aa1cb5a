/** The SQL of a company's admins as a group. */
import type { Db } from '../db/client.ts';

function activeAdmins(db: Db, companyId: string) {
  return db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null);
}

export async function listAdminAddresses(db: Db, companyId: string): Promise<string[]> {
  const rows = await activeAdmins(db, companyId).select('email').orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => row.email);
}

export async function countAdmins(db: Db, companyId: string): Promise<number> {
  const { count } = await activeAdmins(db, companyId)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
