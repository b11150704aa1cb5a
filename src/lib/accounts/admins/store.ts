/** SQL for the admins of a company as a group. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';

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

/** Active admins who have not declined reminders by mail. */
export function listAdminsToRemind(db: Db, companyId: string): Promise<{ id: string; email: string }[]> {
  return activeAdmins(db, companyId)
    .select(['id', 'email'])
    .where('mails_declined_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function isActiveAdmin(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await activeAdmins(db, companyId).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Waits for a block, a demotion or a new password in progress. @returns false if the account is no active admin */
export async function lockActiveAdmin(tx: Db, companyId: string, id: string): Promise<boolean> {
  const row = await activeAdmins(tx, companyId).select('id').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined;
}

export async function countAdmins(db: Db, companyId: string): Promise<number> {
  const { count } = await activeAdmins(db, companyId)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param hours how long the other one must have been an admin */
export async function hasIndependentAdmin(db: Db, companyId: string, id: string, hours: number): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (
      SELECT FROM users a JOIN users b ON b.company_id = a.company_id AND NOT are_dependent(a, b)
      WHERE a.company_id = ${companyId} AND a.id = ${id} AND b.role = 'ADMIN' AND b.status = 'ACTIVE'
        AND b.admin_since <= now() - make_interval(hours => ${hours})) AS exists`.execute(db);
  return rows[0]?.exists === true;
}

/** Whether two independent active admins are left without this one. */
export async function hasIndependentPair(db: Db, companyId: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    WITH admins AS MATERIALIZED (
      SELECT * FROM users WHERE company_id = ${companyId} AND role = 'ADMIN' AND status = 'ACTIVE' AND id <> ${exceptId})
    SELECT EXISTS (
      SELECT FROM users a JOIN users b ON b.company_id = a.company_id AND b.id > a.id AND NOT are_dependent(a, b)
      WHERE a.id IN (SELECT id FROM admins) AND b.id IN (SELECT id FROM admins)) AS exists`.execute(db);
  return rows[0]?.exists === true;
}

/** Adds admins, and their sponsors, to the sponsors of an account. @param isSole one admin acted alone */
export async function addSponsors(
  tx: Db,
  companyId: string,
  userId: string,
  sponsorIds: readonly string[],
  isSole: boolean,
): Promise<void> {
  const withTheirs = (column: 'sponsors' | 'sole_sponsors') => {
    const list = sql.ref(`s.${column}`);
    return sql<string[]>`ARRAY(
      SELECT unnest(${sql.ref(`users.${column}`)})
      UNION SELECT unnest(s.id || ${list}) FROM users s
        WHERE s.company_id = ${companyId} AND s.id = ANY(${sponsorIds}::uuid[])
      EXCEPT SELECT ${userId}::uuid)`;
  };
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ sponsors: withTheirs('sponsors'), ...(isSole && { sole_sponsors: withTheirs('sole_sponsors') }) })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .execute();
}
