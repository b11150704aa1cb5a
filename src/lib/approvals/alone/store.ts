/** The SQL of acts that one admin did alone. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
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
