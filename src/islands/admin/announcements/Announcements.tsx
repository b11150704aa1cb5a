import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { usePolling } from '@/islands/usePolling.ts';
import {
  confirmAnnouncement,
  listAnnouncements,
  refuseAnnouncement,
  stopAnnouncement,
  withdrawAnnouncement,
} from '@/lib/announcements/calls.ts';
import type { Announcement } from '@/lib/announcements/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';

const STATES = {
  WAITING: { label: 'Waits for a second admin', tone: 'warning' },
  SENDING: { label: 'Being sent', tone: 'warning' },
  SENT: { label: 'Sent', tone: 'success' },
  STOPPED: { label: 'Stopped', tone: 'neutral' },
  CLOSED: { label: 'Not confirmed', tone: 'neutral' },
} as const;

const ACTS = {
  stop: { title: 'Stop this announcement?', verb: 'Stop', contract: stopAnnouncement },
  confirm: { title: 'Send this announcement?', verb: 'Confirm', contract: confirmAnnouncement },
  refuse: { title: 'Refuse this announcement?', verb: 'Refuse', contract: refuseAnnouncement },
  withdraw: { title: 'Withdraw your announcement?', verb: 'Withdraw', contract: withdrawAnnouncement },
} as const;
type Act = keyof typeof ACTS;

/** Announcements to members: a new one, and the earlier ones with what became of them. */
export function Announcements({ initial }: { initial: OutputOf<typeof listAnnouncements> }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ act: Act; row: Announcement } | null>(null);
  const { data, error } = useFetched(listAnnouncements, { page, limit: initial.limit }, initial);
  usePolling([listAnnouncements], 15_000);
  const records = data?.records ?? [];
  return (
    <div className="grid gap-6">
      <AnnouncementForm />
      <section className="grid gap-4" aria-label="Earlier announcements">
        {error !== null && <p role="alert">{error}</p>}
        {data && records.length === 0 && (
          <div className="card">
            <EmptyState drawing="done" text="Nothing was announced yet." />
          </div>
        )}
        {records.map((row) => (
          <Row key={row.id} row={row} onAct={(act) => setOpen({ act, row })} />
        ))}
        {data && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
      </section>
      {open && <ActDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Row({ row, onAct }: { row: Announcement; onAct: (act: Act) => void }) {
  const { label, tone } = STATES[row.state];
  const isOpen = row.state === 'WAITING' && row.proposal !== null;
  return (
    <article className="card grid gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="wrap-anywhere text-base font-semibold">{row.title}</h3>
        {row.state === 'WAITING' && !isOpen ? (
          <StatusBadge status="neutral" label="Expired" tone="neutral" />
        ) : (
          <StatusBadge status={row.state} label={label} tone={tone} />
        )}
      </header>
      <p className="wrap-anywhere">{row.text}</p>
      <p className="text-sm text-muted">
        {row.by}, <DateTime value={row.createdAt} />. {segmentText(row.segment)}
        {row.recipients > 0 &&
          ` ${countText(row.recipients, 'member', 'members')}, ${countText(row.mails, 'mail', 'mails')}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOpen && row.proposal?.isMine && <ActButton act="withdraw" onAct={onAct} />}
        {isOpen && !row.proposal?.isMine && <ActButton act="refuse" onAct={onAct} />}
        {isOpen && !row.proposal?.isMine && <ActButton act="confirm" onAct={onAct} />}
        {row.state === 'SENDING' && <ActButton act="stop" onAct={onAct} />}
      </div>
    </article>
  );
}

function ActButton({ act, onAct }: { act: Act; onAct: (act: Act) => void }) {
  return (
    <Button size="sm" look={act === 'confirm' ? 'primary' : 'secondary'} onClick={() => onAct(act)}>
      {ACTS[act].verb}
    </Button>
  );
}

function ActDialog({ act, row, onClose }: { act: Act; row: Announcement; onClose: () => void }) {
  const { title, verb, contract } = ACTS[act];
  const id = act === 'stop' ? row.id : (row.proposal?.id ?? row.id);
  return (
    <ConfirmModal
      title={title}
      verb={verb}
      look={act === 'confirm' ? 'primary' : 'danger'}
      send={() => call(contract, { id })}
      refreshes={[listAnnouncements]}
      onClose={onClose}
    >
      <p className="wrap-anywhere font-semibold">{row.title}</p>
      <p className="wrap-anywhere">{row.text}</p>
      {act === 'stop' && <p className="text-sm text-muted">Mails that were not sent yet are discarded.</p>}
    </ConfirmModal>
  );
}

function segmentText({ hasStock, isVerified, joinedSince, hasPending }: Announcement['segment']): string {
  const parts = [
    hasStock !== null && (hasStock ? 'with stock' : 'without stock'),
    isVerified !== null && (isVerified ? 'verified' : 'not verified'),
    hasPending !== null && (hasPending ? 'with a pending purchase' : 'without a pending purchase'),
    joinedSince !== null && `joined since ${joinedSince}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'To all members.' : `To members: ${parts.join(', ')}.`;
}
