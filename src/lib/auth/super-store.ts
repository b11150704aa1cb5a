/** The SQL of super admins: accounts of the platform, without a company. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** By the lower-cased address. */
export async function findSuperAdmin(db: Db, email: string): Promise<{ id: string; email: string } | null> {
  const row = await db.selectFrom('super_admins').select(['id', 'email']).where('email', '=', email).executeTakeFirst();
  return row ?? null;
}

/** @returns the new account's id; null where the address has one */
export async function insertSuperAdmin(tx: Db, email: string): Promise<string | null> {
  const row = await tx
    .insertInto('super_admins')
    .values({ email })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Under .invalid (RFC 2606) nobody gets a code. The row stays, for the trail names it. @returns false for the last one */
export async function shutSuperAdmin(tx: Db, id: string): Promise<boolean> {
  await sql`LOCK TABLE super_admins IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const others = await tx
    .selectFrom('super_admins')
    .select('id')
    .where('id', '<>', id)
    .where('email', 'not like', '%@removed.invalid')
    .limit(1)
    .execute();
  if (others.length === 0) return false;
  await tx
    .updateTable('super_admins')
    .set({ email: `${id}@removed.invalid` })
    .where('id', '=', id)
    .execute();
  return true;
}
