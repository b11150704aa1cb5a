/** The SQL of the accounts that a company is paid to. Versions and times of change are the database's own work. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
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
  /** When this version came about. */
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

/** The account as it was in a version, also after it was deleted; in its latest without one. */
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

function columnsOf(it: AccountDetails) {
  return {
    holder_name: it.holderName,
    bank_name: it.bankName,
    branch: it.branch,
    account_number: it.accountNumber,
    ifsc_code: it.ifscCode,
    upi: it.upi,
  };
}

/** Makes room for another primary account; the index lets there be one. */
export async function dropPrimary(tx: Db, companyId: string): Promise<void> {
  await tx
    .updateTable('beneficiaries')
    .set({ is_primary: false })
    .where('company_id', '=', companyId)
    .where('is_primary', '=', true)
    .execute();
}

/** @param isChange buyers who know the company's other accounts are told of this one */
export async function insertAccount(
  tx: Db,
  companyId: string,
  it: AccountDetails & { isPrimary: boolean; isActive: boolean },
  isChange: boolean,
): Promise<string> {
  const { id } = await tx
    .insertInto('beneficiaries')
    .values({
      company_id: companyId,
      ...columnsOf(it),
      is_primary: it.isPrimary,
      is_active: it.isActive,
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
  it: AccountDetails & { isPrimary: boolean; isActive: boolean },
): Promise<void> {
  await tx
    .updateTable('beneficiaries')
    .set({ ...columnsOf(it), is_primary: it.isPrimary, is_active: it.isActive })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether a purchase of the company was paid to it. */
export async function isUsed(tx: Db, companyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('beneficiary', 'is not', null)
    .where(sql`beneficiary ->> 'id'`, '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAccount(tx: Db, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('beneficiaries').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Null when the session has ended meanwhile. */
export async function readSeen(db: Db, companyId: string, sessionId: string): Promise<Seen | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at as signedInAt', 'accounts_seen as versions'])
    .where('company_id', '=', companyId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function keepSeen(
  db: Db,
  companyId: string,
  sessionId: string,
  versions: Readonly<Record<string, number>>,
): Promise<void> {
  const seen = JSON.stringify(versions);
  await db
    .updateTable('sessions')
    .set({ accounts_seen: seen })
    .where('company_id', '=', companyId)
    .where('id', '=', sessionId)
    .where(sql<boolean>`accounts_seen IS DISTINCT FROM ${seen}::jsonb`)
    .execute();
}
