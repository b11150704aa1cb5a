import type { Db } from '../../db/client.ts';

/** Admins of the company who can sign in. */
export async function countAdmins(db: Db, companyId: string): Promise<number> {
  const { admins } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<bigint>().as('admins'))
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(admins);
}

/** @param db the connection without a company: a backup is of the whole installation */
export async function readLastBackup(db: Db): Promise<Date | null> {
  const run = await db.selectFrom('verifications').select('ran_at').where('kind', '=', 'backup').executeTakeFirst();
  return run?.ran_at ?? null;
}
