/** The SQL of super admins: accounts of the platform, without a company. */
import type { Db } from '../db/client.ts';

/** By the lower-cased address. */
export async function findSuperAdmin(db: Db, email: string): Promise<{ id: string; email: string } | null> {
  const row = await db.selectFrom('super_admins').select(['id', 'email']).where('email', '=', email).executeTakeFirst();
  return row ?? null;
}
