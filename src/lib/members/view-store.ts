/** The SQL of a member's page. All of it finds erased accounts too, for their history stays; each list is read by an index. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import type { SessionKind } from '../db/schema.ts';

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** The account with who brought it, its balance, and the sums of its purchases in paise. */
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
    .select(['s.approved', 's.pending', 's.approved_paise', 's.pending_paise'])
    .select(sql<bigint>`coalesce(b.quantity, 0)::bigint`.as('balance'))
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** An account of the company, also one that was erased; undefined if there is none. */
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
      .select('p.created_at')
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

/** Whom the member has brought. What each has earned is summed for the rows of the page alone. */
export async function listBrought(db: Db, companyId: string, userId: string, page: PageRequest) {
  const brought = db
    .selectFrom('users as u')
    .where('u.company_id', '=', companyId)
    .where('u.referrer_id', '=', userId)
    .where('u.deleted_at', 'is', null);
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(
        brought
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
    brought.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export interface SignInRow {
  readonly started_at: Date;
  readonly kind: SessionKind;
  readonly is_active: boolean;
  /** These three are null once the session is gone. */
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly seen_at: Date | null;
}

/** What the trail tells of sign-ins and the sessions that are still kept, each once. */
export async function listSignIns(
  db: Db,
  companyId: string,
  userId: string,
  page: PageRequest,
): Promise<{ rows: SignInRow[]; total: number }> {
  const { rows } = await sql<SignInRow & { total: bigint }>`
    WITH kept AS (
      SELECT id::text AS id, kind, ip, user_agent, created_at, seen_at,
        expires_at > now() AND seen_at + make_interval(secs => idle_seconds) > now() AS is_active
      FROM sessions WHERE company_id = ${companyId} AND user_id = ${userId}
    ), told AS (
      SELECT after->>'session' AS id, after->>'kind' AS kind, created_at FROM audit_entries
      WHERE scope_id = ${companyId} AND subject_id = ${userId} AND action = 'session.start'
    ), both_of AS (
      SELECT coalesce(k.created_at, t.created_at) AS started_at, coalesce(k.kind, t.kind) AS kind,
        coalesce(k.is_active, false) AS is_active, k.ip, k.user_agent, k.seen_at
      FROM told t FULL JOIN kept k ON k.id = t.id
    )
    SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM both_of) AS counted LEFT JOIN (
      SELECT * FROM both_of ORDER BY is_active DESC, started_at DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}
    ) AS page ON true ORDER BY is_active DESC, started_at DESC`.execute(db);
  return { rows: rows.filter((row) => row.started_at !== null), total: Number(rows[0]?.total ?? 0) };
}
