/** The SQL of referrals and rewards. */
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { assert } from '../core/errors.ts';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { RewardSign } from '../core/rewards.ts';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';
import { readPage } from '../db/page.ts';
import type { ReferralRewards } from '../db/schema/referrals.ts';
import type { SignFacts } from './signs.rules.ts';

export interface Figures {
  /** Members who registered with this member's ID. */
  readonly brought: bigint;
  /** Whole tokens earned by them and not taken back. */
  readonly earned: bigint;
  /** Whole tokens that wait. */
  readonly held: bigint;
  /** Since when the present rule is in force. */
  readonly since: Date;
}

/** The figures of a member's referral code as columns, with the company as `c`. For a statement that reads more. */
export const figuresOf = (userId: string): RawBuilder<Figures> => sql`
      (SELECT count(*) FROM users
        WHERE company_id = c.id AND referrer_id = ${userId} AND deleted_at IS NULL) AS brought,
      (SELECT coalesce(sum(e.quantity), 0)::bigint FROM stock_entries e
        WHERE e.company_id = c.id AND e.user_id = ${userId} AND e.kind <> 'PURCHASE'
          AND EXISTS (SELECT 1 FROM stock_entries r
            WHERE r.company_id = e.company_id AND r.source_id = e.source_id AND r.kind = 'REWARD' AND r.user_id = e.user_id)
      ) AS earned,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM referral_rewards
        WHERE company_id = c.id AND referrer_id = ${userId} AND state = 'HELD') AS held,
      (SELECT created_at FROM referral_rules WHERE company_id = c.id AND version = c.referral_rule) AS since`;

export async function readFigures(db: Db, companyId: string, userId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT ${figuresOf(userId)} FROM companies c WHERE c.id = ${companyId}`.execute(db);
  const [row] = rows;
  assert(row, 'a company with a site exists');
  return row;
}

/** Members who registered with this member's code, the newest first. */
export function listReferred(db: Db, companyId: string, userId: string, page: PageRequest) {
  const referred = db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', userId)
    .where('deleted_at', 'is', null);
  return readPage(
    referred
      .select(['member_id', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit)
      .offset(offsetOf(page)),
    referred.select((eb) => eb.fn.countAll<bigint>().as('total')),
    page,
  );
}

/** Bank rows whose payers count, of one purchase or of the referrer's own purchases. */
const PAYERS_MAX = 20;

/**
 * The signs that a buyer and their referrer have in common, at the approval of a purchase and when its reward is due.
 * @param signUpDays before and after the buyer's sign-up, in which those from its network count
 */
export async function readSignFacts(
  tx: Db,
  companyId: string,
  { purchaseId, buyerId, referrerId }: { purchaseId: string; buyerId: string; referrerId: string },
  signUpDays: number,
): Promise<SignFacts> {
  const account = (id: string) =>
    sql`(SELECT jsonb_build_object('name', name, 'mobile', mobile, 'walletAddress', wallet_address) FROM users
      WHERE company_id = ${companyId} AND id = ${id})`;
  const payer = sql`jsonb_build_object('name', r.payer_name, 'vpa', r.vpa)`;
  const { rows } = await sql<Omit<SignFacts, 'signUpsOfNetwork'> & { readonly signUpsOfNetwork: bigint }>`
    SELECT ${account(buyerId)} AS buyer, ${account(referrerId)} AS referrer,
      coalesce((SELECT is_same_browser FROM referral_sign_ups
        WHERE company_id = ${companyId} AND user_id = ${buyerId}), false) AS "isSameBrowser",
      (SELECT count(*) FROM referral_sign_ups s JOIN referral_sign_ups o ON o.company_id = s.company_id
        AND o.network_hash = s.network_hash AND o.created_at
          BETWEEN s.created_at - make_interval(days => ${signUpDays}) AND s.created_at + make_interval(days => ${signUpDays})
        WHERE s.company_id = ${companyId} AND s.user_id = ${buyerId}) AS "signUpsOfNetwork",
      coalesce((SELECT jsonb_agg(${payer}) FROM bank_rows r WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND r.id IN (
        SELECT m.row_id FROM bank_matches m
          WHERE m.company_id = ${companyId} AND m.purchase_id = ${purchaseId} AND m.released_at IS NULL
        UNION
        (SELECT n.row_id FROM purchases p
          JOIN bank_row_references n ON n.company_id = p.company_id AND n.payment_number = p.reference_number
          WHERE p.company_id = ${companyId} AND p.id = ${purchaseId} LIMIT ${PAYERS_MAX}))), '[]') AS payers,
      coalesce((SELECT jsonb_agg(${payer}) FROM (
        SELECT b.payer_name, b.vpa FROM purchases p
        JOIN bank_matches m ON m.company_id = p.company_id AND m.purchase_id = p.id AND m.released_at IS NULL
        JOIN bank_rows b ON b.company_id = m.company_id AND b.id = m.row_id
        WHERE p.company_id = ${companyId} AND p.user_id = ${referrerId} AND p.status = 'APPROVED'
        ORDER BY p.created_at DESC LIMIT ${PAYERS_MAX}) r), '[]') AS "referrerPayers"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The buyer of a purchase and their referrer exist.');
  return { ...row, signUpsOfNetwork: Number(row.signUpsOfNetwork) };
}

export async function insertReward(tx: Db, reward: Insertable<ReferralRewards>): Promise<void> {
  await tx.insertInto('referral_rewards').values(reward).execute();
}

/** A reward that is locked. */
export interface LockedReward {
  readonly id: string;
  readonly purchaseId: string;
  readonly referrerId: string;
  readonly quantity: bigint;
  readonly state: ReferralRewards['state'];
  readonly signs: readonly RewardSign[];
}

/** Locks the reward of a purchase; null without one. */
export async function lockRewardOf(tx: Db, companyId: string, purchaseId: string): Promise<LockedReward | null> {
  const row = await tx
    .selectFrom('referral_rewards')
    .select(['id', 'purchase_id as purchaseId', 'referrer_id as referrerId', 'quantity', 'state', 'signs'])
    .where('company_id', '=', companyId)
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whom a reward is about. */
export interface RewardPeople {
  /** The referrer's. */
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
  readonly buyerMemberId: string;
}

/** A reward that is locked, with the people of its mail. */
export type HeldReward = LockedReward & RewardPeople;

/** Null if the company has no such reward. */
export async function readPeople(tx: Db, companyId: string, id: string): Promise<RewardPeople | null> {
  const { rows } = await sql<RewardPeople>`
    SELECT u.name, u.email, u.language, b.member_id AS "buyerMemberId"
    FROM referral_rewards r JOIN users u ON u.company_id = r.company_id AND u.id = r.referrer_id
    JOIN purchases p ON p.company_id = r.company_id AND p.id = r.purchase_id
    JOIN users b ON b.company_id = p.company_id AND b.id = p.user_id
    WHERE r.company_id = ${companyId} AND r.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** Changes a reward that is locked. */
export async function updateReward(
  tx: Db,
  companyId: string,
  id: string,
  set: Updateable<ReferralRewards>,
): Promise<void> {
  await tx
    .updateTable('referral_rewards')
    .set(set)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether the member has a reward that waits. */
export async function hasHeldReward(tx: Db, companyId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('referral_rewards')
    .select('id')
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', userId)
    .where('state', '=', 'HELD')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
