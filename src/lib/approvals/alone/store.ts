/** The SQL of acts that one admin did alone. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AddressChange } from '../contract.ts';
import type { SoleActKind } from '../rules.ts';

/** Locks an admin's row, so that the admin's acts run one after the other (step 2 of the lock order). */
export async function lockAdmin(tx: Db, companyId: string, adminId: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', adminId)
    .forNoKeyUpdate()
    .execute();
}

const TODAY: RawBuilder<Date> = sql`today_in_india()`;

/** Worth of what an admin has done alone since midnight in India, in paise. */
export async function sumToday(tx: Db, companyId: string, adminId: string): Promise<bigint> {
  const { sum } = await tx
    .selectFrom('sole_acts')
    .select(sql<string>`coalesce(sum(worth_paise), 0)::text`.as('sum'))
    .where('company_id', '=', companyId)
    .where('admin_id', '=', adminId)
    .where('at', '>=', TODAY)
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

export interface SoleAct {
  readonly kind: SoleActKind;
  /** The purchase, refund, reward or bank row. */
  readonly subjectId: string;
  readonly worthPaise: bigint;
}

export async function insert(tx: Db, companyId: string, adminId: string, act: SoleAct): Promise<void> {
  await tx
    .insertInto('sole_acts')
    .values({
      company_id: companyId,
      admin_id: adminId,
      kind: act.kind,
      subject_id: act.subjectId,
      worth_paise: act.worthPaise,
    })
    .execute();
}

/** Whether this admin, as one of two or alone, moved the account of one of these members in so many days. */
export async function hasMoved(
  tx: Db,
  companyId: string,
  adminId: string,
  memberIds: readonly (string | null)[],
  days: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('account_moves')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', sql<string>`ANY(${memberIds}::uuid[])`)
    .where((eb) => eb.or([eb('moved_by', '=', adminId), eb('proposed_by', '=', adminId)]))
    .where('moved_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last change of the address of each of these members in so many days, and the admin who made it. */
export async function listAddressChanges(
  db: Db,
  companyId: string,
  memberIds: readonly string[],
  days: number,
): Promise<ReadonlyMap<string, AddressChange>> {
  if (memberIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; name: string | null; at: Date; hours: number }>`
    SELECT DISTINCT ON (m.user_id) m.user_id AS "userId", u.name, m.moved_at AS at,
      floor(extract(epoch FROM now() - m.moved_at) / 3600)::int AS hours FROM account_moves m
    LEFT JOIN users u ON u.company_id = m.company_id AND u.id = m.moved_by
    WHERE m.company_id = ${companyId} AND m.user_id = ANY(${memberIds}::uuid[]) AND m.kind = 'email'
      AND m.taken_back_at IS NULL AND m.moved_at > now() - make_interval(days => ${days})
    ORDER BY m.user_id, m.moved_at DESC`.execute(db);
  return new Map(
    rows.map(({ userId, name, at, hours: hoursAgo }) => [
      userId,
      { by: name ?? 'A former admin', at: at.toISOString(), hoursAgo },
    ]),
  );
}
