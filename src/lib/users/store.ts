/** The SQL of accounts. An erased account (`deleted_at`) is none: no function here finds it. */
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Role, Users } from '../db/schema.ts';

export type User = Selectable<Users>;

/** What the lists of admins search in: lower-cased name, email, mobile and member ID. */
export function searchTextOf(it: { name: string; email: string; mobile: string; memberId: string }): string {
  return `${it.name} ${it.email} ${it.mobile} ${it.memberId}`.toLowerCase();
}

/** By the lower-cased address, whatever the status; null if there is none. */
export async function findByEmail(db: Db, companyId: string, email: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The ACTIVE member behind a member ID. */
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

export interface NewUser {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly role: Role;
  readonly memberId: string;
  readonly referrerId: string | null;
  readonly passwordHash: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  readonly pincode: string | null;
  readonly gender: 'male' | 'female' | 'other' | null;
}

/** The index that lets an address be used once. */
export const EMAIL_INDEX = 'users_company_id_email_key';
export const MEMBER_ID_INDEX = 'users_company_id_member_id_key';
export const WALLET_INDEX = 'users_wallet';
export const AADHAAR_INDEX = 'users_aadhaar';

/** @returns the id. Not approved: an account waits, by whichever way it came. */
export async function insertUser(db: Db, it: NewUser): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: it.companyId,
      email: it.email,
      name: it.name,
      mobile: it.mobile,
      role: it.role,
      member_id: it.memberId,
      referrer_id: it.referrerId,
      password_hash: it.passwordHash,
      date_of_birth: it.dateOfBirth,
      pincode: it.pincode,
      gender: it.gender,
      search_text: searchTextOf(it),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The row, locked until the commit. */
export function lockUser(tx: Db, companyId: string, id: string): Promise<User> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateUser(tx: Db, companyId: string, id: string, change: Updateable<Users>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/**
 * Holds an account as it was when its password was compared, until the commit: true while it is ACTIVE, of the role, and
 * still has that password.
 */
export async function holdForSignIn(
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

/** Stores another hash of the same password, unless the password was changed meanwhile. */
export async function replaceHash(db: Db, companyId: string, id: string, old: string, next: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: next })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute();
}

/** @returns false when the account is no longer ACTIVE. */
export async function setPassword(tx: Db, companyId: string, id: string, passwordHash: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A new password for an admin, who may sign in again whatever had shut the account. @returns false where there is none */
export async function openAdmin(tx: Db, companyId: string, id: string, passwordHash: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, status: 'ACTIVE', updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The account with its own stock and that of all members, in whole tokens. */
export function getProfile(
  db: Db,
  companyId: string,
  id: string,
): Promise<User & { stockBalance: bigint; globalStake: bigint }> {
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
