/** The SQL of notifications. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { Db } from '../db/client.ts';
import type { Notifications } from '../db/schema/notifications.ts';

export interface Reader {
  readonly companyId: string;
  readonly userId: string;
  readonly area: Notifications['area'];
}

/** The newest first, with the order number of the purchase that it is about. */
export async function listNotifications(db: Db, { companyId, userId, area }: Reader, page: PageRequest) {
  const own = db
    .selectFrom('notifications as n')
    .where('n.company_id', '=', companyId)
    .where('n.user_id', '=', userId)
    .where('n.area', '=', area);
  const [rows, { total }] = await Promise.all([
    own
      .leftJoin('purchases as p', (join) =>
        join.onRef('p.company_id', '=', 'n.company_id').onRef('p.id', '=', 'n.about_id'),
      )
      .leftJoin('announcements as a', (join) =>
        join.onRef('a.company_id', '=', 'n.company_id').onRef('a.id', '=', 'n.about_id'),
      )
      .selectAll('n')
      .select(['p.order_number', 'a.title', 'a.body'])
      .orderBy('n.created_at', 'desc')
      .orderBy('n.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** Adds a notification, unless the same one is still unread. */
export async function insertNotification(
  tx: Db,
  { companyId, userId, area }: Reader,
  { kind, aboutId }: { kind: string; aboutId: string | null },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ company_id: companyId, user_id: userId, area, kind, about_id: aboutId })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** One for each active admin of the company. */
export async function insertForAdmins(tx: Db, companyId: string, kind: string, aboutId: string | null): Promise<void> {
  await sql`
    INSERT INTO notifications (company_id, user_id, area, kind, about_id)
    SELECT u.company_id, u.id, 'admin', ${kind}, ${aboutId}::uuid FROM users u
    WHERE u.company_id = ${companyId} AND u.role = 'ADMIN' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Marks one notification as read, or all of them with null. @returns false for an unknown one */
export async function markRead(db: Db, { companyId, userId, area }: Reader, id: string | null): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('area', '=', area)
    .$if(id !== null, (q) => q.where('id', '=', id ?? ''))
    .$if(id === null, (q) => q.where('read_at', 'is', null))
    .executeTakeFirst();
  return id === null || marked.numUpdatedRows > 0n;
}

/** @param max no more are counted */
export async function countUnread(db: Db, { companyId, userId, area }: Reader, max: number): Promise<number> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('area', '=', area)
    .where('read_at', 'is', null)
    .limit(max)
    .execute();
  return rows.length;
}

/** @param db the owner's connections: of all companies */
export async function deleteOld(db: Db, days: number): Promise<void> {
  await sql`DELETE FROM notifications WHERE created_at < now() - make_interval(days => ${days})`.execute(db);
}
