/** SQL for accounts. All queries here exclude erased accounts (`deleted_at`). */
import { type Selectable, sql, type Updateable } from 'kysely';
import { latinDigits } from '../core/digits.ts';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';
import { permit } from '../db/permits.ts';
import type { Role, Users } from '../db/schema/schema.ts';

export type Account = Selectable<Users>;

/** The text that admins' lists search: name, email, mobile and member ID in lower case, with digits 0 to 9. */
export function searchTextOf(account: { name: string; email: string; mobile: string; memberId: string }): string {
  return latinDigits(`${account.name} ${account.email} ${account.mobile} ${account.memberId}`).toLowerCase();
}

/** Finds an account of any status. @param email lower-case */
export async function findByEmail(db: Db, companyId: string, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these addresses have an account of any status. @param emails lower-case */
export async function listKnownAddresses(db: Db, companyId: string, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`email = ANY(${emails}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ email }) => email);
}

/** The id of the ACTIVE account with this member ID. */
export async function findReferrer(db: Db, companyId: string, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface NewAccount {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly role: Role;
  readonly memberId: string;
  readonly referrerId: string | null;
  readonly passwordHash: string;
  /** Whether another person chose the password. */
  readonly isPasswordGiven: boolean;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  readonly pincode: string | null;
  readonly gender: 'male' | 'female' | 'other' | null;
  /** Null if the member has not chosen one. */
  readonly language?: Language | null;
}

export const EMAIL_INDEX = 'users_company_id_email_key';
export const MEMBER_ID_INDEX = 'users_company_id_member_id_key';

/** Inserts an account that waits for verification. @returns its id */
export async function insertAccount(db: Db, account: NewAccount): Promise<string> {
  if (account.role === 'ADMIN') await permit(db, 'accounts');
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: account.companyId,
      email: account.email,
      name: account.name,
      mobile: account.mobile,
      role: account.role,
      member_id: account.memberId,
      referrer_id: account.referrerId,
      password_hash: account.passwordHash,
      password_given_at: account.isPasswordGiven ? sql<Date>`now()` : null,
      date_of_birth: account.dateOfBirth,
      pincode: account.pincode,
      gender: account.gender,
      language: account.language ?? null,
      search_text: searchTextOf(account),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Null if it was deleted. */
export async function findById(db: Db, companyId: string, id: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the commit. */
export function lockAccount(tx: Db, companyId: string, id: string): Promise<Account> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Replaces the hash of a number that was stored under a previous secret, if there is one. */
export async function renewAadhaarHash(
  tx: Db,
  companyId: string,
  previous: readonly string[],
  current: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ aadhaar_hash: current })
    .where('company_id', '=', companyId)
    .where('aadhaar_hash', 'in', previous)
    .execute();
}

/** Columns that only the permit for accounts changes. */
const PERMITTED: readonly (keyof Users)[] = ['email', 'role', 'status', 'is_approved', 'wallet_address'];

export async function updateAccount(tx: Db, companyId: string, id: string, change: Updateable<Users>): Promise<void> {
  if (PERMITTED.some((column) => change[column] !== undefined)) await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/**
 * Locks an account whose password was verified, until the commit.
 * @returns false if it is no longer ACTIVE, or its role or password has changed
 */
export async function lockForSignIn(
  tx: Db,
  companyId: string,
  { id, passwordHash, role }: { id: string; passwordHash: string; role: Role | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', passwordHash)
    .$if(role !== null, (q) => q.where('role', '=', role ?? 'USER'))
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

const activeAccount = (tx: Db, companyId: string, id: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null);

/** Keeps an account ACTIVE until the commit. @returns false if it is not */
export async function lockActive(tx: Db, companyId: string, id: string): Promise<boolean> {
  return (await activeAccount(tx, companyId, id).forShare().executeTakeFirst()) !== undefined;
}

/** As `lockActive`, and lets one change of how the account signs in wait for the other. @returns false if it is not ACTIVE */
export async function lockActiveForChange(tx: Db, companyId: string, id: string): Promise<boolean> {
  return (await activeAccount(tx, companyId, id).forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** Stores a new hash of the same password, unless the password has changed meanwhile. */
export async function replaceHash(tx: Db, companyId: string, id: string, old: string, next: string): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ password_hash: next })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute();
}

/** Sets a password that the owner chose. @returns false if the account is no longer ACTIVE */
export async function setPassword(tx: Db, companyId: string, id: string, passwordHash: string): Promise<boolean> {
  await permit(tx, 'accounts');
  const result = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_given_at: null, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Sets a password that an operator gives, and makes the admin ACTIVE. @returns false if the company has no such admin */
export async function restoreAdmin(tx: Db, companyId: string, id: string, passwordHash: string): Promise<boolean> {
  await permit(tx, 'accounts');
  const result = await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_given_at: sql<Date>`now()`,
      status: 'ACTIVE',
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The account with its own stock and the stock of all members, in whole tokens. */
export function getProfile(
  db: Db,
  companyId: string,
  id: string,
): Promise<Account & { stockBalance: bigint; globalStake: bigint }> {
  return db
    .selectFrom('users as u')
    .innerJoin('supplies as s', 's.company_id', 'u.company_id')
    .leftJoin('stock_balances as b', (join) =>
      join.onRef('b.company_id', '=', 'u.company_id').onRef('b.user_id', '=', 'u.id'),
    )
    .selectAll('u')
    .select((eb) => [
      eb.fn.coalesce('b.quantity', sql<bigint>`0::bigint`).as('stockBalance'),
      's.credited as globalStake',
    ])
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
}
