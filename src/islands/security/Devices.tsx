import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { SessionInfo } from '@/lib/auth/sessions/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import type { ConfirmedAccess } from '../session/confirmation.ts';
import { callsOf, type OwnCalls } from './calls.ts';

interface DevicesProps {
  access: ConfirmedAccess;
  initial: OutputOf<OwnCalls['listSessions']>;
}

/** Where an admin or a super admin is signed in, each with a button that ends it. */
export function Devices({ access, initial }: DevicesProps) {
  const calls = callsOf(access);
  const { data, error, retry } = useFetched(calls.listSessions, {}, initial);
  const hydrated = useHydrated();
  const endOthers = useSubmit({ send: () => call(calls.endOtherSessions, {}), refreshes: [calls.listSessions] });
  const records = data?.records ?? [];
  if (error !== null) {
    return (
      <div className="card">
        <LoadError text={error} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className="card grid gap-4">
      <ul className="grid" aria-label="Where you are signed in">
        {records.map((session) => (
          <DeviceRow key={session.id} session={session} calls={calls} isAdminArea={access === 'admin'} />
        ))}
      </ul>
      {records.length > 1 && (
        <div>
          <Button
            look="secondary"
            disabled={!hydrated}
            busy={endOthers.busy}
            busyText="Signing out..."
            onClick={endOthers.submit}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  );
}

function DeviceRow({ session, calls, isAdminArea }: { session: SessionInfo; calls: OwnCalls; isAdminArea: boolean }) {
  const { id, device, ip, isAdmin, isCurrent, createdAt, seenAt } = session;
  const end = useSubmit({ send: () => call(calls.endSession, { id }), refreshes: [calls.listSessions] });
  const isPhone = /Android|iPhone/.test(device);
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-muted max-sm:hidden">
        <Icon name={isPhone ? 'phone' : 'laptop'} />
      </span>
      <span className="grid min-w-0 flex-[1_1_200px] text-sm">
        <span className="font-medium">
          <bdi>{device}</bdi>
          {isAdminArea && !isAdmin && <span className="font-normal text-muted"> · as a member</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span className="break-all">{ip}</span>
          <span>
            signed in <DateTime value={createdAt} />
          </span>
          {!isCurrent && (
            <span>
              last seen <DateTime value={seenAt} />
            </span>
          )}
        </span>
      </span>
      {isCurrent ? (
        <StatusBadge status="success" label="This device" />
      ) : (
        <Button
          look="secondary"
          busy={end.busy}
          busyText="Signing out..."
          aria-label={`Sign out: ${device}, ${ip}`}
          onClick={() => void end.submit()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
