import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { permit } from '../../../db/permits.ts';

interface Owner {
  readonly companyId: string;
  readonly accountId: string;
}

/** Factors that a new password by mail removed. */
export interface DroppedFactors {
  /** How many; their names are whatever the one who added them wrote, so no text shows them. */
  readonly passkeys: number;
  readonly hasApp: boolean;
  /** Whether recovery codes were removed. */
  readonly hasCodes: boolean;
}

/** Deletes the factors and recovery codes that were added in these days, and what was begun and not confirmed. */
export async function deleteRecent(tx: Db, { companyId, accountId }: Owner, days: number): Promise<DroppedFactors> {
  await permit(tx, 'accounts');
  const since = sql<Date>`now() - make_interval(days => ${days})`;
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('scope_id', '=', companyId)
    .where('user_id', '=', accountId)
    .where('created_at', '>', since)
    .returning('id')
    .execute();
  const apps = await tx
    .deleteFrom('totp_factors')
    .where('scope_id', '=', companyId)
    .where('user_id', '=', accountId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>', since)]))
    .returning('confirmed_at')
    .execute();
  const codes = await tx
    .deleteFrom('recovery_codes')
    .where('scope_id', '=', companyId)
    .where('user_id', '=', accountId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>', since)]))
    .returning('confirmed_at')
    .execute();
  return {
    passkeys: passkeys.length,
    hasApp: apps.some((row) => row.confirmed_at !== null),
    hasCodes: codes.some((row) => row.confirmed_at !== null),
  };
}

/** Whether somebody else changed the address of the account in these hours. */
export async function isMoved(tx: Db, { companyId, accountId }: Owner, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .where('email_changed_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markReset(tx: Db, companyId: string, userId: string): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ factors_reset_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .execute();
}

/** Whether somebody else moved the account or removed its factors in these hours. */
export async function isQuiet(tx: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where(sql<boolean>`greatest(email_changed_at, factors_reset_at) > now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an admin changed the address of this member in these hours. Admins are moved by two of them, or need a factor. */
export async function wasMoved(tx: Db, companyId: string, userId: string, hours: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '=', 'USER')
    .where('email_changed_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return row !== undefined;
}
