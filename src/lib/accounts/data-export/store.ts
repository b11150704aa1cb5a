/** SQL for a member's data export. It reads every table that refers to a member. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export async function readAccount(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('users as r', (join) =>
      join.onRef('r.company_id', '=', 'u.company_id').onRef('r.id', '=', 'u.referrer_id'),
    )
    .leftJoin('referral_sign_ups as s', (join) =>
      join.onRef('s.company_id', '=', 'u.company_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select('s.is_same_browser as used_referrers_browser')
    .select(['u.status', 'u.profile_image_id', 'u.created_at', 'u.updated_at', 'u.deletion_requested_at'])
    .select('r.member_id as referred_by')
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export function listPurchases(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('purchases as p')
    .leftJoin('receipts as r', 'r.purchase_id', 'p.id')
    .selectAll('p')
    .select('r.receipt_number')
    .where('p.company_id', '=', companyId)
    .where('p.user_id', '=', userId)
    .orderBy('p.created_at')
    .execute();
}

export function listRefunds(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('refunds as f')
    .innerJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'f.company_id').onRef('p.id', '=', 'f.purchase_id'),
    )
    .select(['f.number', 'p.order_number', 'f.cause', 'f.state', 'f.amount_paise', 'f.payee_hint', 'f.note'])
    .select(['f.created_at', 'f.paid_on', 'f.paid_reference'])
    .where('f.company_id', '=', companyId)
    .where('f.user_id', '=', userId)
    .orderBy('f.created_at')
    .execute();
}

export function listRewards(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('referral_rewards')
    .select(['quantity', 'state', 'signs', 'rule', 'held_until', 'created_at', 'decided_at', 'refusal_reason'])
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function listMessages(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('purchase_messages as g')
    .innerJoin('purchases as p', (join) =>
      join.onRef('p.company_id', '=', 'g.company_id').onRef('p.id', '=', 'g.purchase_id'),
    )
    .select(['p.order_number', 'g.author_kind', 'g.body', 'g.file_id', 'g.corrected_reference', 'g.created_at'])
    .where('g.company_id', '=', companyId)
    .where('p.user_id', '=', userId)
    .orderBy('g.created_at')
    .execute();
}

export function listNotifications(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('notifications')
    .select(['kind', 'created_at', 'read_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export function listSavedViews(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('saved_views')
    .select(['list', 'name', 'query', 'created_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function listStock(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('stock_entries')
    .select(['seq', 'kind', 'quantity', 'created_at', 'hash'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();
}

export function listFiles(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('media')
    .select(['id', 'file_name', 'mime', 'size_bytes', 'created_at'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'user')
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export function listSessions(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['kind', 'ip', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
    .where('scope_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** What second factors the account has, without their secrets. */
export async function readFactors(db: Db, companyId: string, userId: string) {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'rp_id', 'created_at', 'last_used_at'])
    .where('scope_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const app = await db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('scope_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('codes'))
    .where('scope_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { passkeys, appSince: app?.confirmed_at ?? null, recoveryCodes: Number(codes) };
}

/** The mails table belongs to the platform, so the query needs the address and the company. */
export function listMails(db: Db, companyId: string, address: string) {
  return db
    .selectFrom('mails')
    .select(['subject', 'created_at', 'sent_at'])
    .where('scope_id', '=', companyId)
    .where('company_id', '=', companyId)
    .where('to_address', '=', address)
    .where('discard', '=', false)
    .orderBy('created_at')
    .execute();
}

/** Audit entries about the account and its purchases, oldest first. Rewards for the purchases are the referrer's. */
export function listTrail(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('audit_entries')
    .select(['seq', 'action', 'actor_kind', 'actor_id', 'after', 'created_at'])
    .where('scope_id', '=', companyId)
    .where('action', 'not like', 'reward.%')
    .where((eb) =>
      eb(
        'subject_id',
        '=',
        sql<string>`ANY(array_append(ARRAY(
          SELECT id FROM purchases WHERE company_id = ${companyId} AND user_id = ${userId}), ${userId}::uuid))`,
      ),
    )
    .orderBy('seq')
    .execute();
}
