/** SQL for super admins: accounts of the platform, without a company. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface SuperAdmin {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

const REMOVED = '%@removed.invalid';

/** @param email lower-case */
export async function findSuperAdmin(db: Db, email: string): Promise<SuperAdmin | null> {
  const row = await db
    .selectFrom('super_admins')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** Null if the account was removed. */
export async function findSuperAdminById(db: Db, id: string): Promise<SuperAdmin | null> {
  const row = await db
    .selectFrom('super_admins')
    .select(['id', 'email', 'name'])
    .where('id', '=', id)
    .where('email', 'not like', REMOVED)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the account until the commit: a removal waits, and then ends what the transaction has made. @returns false if it was removed */
export async function lockSuperAdmin(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('super_admins')
    .select('id')
    .where('id', '=', id)
    .where('email', 'not like', REMOVED)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets one transaction after the other change who is a super admin. */
export async function lockSuperAdmins(tx: Db): Promise<void> {
  await sql`LOCK TABLE super_admins IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** @returns the new account's id; null if the address already has one */
export async function insertSuperAdmin(tx: Db, email: string): Promise<string | null> {
  const row = await tx
    .insertInto('super_admins')
    .values({ email })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Changes the address to one under .invalid (RFC 2606), which gets no codes. The row stays because the audit trail refers to
 * it.
 * @returns false for the last super admin
 */
export async function disableSuperAdmin(tx: Db, id: string): Promise<boolean> {
  await lockSuperAdmins(tx);
  const others = await tx
    .selectFrom('super_admins')
    .select('id')
    .where('id', '<>', id)
    .where('email', 'not like', REMOVED)
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
