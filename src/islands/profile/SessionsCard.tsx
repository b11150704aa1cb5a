import { useState } from 'react';
import { endOtherSessions, listSessions, type SessionInfo } from '@/lib/auth/session-contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { call, showFailure } from '../api.ts';
import { refresh, useFetched } from '../data.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

/** Where the account is signed in. */
export function SessionsCard({ initial }: { initial: OutputOf<typeof listSessions> }) {
  const { data, error, retry } = useFetched(listSessions, {}, initial);
  const [busy, setBusy] = useState(false);
  const records = data?.records ?? [];
  const others = records.filter((it) => !it.isCurrent).length;

  async function endOthers(): Promise<void> {
    setBusy(true);
    try {
      const { message } = await call(endOtherSessions, {});
      toast.success(message);
      refresh(listSessions);
    } catch (cause) {
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  if (error !== null) {
    return (
      <div className="card">
        <EmptyState drawing="error" text={error} role="alert">
          <Button look="secondary" size="sm" icon="retry" onClick={retry}>
            Try again
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card grid gap-4">
      <ul className="grid" aria-label="Where you are signed in">
        {records.map((it) => (
          <SessionRow key={it.id} it={it} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="secondary" disabled={others === 0} busy={busy} busyText="Signing out..." onClick={endOthers}>
          Sign out everywhere else
        </Button>
        {others === 0 && <p className="text-sm text-muted">You are signed in on this device only.</p>}
      </div>
    </div>
  );
}

function SessionRow({ it }: { it: SessionInfo }) {
  const isPhone = /Android|iPhone/.test(it.device);
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0">
      <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-muted">
        <Icon name={isPhone ? 'phone' : 'laptop'} />
      </span>
      <span className="grid min-w-0 flex-1 text-sm">
        <span className="font-medium">
          {it.device}
          {it.isAdmin && <span className="font-normal text-muted"> · administration</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span className="break-all">{it.ip}</span>
          <span>
            {it.isCurrent ? (
              'active now'
            ) : (
              <>
                last seen <DateTime value={it.seenAt} />
              </>
            )}
          </span>
        </span>
      </span>
      {it.isCurrent && <StatusBadge status="success" label="This device" />}
    </li>
  );
}
