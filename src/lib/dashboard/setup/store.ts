import type { Db } from '../../db/client.ts';

/** Admins of the company who can sign in, and whether its logs wait for the operator: nothing is sealed in them. */
export async function readAdmins(db: Db, companyId: string): Promise<{ admins: number; isSealingPaused: boolean }> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('admins'),
      eb
        .exists(eb.selectFrom('log_rollbacks').where('scope_id', '=', companyId).where('confirmed_at', 'is', null))
        .as('isSealingPaused'),
    ])
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { admins: Number(row.admins), isSealingPaused: row.isSealingPaused === true };
}

/** @param db the connection without a company: a backup is of the whole installation */
export async function readLastBackup(db: Db): Promise<Date | null> {
  const run = await db.selectFrom('verifications').select('ran_at').where('kind', '=', 'backup').executeTakeFirst();
  return run?.ran_at ?? null;
}
