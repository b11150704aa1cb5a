/** SQL for the member page. All queries include erased accounts, because their history stays. Each list uses an index. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import type { SessionKind } from '../../db/schema/schema.ts';
import { BANK_STATE, RECEIVED } from '../../purchases/filter/store.ts';

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** The account with its referrer, its balance in whole tokens, and the sums of its purchases in paise. */
export async function findMember(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('users as r', (join) =>
      join.onRef('r.company_id', '=', 'u.company_id').onRef('r.id', '=', 'u.referrer_id'),
    )
    .leftJoin('stock_balances as b', (join) =>
      join.onRef('b.company_id', '=', 'u.company_id').onRef('b.user_id', '=', 'u.id'),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('purchases as p')
          .whereRef('p.company_id', '=', 'u.company_id')
          .whereRef('p.user_id', '=', 'u.id')
          .select([
            sql<bigint>`count(*) FILTER (WHERE p.status = 'APPROVED')`.as('approved'),
            sql<bigint>`count(*) FILTER (WHERE p.status = 'PENDING')`.as('pending'),
            sql<bigint>`coalesce(sum(p.final_amount_paise) FILTER (WHERE p.status = 'APPROVED'), 0)::bigint`.as(
              'approved_paise',
            ),
            sql<bigint>`coalesce(sum(p.final_amount_paise) FILTER (WHERE p.status = 'PENDING'), 0)::bigint`.as(
              'pending_paise',
            ),
          ])
          .as('s'),
      (join) => join.onTrue(),
    )
    .selectAll('u')
    .select(['r.name as referrer_name', 'r.member_id as referrer_member_id'])
    .select(['r.mobile as referrer_mobile', 'r.wallet_address as referrer_wallet_address'])
    .select(['s.approved', 's.pending', 's.approved_paise', 's.pending_paise'])
    .select(sql<bigint>`coalesce(b.quantity, 0)::bigint`.as('balance'))
    .select(
      sql<boolean>`EXISTS (SELECT FROM passkeys k WHERE k.scope_id = u.company_id AND k.user_id = u.id)
        OR EXISTS (SELECT FROM totp_factors t WHERE t.scope_id = u.company_id AND t.user_id = u.id AND t.confirmed_at IS NOT NULL)`.as(
        'has_factor',
      ),
    )
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', id)
    .executeTakeFirst();
}

const SHARED_MAX = 20;

