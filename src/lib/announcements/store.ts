/** The SQL of announcements. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';
import { isHere } from '../db/moved.ts';
import type { Announcements } from '../db/schema/announcements.ts';

type SegmentColumns = Pick<Announcements, never> & {
  readonly has_stock: boolean | null;
  readonly is_verified: boolean | null;
  readonly joined_since: string | null;
  readonly has_pending: boolean | null;
};

/** The condition of a segment, on users as `u`. */
function inSegment(companyId: string, segment: SegmentColumns): RawBuilder<boolean> {
  const { has_stock, is_verified, joined_since, has_pending } = segment;
  return sql<boolean>`u.company_id = ${companyId} AND u.role = 'USER' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
    AND (${has_stock}::boolean IS NULL OR ${has_stock}::boolean = EXISTS (
      SELECT FROM stock_balances b WHERE b.company_id = u.company_id AND b.user_id = u.id AND b.quantity > 0))
    AND (${is_verified}::boolean IS NULL OR u.is_approved = ${is_verified}::boolean)
    AND (${joined_since}::date IS NULL OR (u.created_at AT TIME ZONE 'Asia/Kolkata')::date >= ${joined_since}::date)
    AND (${has_pending}::boolean IS NULL OR ${has_pending}::boolean = EXISTS (
      SELECT FROM purchases p WHERE p.company_id = u.company_id AND p.user_id = u.id AND p.status = 'PENDING'))`;
}

export async function countSegment(
  db: Db,
  companyId: string,
  segment: SegmentColumns,
): Promise<{ members: number; byMail: number }> {
  const { rows } = await sql<{ members: bigint; mails: bigint }>`
    SELECT count(*) AS members, count(*) FILTER (WHERE u.mails_declined_at IS NULL) AS mails
    FROM users u WHERE ${inSegment(companyId, segment)}`.execute(db);
  return { members: Number(rows[0]?.members ?? 0), byMail: Number(rows[0]?.mails ?? 0) };
}

export async function insertAnnouncement(tx: Db, row: Insertable<Announcements>): Promise<string> {
  const { id } = await tx.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function listAnnouncements(db: Db, companyId: string, page: PageRequest) {
  const own = db.selectFrom('announcements as a').where('a.company_id', '=', companyId);
  const [rows, { total }] = await Promise.all([
    own
      .leftJoin('users as u', (join) =>
        join.onRef('u.company_id', '=', 'a.company_id').onRef('u.id', '=', 'a.created_by'),
      )
      .selectAll('a')
      .select(['u.name as author_name', sql<string | null>`a.joined_since::text`.as('joined_day')])
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
export type AnnouncementRow = Awaited<ReturnType<typeof listAnnouncements>>['rows'][number];

/** Changes the state by one conditional update. @returns false if it is not in one of these states */
export async function changeState(
  tx: Db,
  companyId: string,
  id: string,
  from: readonly Announcements['state'][],
  to: Announcements['state'],
): Promise<boolean> {
  const changed = await tx
    .updateTable('announcements')
    .set({
      state: to,
      ...(to === 'SENDING' ? { started_at: sql<Date>`now()` } : { ended_at: sql<Date>`now()` }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

export async function announcementExists(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('announcements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Companies with an announcement under way. @param db the owner's connections */
export async function listSending(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('announcements')
    .select('company_id')
    .distinct()
    .where('state', '=', sql.lit('SENDING'))
    .where(isHere('company_id'))
    .execute();
  return rows.map((row) => row.company_id);
}

/** Locks the oldest announcement under way that no other node is sending. */
export async function lockSending(tx: Db, companyId: string) {
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .select(sql<string | null>`joined_since::text`.as('joined_day'))
    .where('company_id', '=', companyId)
    .where('state', '=', sql.lit('SENDING'))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
  readonly getsMail: boolean;
}

/** The next members of the segment, in the order of their ids. */
export async function listNext(
  tx: Db,
  announcement: SegmentColumns & {
    readonly company_id: string;
    readonly started_at: Date | null;
    readonly cursor_id: string | null;
  },
  limit: number,
): Promise<Recipient[]> {
  const { company_id, started_at, cursor_id } = announcement;
  const { rows } = await sql<Recipient>`
    SELECT u.id, u.name, u.email, u.language, u.mails_declined_at IS NULL AS "getsMail" FROM users u
    WHERE ${inSegment(company_id, announcement)} AND u.created_at <= ${started_at}
      AND (${cursor_id}::uuid IS NULL OR u.id > ${cursor_id}::uuid)
    ORDER BY u.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Puts it under the bell of these members. */
export async function insertNotifications(
  tx: Db,
  companyId: string,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO notifications (company_id, user_id, area, kind, about_id)
    SELECT ${companyId}::uuid, u, 'member', 'announcement', ${id}::uuid FROM unnest(${userIds}::uuid[]) u
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function recordProgress(
  tx: Db,
  companyId: string,
  id: string,
  progress: { cursorId: string | null; recipients: number; mails: number; isComplete: boolean },
): Promise<void> {
  await sql`
    UPDATE announcements SET cursor_id = coalesce(${progress.cursorId}::uuid, cursor_id),
      recipients = recipients + ${progress.recipients}, mails = mails + ${progress.mails},
      state = ${progress.isComplete ? 'SENT' : 'SENDING'}, ended_at = CASE WHEN ${progress.isComplete} THEN now() END
    WHERE company_id = ${companyId} AND id = ${id}`.execute(tx);
}
