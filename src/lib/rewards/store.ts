/** The SQL of lists of rewards and of decisions on them. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { RewardSign, RewardState } from '../core/rewards.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from '../db/client.ts';
import { isHere } from '../db/moved.ts';
import { contains } from '../db/search/search.ts';
import type { HeldReward } from '../referrals/store.ts';

export interface RewardFilter {
  readonly companyId: string;
  /** Only those of this member. */
  readonly referrerId?: string;
  readonly state?: RewardState | undefined;
  readonly terms?: readonly SearchText[];
}

/** The condition of a list, on rewards as `r`, their purchases as `p`, referrers as `u` and buyers as `b`. */
const ofFilter = ({ companyId, referrerId, state, terms = [] }: RewardFilter): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`r.company_id = ${companyId}`,
      ...(referrerId === undefined ? [] : [sql`r.referrer_id = ${referrerId}`]),
      ...(state === undefined ? [] : [sql`r.state = ${state}`]),
      ...terms.map(
        (term) =>
          sql`(${contains('u.search_text', term)} OR ${contains('b.search_text', term)} OR ${contains('p.search_text', term)})`,
      ),
    ],
    sql` AND `,
  )}`;

function matching(db: Db, filter: RewardFilter) {
  return db
    .selectFrom('referral_rewards as r')
    .innerJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.purchase_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.referrer_id'),
    )
    .innerJoin('users as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.user_id'))
    .where(ofFilter(filter));
}

/** The rewards of a list, in no order. */
export function listedRewards(db: Db, filter: RewardFilter) {
  return matching(db, filter)
    .innerJoin('referral_rules as f', (join) =>
      join.onRef('f.company_id', '=', 'r.company_id').onRef('f.version', '=', 'r.rule'),
    )
    .leftJoin('users as a', (join) =>
      join.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.decided_by'),
    )
    .selectAll('r')
    .select(['p.order_number', 'f.reward_bps', 'f.wait_days', 'a.name as decided_by_name'])
    .select(['u.name as referrer_name', 'u.member_id as referrer_member_id', 'u.status as referrer_status'])
    .select(['b.id as buyer_id', 'b.name as buyer_name', 'b.member_id as buyer_member_id']);
}

/** The newest first. */
export async function listRewards(db: Db, filter: RewardFilter, page: PageRequest) {
  const [rows, { total }] = await Promise.all([
    listedRewards(db, filter)
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    matching(db, filter)
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
export type RewardRow = Awaited<ReturnType<typeof listRewards>>['rows'][number];

/** A reward with what a decision needs. */
export interface Decidable extends HeldReward {
  readonly buyerId: string;
  readonly isReferrerActive: boolean;
  readonly orderNumber: string;
}

const PEOPLE = sql`
  JOIN users u ON u.company_id = r.company_id AND u.id = r.referrer_id
  JOIN purchases p ON p.company_id = r.company_id AND p.id = r.purchase_id
  JOIN users b ON b.company_id = p.company_id AND b.id = p.user_id`;
const COLUMNS = sql`r.id, r.purchase_id AS "purchaseId", r.referrer_id AS "referrerId", r.quantity, r.state, r.signs, u.name, u.email, u.language,
  b.member_id AS "buyerMemberId", b.id AS "buyerId", u.status = 'ACTIVE' AS "isReferrerActive", p.order_number AS "orderNumber"`;

/** Locks a reward, and before it its referrer against deletion. Null if the company has no such reward. */
export async function lockReward(tx: Db, companyId: string, id: string): Promise<Decidable | null> {
  await sql`
    SELECT FROM users WHERE company_id = ${companyId} AND id = (
      SELECT referrer_id FROM referral_rewards WHERE company_id = ${companyId} AND id = ${id}) FOR KEY SHARE`.execute(
    tx,
  );
  const { rows } = await sql<Decidable>`
    SELECT ${COLUMNS} FROM referral_rewards r ${PEOPLE}
    WHERE r.company_id = ${companyId} AND r.id = ${id} FOR UPDATE OF r`.execute(tx);
  return rows[0] ?? null;
}

/** True for a reward `r` whose waiting period is over and that nobody has to review. */
const IS_DUE = sql<boolean>`r.state = 'HELD' AND r.signs = '{}' AND r.held_until <= now()`;

/** Companies with a reward to credit. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT r.company_id AS id FROM referral_rewards r
    JOIN users u ON u.company_id = r.company_id AND u.id = r.referrer_id
    WHERE ${IS_DUE} AND u.status = 'ACTIVE' AND ${isHere('r.company_id')}`.execute(db);
  return rows.map((row) => row.id);
}

/** A reward whose day has come. */
export interface Due extends Decidable {
  /** The signs that its rule asks an admin to review. */
  readonly ruleSigns: readonly RewardSign[];
}

/**
 * Locks rewards of active referrers whose day has come, the oldest first. Skips those that are being decided now.
 * Call it with the company locked against change.
 */
export async function lockDue(tx: Db, companyId: string, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT ${COLUMNS}, f.signs AS "ruleSigns" FROM referral_rewards r ${PEOPLE}
    JOIN referral_rules f ON f.company_id = r.company_id AND f.version = r.rule
    WHERE r.company_id = ${companyId} AND ${IS_DUE} AND u.status = 'ACTIVE'
    ORDER BY r.held_until, r.id LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED FOR KEY SHARE OF u SKIP LOCKED`.execute(tx);
  return rows;
}