/** Other accounts with the Aadhaar number or the wallet of this one. */
export async function listShared(db: Db, companyId: string, { id, aadhaar_hash, wallet_address }: MemberRow) {
  if (aadhaar_hash === null && wallet_address === null) return [];
  return db
    .selectFrom('users')
    .select(['id', 'name', 'member_id'])
    .select(sql<boolean>`coalesce(aadhaar_hash = ${aadhaar_hash}, false)`.as('is_same_aadhaar'))
    .select(sql<boolean>`coalesce(lower(wallet_address) = lower(${wallet_address}), false)`.as('is_same_wallet'))
    .where('company_id', '=', companyId)
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([
        eb('aadhaar_hash', '=', aadhaar_hash),
        eb(sql<string>`lower(wallet_address)`, '=', sql<string>`lower(${wallet_address})`),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(SHARED_MAX)
    .execute();
}

const SESSIONS_MAX = 100;

/** Address and browser of the latest sessions of an account. */
export function listSessionTraces(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['ip', 'user_agent as userAgent'])
    .where('scope_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute();
}

/** An account of the company, including erased ones. */
export function findAccount(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'status', 'is_approved', 'deletion_requested_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listPurchases(db: Db, companyId: string, userId: string, page: PageRequest) {
  const own = db.selectFrom('purchases as p').where('p.company_id', '=', companyId).where('p.user_id', '=', userId);
  const [rows, { total }] = await Promise.all([
    own
      .select(['p.id', 'p.order_number', 'p.payment_method', 'p.quantity', 'p.final_amount_paise', 'p.status'])
      .select(['p.created_at', BANK_STATE.as('bankState'), RECEIVED.as('received')])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export async function listEntries(db: Db, companyId: string, userId: string, page: PageRequest) {
  const own = db.selectFrom('stock_entries as e').where('e.company_id', '=', companyId).where('e.user_id', '=', userId);
  const [rows, { total }] = await Promise.all([
    own
      .leftJoin('purchases as p', (join) =>
        join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.source_id'),
      )
      .leftJoin('users as buyer', (join) =>
        join.onRef('buyer.company_id', '=', 'p.company_id').onRef('buyer.id', '=', 'p.user_id'),
      )
      .select(['e.kind', 'e.quantity', 'e.hash', 'e.created_at', 'p.order_number', 'p.status'])
      .select(['buyer.id as buyer_id', 'buyer.name as buyer_name', 'buyer.member_id as buyer_member_id'])
      .orderBy('e.seq', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** The members whom this member referred. Rewards are summed only for the rows of the page. */
export async function listReferred(db: Db, companyId: string, userId: string, page: PageRequest) {
  const referred = db
    .selectFrom('users as u')
    .where('u.company_id', '=', companyId)
    .where('u.referrer_id', '=', userId)
    .where('u.deleted_at', 'is', null);
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(
        referred
          .select(['u.id', 'u.name', 'u.member_id', 'u.created_at', 'u.is_approved', 'u.status'])
          .orderBy('u.created_at', 'desc')
          .orderBy('u.id', 'desc')
          .limit(page.limit)
          .offset(offsetOf(page))
          .as('m'),
      )
      .selectAll('m')
      .select((eb) =>
        eb
          .selectFrom('purchases as p')
          .innerJoin('stock_entries as e', (join) =>
            join
              .onRef('e.company_id', '=', 'p.company_id')
              .onRef('e.source_id', '=', 'p.id')
              .on('e.kind', '=', sql.lit('REWARD'))
              .on('e.user_id', '=', userId),
          )
          .select(sql<bigint>`coalesce(sum(e.quantity), 0)::bigint`.as('reward'))
          .where('p.company_id', '=', companyId)
          .whereRef('p.user_id', '=', 'm.id')
          .where('p.status', '=', 'APPROVED')
          .as('reward'),
      )
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .execute(),
    referred.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export interface SignInRow {
  readonly started_at: Date;
  readonly kind: SessionKind;
  readonly is_active: boolean;
  /** These three are null after the session row is deleted. */
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly seen_at: Date | null;
}

/** All sign-ins: those of the audit trail merged with the existing sessions. */
export async function listSignIns(
  db: Db,
  companyId: string,
  userId: string,
  page: PageRequest,
): Promise<{ rows: SignInRow[]; total: number }> {
  const { rows } = await sql<SignInRow & { total: bigint }>`
    WITH existing AS (
      SELECT id::text AS id, kind, ip, user_agent, created_at, seen_at,
        expires_at > now() AND seen_at + make_interval(secs => idle_seconds) > now() AS is_active
      FROM sessions WHERE scope_id = ${companyId} AND user_id = ${userId}
    ), audited AS (
      SELECT after->>'session' AS id, after->>'kind' AS kind, created_at FROM audit_entries
      WHERE scope_id = ${companyId} AND subject_id = ${userId} AND action = 'session.start'
    ), merged AS (
      SELECT coalesce(e.created_at, a.created_at) AS started_at, coalesce(e.kind, a.kind) AS kind,
        coalesce(e.is_active, false) AS is_active, e.ip, e.user_agent, e.seen_at
      FROM audited a FULL JOIN existing e ON e.id = a.id
    )
    SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM merged) AS counted LEFT JOIN (
      SELECT * FROM merged ORDER BY is_active DESC, started_at DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}
    ) AS page ON true ORDER BY is_active DESC, started_at DESC`.execute(db);
  return { rows: rows.filter((row) => row.started_at !== null), total: Number(rows[0]?.total ?? 0) };
}
