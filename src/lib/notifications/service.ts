/** What members and admins read under the bell. Decisions and verifications notify by triggers of the database. */
import type { InputOf, OutputOf } from '../core/contract.ts';
import { notFound } from '../core/errors.ts';
import { paged } from '../core/pagination.ts';
import type { Db } from '../db/client.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { NOTIFICATION_DAYS, shownNotification, UNREAD_COUNTED_MAX } from './rules.ts';
import * as store from './store.ts';

const readerOf = (scope: Scope, area: store.Reader['area']): store.Reader => ({
  companyId: scope.company.id,
  userId: actorOf(scope).id,
  area,
});

type Page = Result<OutputOf<typeof calls.listNotifications>>;

async function listFor(
  scope: Scope,
  area: store.Reader['area'],
  page: InputOf<typeof calls.listNotifications>,
): Promise<Page> {
  const { rows, total } = await store.listNotifications(scope.db, readerOf(scope, area), page);
  const records = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ...shownNotification({
      kind: row.kind,
      aboutId: row.about_id,
      orderNumber: row.order_number,
      announcement: row.title === null ? null : { title: row.title, text: row.body ?? '' },
    }),
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
  return { data: paged(records, total, page) };
}

async function readFor(scope: Scope, area: store.Reader['area'], id: string | undefined) {
  const reader = readerOf(scope, area);
  if (!(await store.markRead(scope.db, reader, id ?? null))) throw notFound('Notification');
  return { data: { unread: await store.countUnread(scope.db, reader, UNREAD_COUNTED_MAX) } };
}

export const listNotifications: UseCase<typeof calls.listNotifications> = (scope, page) =>
  listFor(scope, 'member', page);

export const listNotificationsAsAdmin: UseCase<typeof calls.listNotificationsAsAdmin> = (scope, page) =>
  listFor(scope, 'admin', page);

/** @throws ApiError not_found */
export const readNotifications: UseCase<typeof calls.readNotifications> = (scope, { id }) =>
  readFor(scope, 'member', id);

/** @throws ApiError not_found */
export const readNotificationsAsAdmin: UseCase<typeof calls.readNotificationsAsAdmin> = (scope, { id }) =>
  readFor(scope, 'admin', id);

/** Notifies a member in the caller's transaction, unless the same notification is still unread. */
export function notifyMember(
  tx: Db,
  companyId: string,
  userId: string,
  about: { readonly kind: string; readonly aboutId: string | null },
): Promise<void> {
  return store.insertNotification(tx, { companyId, userId, area: 'member' }, about);
}

/** Notifies each active admin in the caller's transaction. */
export const notifyEachAdmin = store.insertForAdmins;

/** @param db the owner's connections */
export function deleteOldNotifications(db: Db): Promise<void> {
  return store.deleteOld(db, NOTIFICATION_DAYS);
}
