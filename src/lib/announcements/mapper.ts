import type { Announcement } from './contract.ts';
import type { AnnouncementRow } from './store.ts';

export function announcementOf(row: AnnouncementRow, proposal: Announcement['proposal']): Announcement {
  return {
    id: row.id,
    title: row.title,
    text: row.body,
    segment: {
      hasStock: row.has_stock,
      isVerified: row.is_verified,
      joinedSince: row.joined_day,
      hasPending: row.has_pending,
    },
    state: row.state,
    by: row.author_name ?? '',
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    recipients: row.recipients,
    mails: row.mails,
    proposal,
  };
}
