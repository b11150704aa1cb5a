import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { rich } from '@/islands/ui/rich.ts';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { SessionInfo } from '@/lib/auth/sessions/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { t, translated } from '@/lib/core/texts.ts';
import type { ConfirmedAccess } from '../session/confirmation.ts';
import { callsOf, type OwnCalls } from './calls.ts';

interface DevicesProps {
  access: ConfirmedAccess;
  initial: OutputOf<OwnCalls['listSessions']>;
}

/** Where the account is signed in, each with a button that ends it. */
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
      <ul className="grid" aria-label={t('Where you are signed in')}>
        {records.map((session) => (
          <DeviceRow key={session.id} session={session} calls={calls} access={access} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="secondary"
          disabled={!hydrated || records.length < 2}
          busy={endOthers.busy}
          busyText={t('Signing out...')}
          onClick={endOthers.submit}
        >
          {t('Sign out everywhere else')}
        </Button>
        {records.length < 2 && <p className="text-sm text-muted">{t('You are signed in on this device only.')}</p>}
      </div>
    </div>
  );
}

/** 'Chrome on Android', as the page's language puts it. */
function deviceText(device: string): string {
  const [browser, system] = device.split(' on ');
  return browser && system ? t('{browser} on {system}', { browser, system }) : translated(device);
}

/** The side of the site, where it is the other one. */
function sideText(access: ConfirmedAccess, isAdmin: boolean): string | null {
  if (access === 'member') return isAdmin ? t('administration') : null;
  return access === 'admin' && !isAdmin ? 'as a member' : null;
}

interface DeviceRowProps {
  session: SessionInfo;
  calls: OwnCalls;
  access: ConfirmedAccess;
}

function DeviceRow({ session, calls, access }: DeviceRowProps) {
  const { id, ip, isAdmin, isCurrent, createdAt, seenAt } = session;
  const device = deviceText(session.device);
  const side = sideText(access, isAdmin);
  const end = useSubmit({ send: () => call(calls.endSession, { id }), refreshes: [calls.listSessions] });
  const isPhone = /Android|iPhone/.test(session.device);
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-muted max-sm:hidden">
        <Icon name={isPhone ? 'phone' : 'laptop'} />
      </span>
      <span className="grid min-w-0 flex-[1_1_200px] text-sm">
        <span className="font-medium">
          <bdi>{device}</bdi>
          {side !== null && <span className="font-normal text-muted"> · {side}</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span className="break-all">{ip}</span>
          <span>{rich('signed in {time}', { time: <DateTime value={createdAt} /> })}</span>
          {!isCurrent && <span>{rich('last seen {time}', { time: <DateTime value={seenAt} /> })}</span>}
        </span>
      </span>
      {isCurrent ? (
        <StatusBadge status="success" label={t('This device')} />
      ) : (
        <Button
          look="secondary"
          busy={end.busy}
          busyText={t('Signing out...')}
          aria-label={t('Sign out: {device}, {ip}', { device, ip })}
          onClick={() => void end.submit()}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}
