/** The SQL of the demonstration: rows in great numbers, with times of their own. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Media, Purchases, Schema, Users } from '../db/schema.ts';

/** Waits for another node that fills the same database. True while nothing of a sale has happened in the company. */
export async function lockIfEmpty(tx: Db, companyId: string): Promise<boolean> {
  await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
  return isEmpty(tx, companyId);
}

/** Admins alone are no life yet: the first start makes one. */
export async function isEmpty(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE company_id = ${companyId} AND role = 'USER')
      OR EXISTS (SELECT FROM purchases WHERE company_id = ${companyId})
      OR EXISTS (SELECT FROM stock_entries WHERE company_id = ${companyId}) AS used`.execute(db);
  return rows[0]?.used === false;
}

/** Lets the company and what its first start made be there since `at`. @returns the id of the first admin */
export async function openSince(tx: Db, companyId: string, at: Date): Promise<string> {
  await tx.updateTable('companies').set({ created_at: at }).where('id', '=', companyId).execute();
  await tx.updateTable('beneficiaries').set({ created_at: at }).where('company_id', '=', companyId).execute();
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ created_at: at }).where('id', '=', admin.id).execute();
  return admin.id;
}

/** A statement has at most 65 535 parameters; a purchase takes some thirty. */
const ROWS_MAX = 400;

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += ROWS_MAX) yield rows.slice(from, from + ROWS_MAX);
}

export async function insertUsers(tx: Db, rows: readonly Insertable<Users>[]): Promise<void> {
  for (const part of inParts(rows)) await tx.insertInto('users').values(part).execute();
}

export async function insertMedia(tx: Db, rows: readonly Insertable<Media>[]): Promise<void> {
  for (const part of inParts(rows)) await tx.insertInto('media').values(part).execute();
}

export async function insertBeneficiaries(tx: Db, rows: readonly Insertable<Schema['beneficiaries']>[]): Promise<void> {
  await tx.insertInto('beneficiaries').values(rows).execute();
}

export async function insertPurchases(
  tx: Db,
  companyId: string,
  rows: readonly Insertable<Purchases>[],
): Promise<void> {
  for (const part of inParts(rows)) await tx.insertInto('purchases').values(part).execute();
  await sql`
    UPDATE purchases p
    SET search_text = purchase_search_text(
      p.order_number, p.reference_number, p.transaction_id, u.name, u.member_id, u.mobile, u.email)
    FROM users u WHERE p.company_id = ${companyId} AND u.id = p.user_id`.execute(tx);
}
