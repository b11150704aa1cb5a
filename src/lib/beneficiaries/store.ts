/** The SQL of the accounts that a company is paid to. The database sets versions and times of change. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { permit } from '../db/permits.ts';
import type { Account, AccountDetails, Seen } from './rules.ts';

const DETAILS = [
  'holder_name as holderName',
  'bank_name as bankName',
  'branch',
  'account_number as accountNumber',
  'ifsc_code as ifscCode',
  'upi',
] as const;

export interface AccountRow extends Account {
  readonly createdAt: Date;
  readonly changedAt: Date | null;
  /** When this version was made. */
  readonly updatedAt: Date;
}

/** The primary first, the inactive last, else in the order in which they were added. */
function accounts(db: Db, companyId: string) {
  return db
    .selectFrom('beneficiaries')
    .select(['id', ...DETAILS, 'version', 'is_primary as isPrimary', 'is_active as isActive'])
    .select(['created_at as createdAt', 'changed_at as changedAt', 'updated_at as updatedAt'])
    .where('company_id', '=', companyId)
    .orderBy('is_primary', 'desc')
    .orderBy('is_active', 'desc')
    .orderBy('created_at')
    .orderBy('id');
}

export function listAccounts(db: Db, companyId: string): Promise<AccountRow[]> {
  return accounts(db, companyId).execute();
}

export function listActive(db: Db, companyId: string): Promise<AccountRow[]> {
  return accounts(db, companyId).where('is_active', '=', true).execute();
}

/** The account in a version, also after its deletion. @param version null for the latest */
export function versionQuery(db: Db, companyId: string, id: string | null, version: number | null) {
  return db
    .selectFrom('beneficiary_versions')
    .select(['beneficiary_id as id', 'version', ...DETAILS])
    .where('company_id', '=', companyId)
    .where('beneficiary_id', '=', id)
    .$if(version !== null, (q) => q.where('version', '<=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1);
}

/** Buyers may have an account on their screens for so many hours after it was deactivated. */
const SHOWN_HOURS = 72;

/** Whether an account is active, or was so within the last 72 hours. */
export function isRecentAccount(companyId: string, id: string | null) {
  return sql<boolean>`(
    EXISTS (SELECT FROM beneficiaries WHERE company_id = ${companyId} AND id = ${id} AND is_active)
    OR coalesce((
      SELECT NOT is_active AND created_at > now() - make_interval(hours => ${SHOWN_HOURS}) FROM beneficiary_versions
      WHERE company_id = ${companyId} AND beneficiary_id = ${id} ORDER BY version DESC LIMIT 1), false))`;
}

function columnsOf(account: AccountDetails) {
  return {
    holder_name: account.holderName,
    bank_name: account.bankName,
    branch: account.branch,
    account_number: account.accountNumber,
    ifsc_code: account.ifscCode,
    upi: account.upi,
  };
}

/** Call it before another account becomes primary: a unique index allows one primary account. */
export async function dropPrimary(tx: Db, companyId: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('beneficiaries')
    .set({ is_primary: false })
    .where('company_id', '=', companyId)
    .where('is_primary', '=', true)
    .execute();
}

/** @param isChange whether the payment screen shows the new account as a change */
export async function insertAccount(
  tx: Db,
  companyId: string,
  account: AccountDetails & { isPrimary: boolean; isActive: boolean },
  isChange: boolean,
): Promise<string> {
  await permit(tx, 'payees');
  const { id } = await tx
    .insertInto('beneficiaries')
    .values({
      company_id: companyId,
      ...columnsOf(account),
      is_primary: account.isPrimary,
      is_active: account.isActive,
      changed_at: isChange ? sql<Date>`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccount(
  tx: Db,
  companyId: string,
  id: string,
  account: AccountDetails & { isPrimary: boolean; isActive: boolean },
): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('beneficiaries')
    .set({ ...columnsOf(account), is_primary: account.isPrimary, is_active: account.isActive })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether a purchase of the company was paid to the account, or a bank statement is of it. */
export async function isUsed(tx: Db, companyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    SELECT EXISTS (SELECT FROM purchases WHERE company_id = ${companyId} AND beneficiary IS NOT NULL AND beneficiary ->> 'id' = ${id})
      OR EXISTS (SELECT FROM bank_statements WHERE company_id = ${companyId} AND beneficiary_id = ${id}::uuid)
      OR EXISTS (SELECT FROM bank_rows WHERE company_id = ${companyId} AND beneficiary_id = ${id}::uuid) AS "isUsed"`.execute(
    tx,
  );
  return rows[0]?.isUsed === true;
}

/** Deactivates the account first, so that its last version says since when it is not in use. */
export async function deleteAccount(tx: Db, companyId: string, id: string): Promise<void> {
  await permit(tx, 'payees');
  await tx
    .updateTable('beneficiaries')
    .set({ is_active: false, is_primary: false })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('beneficiaries').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Null if the session has ended meanwhile. */
export async function readSeen(db: Db, companyId: string, sessionId: string): Promise<Seen | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at as signedInAt', 'accounts_seen as versions'])
    .where('scope_id', '=', companyId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveSeen(
  db: Db,
  companyId: string,
  sessionId: string,
  versions: Readonly<Record<string, number>>,
): Promise<void> {
  const seen = JSON.stringify(versions);
  await db
    .updateTable('sessions')
    .set({ accounts_seen: seen })
    .where('scope_id', '=', companyId)
    .where('id', '=', sessionId)
    .where(sql<boolean>`accounts_seen IS DISTINCT FROM ${seen}::jsonb`)
    .execute();
}
