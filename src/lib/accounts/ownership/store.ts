/** SQL about who has shown that the mailbox of an account is theirs. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Whether an admin added the account of `u`. The trail says so: nothing changes an entry of it. */
const IS_ADDED = sql<boolean>`EXISTS (SELECT FROM audit_entries a
  WHERE a.scope_id = u.company_id AND a.subject_id = u.id AND a.action = 'user.add')`;

/** Whether a password of `u` was chosen by a mailed code since an admin last changed the address. */
const IS_PROVEN = sql<boolean>`EXISTS (SELECT FROM audit_entries r WHERE r.scope_id = u.company_id AND r.subject_id = u.id
  AND r.action = 'password.reset' AND (u.email_changed_at IS NULL OR r.created_at > u.email_changed_at))`;

/** Whether an admin added the account, and no password was chosen by a code that was mailed to its address. */
export async function lacksOwner(db: Db, companyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    SELECT ${IS_ADDED} AND NOT ${IS_PROVEN} AS lacks FROM users u WHERE u.company_id = ${companyId} AND u.id = ${userId}`.execute(
    db,
  );
  return rows[0]?.lacks === true;
}

/** Whether the reader of the account's address registered with it, or has chosen a password by a code that was mailed to it. */
export async function hasOwner(db: Db, companyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT (u.email_changed_at IS NULL AND NOT ${IS_ADDED}) OR ${IS_PROVEN} AS has FROM users u
    WHERE u.company_id = ${companyId} AND u.id = ${userId}`.execute(db);
  return rows[0]?.has === true;
}

/** The mail to an address that its owner can take back. */
export const LEFT_OWNED = 'email-left';

/** Whether an admin took this address from another account in these hours: the mail about it says so. */
export async function wasLeft(
  db: Db,
  companyId: string,
  { address, hours, exceptId }: { readonly address: string; readonly hours: number; readonly exceptId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('scope_id', '=', companyId)
    .where('company_id', '=', companyId)
    .where('to_address', '=', address)
    .where('kind', '=', LEFT_OWNED)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', 'is distinct from', exceptId)]))
    .executeTakeFirst();
  return row !== undefined;
}
