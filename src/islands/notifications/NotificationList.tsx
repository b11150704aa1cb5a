import { useRef, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { t } from '@/lib/core/texts.ts';
import {
  listNotifications,
  listNotificationsAsAdmin,
  readNotifications,
  readNotificationsAsAdmin,
} from '@/lib/notifications/calls.ts';
import type { Notification } from '@/lib/notifications/contract.ts';
import { call } from '../api.ts';
import { useFetched } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { useSubmit } from '../ui/useSubmit.ts';

const CALLS = {
  member: { list: listNotifications, read: readNotifications },
  admin: { list: listNotificationsAsAdmin, read: readNotificationsAsAdmin },
} as const;

export interface NotificationListProps {
  area: keyof typeof CALLS;
  initial: OutputOf<typeof listNotifications>;
}

/** The bell of the frame is drawn by the server; it follows what is read here. */
function showUnread(unread: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    badge.hidden = unread === 0;
    const count = unread > 99 ? '99+' : String(unread);
    badge.textContent = count;
    // On phones the bell has no word of its own.
    badge
      .closest('.topbar-bell')
      ?.setAttribute('aria-label', unread === 0 ? t('Notifications') : t('Notifications, {count} unread', { count }));
  }
}

/** Everything that the person was notified of, the newest first. Opening one marks it as read. */
export function NotificationList({ area, initial }: NotificationListProps) {
  const { list, read } = CALLS[area];
  const [page, setPage] = useState(1);
  const shown = useRef<HTMLUListElement>(null);
  const { data, error, retry } = useFetched(list, { page, limit: initial.limit }, initial);
  const readAll = useSubmit({
    send: async () => ({ ...(await call(read, {})), message: '' }),
    refreshes: [list],
    onDone: ({ unread }) => {
      showUnread(unread);
      // The button has nothing to do any more and gives the focus up.
      shown.current?.focus();
    },
  });

  async function open({ id, link, readAt }: Notification): Promise<void> {
    try {
      if (readAt === null) showUnread((await call(read, { id })).data.unread);
    } catch {
      // It stays unread: what it leads to matters more.
    }
    if (link !== null) window.location.assign(link);
    else retry();
  }

  if (error !== null)
    return (
      <div className="card">
        <LoadError text={error} onRetry={retry} />
      </div>
    );
  const records = data?.records ?? [];
  if (data && records.length === 0)
    return (
      <div className="card">
        <EmptyState drawing="done" text={t('No notifications yet.')} />
      </div>
    );
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <Button
          look="secondary"
          size="sm"
          icon="check"
          busy={readAll.busy}
          disabled={data?.lastPage === 1 && records.every((it) => it.readAt !== null)}
          onClick={readAll.submit}
        >
          {t('Mark all as read')}
        </Button>
      </div>
      <ul ref={shown} tabIndex={-1} className="card grid p-0! sm:p-0!" aria-label={t('Notifications')}>
        {records.map((record) => (
          <Row key={record.id} notification={record} onOpen={() => void open(record)} />
        ))}
      </ul>
      {data && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
    </div>
  );
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, text, createdAt, readAt } = notification;
  const isUnread = readAt === null;
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        className="flex min-h-11 w-full items-start gap-3 px-4 py-3 text-start hover:bg-sunken"
        onClick={onOpen}
      >
        <span className={`mt-2 size-2 flex-none rounded-full ${isUnread ? 'bg-brand' : ''}`} aria-hidden="true" />
        <span className="grid min-w-0 gap-0.5">
          <span className={`wrap-anywhere ${isUnread ? 'font-semibold' : ''}`}>
            {isUnread && <span className="sr-only">{t('Unread:')} </span>}
            <Unbroken text={title} />
          </span>
          {text !== '' && <span className="wrap-anywhere text-sm text-muted max-sm:text-base">{text}</span>}
          <span className="text-sm text-muted">
            <DateTime value={createdAt} />
          </span>
        </span>
      </button>
    </li>
  );
}
