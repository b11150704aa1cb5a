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

/**
 * Whether a change `m` of a member's account still concerns its admins: for so many days, and also later if the owner of an address
 * took a change back since two admins last confirmed an address. Then it is open who owns the account.
 */
const stillCounts = (days: number): RawBuilder<boolean> => {
  const isUnconfirmed = (
    name: 'm' | 'b',
  ) => sql`NOT EXISTS (SELECT FROM account_moves c WHERE c.company_id = m.company_id
    AND c.user_id = m.user_id AND c.kind = 'email' AND c.proposed_by IS NOT NULL AND c.moved_at >= ${sql.ref(name)}.moved_at)`;
  return sql<boolean>`(m.moved_at > now() - make_interval(days => ${days}) OR (${isUnconfirmed('m')} AND EXISTS (
    SELECT FROM account_moves b WHERE b.company_id = m.company_id AND b.user_id = m.user_id AND b.kind = 'email'
      AND b.taken_back_at IS NOT NULL AND ${isUnconfirmed('b')})))`;
};

/** Whether this admin, as one of two or alone, moved the account of one of these members in so many days, or it is disputed since. */
export async function hasMoved(
  db: Db,
  companyId: string,
  adminId: string,
  memberIds: readonly (string | null)[],
  days: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account_moves m WHERE m.company_id = ${companyId} AND m.user_id = ANY(${memberIds}::uuid[])
      AND (m.moved_by = ${adminId} OR m.proposed_by = ${adminId}) AND ${stillCounts(days)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** For each of these members the admins whose changes of the address still count, and the last such change. */
export async function listAddressChanges(
  db: Db,
  companyId: string,
  memberIds: readonly string[],
  days: number,
): Promise<ReadonlyMap<string, AddressChange>> {
  if (memberIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; names: string[]; at: Date; hours: number }>`
    SELECT user_id AS "userId", array_agg(name ORDER BY last DESC, name) AS names, max(last) AS at,
      floor(extract(epoch FROM now() - max(last)) / 3600)::int AS hours
    FROM (
      SELECT m.user_id, a.id, coalesce(u.name, 'A former admin') AS name, max(m.moved_at) AS last FROM account_moves m
      CROSS JOIN LATERAL (VALUES (m.moved_by), (m.proposed_by)) a (id)
      LEFT JOIN users u ON u.company_id = m.company_id AND u.id = a.id
      WHERE m.company_id = ${companyId} AND m.user_id = ANY(${memberIds}::uuid[]) AND m.kind = 'email' AND a.id IS NOT NULL
        AND ${stillCounts(days)}
      GROUP BY m.user_id, a.id, u.name) admins
    GROUP BY user_id`.execute(db);
  return new Map(
    rows.map(({ userId, names, at, hours: hoursAgo }) => [
      userId,
      { by: names.join(', '), at: at.toISOString(), hoursAgo },
    ]),
  );
}
