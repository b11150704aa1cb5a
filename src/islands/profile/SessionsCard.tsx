import { endOtherSessions, listSessions } from '@/lib/auth/sessions/calls.ts';
import type { SessionInfo } from '@/lib/auth/sessions/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { t, translated } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { useFetched } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { rich } from '../ui/rich.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useSubmit } from '../ui/useSubmit.ts';

/** Where the account is signed in. */
export function SessionsCard({ initial }: { initial: OutputOf<typeof listSessions> }) {
  const { data, error, retry } = useFetched(listSessions, {}, initial);
  const records = data?.records ?? [];
  const others = records.filter((it) => !it.isCurrent).length;

  const endOthers = useSubmit({ send: () => call(endOtherSessions, {}), refreshes: [listSessions] });

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
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="secondary"
          disabled={others === 0}
          busy={endOthers.busy}
          busyText={t('Signing out...')}
          onClick={endOthers.submit}
        >
          {t('Sign out everywhere else')}
        </Button>
        {others === 0 && <p className="text-sm text-muted">{t('You are signed in on this device only.')}</p>}
      </div>
    </div>
  );
}

/** 'Chrome on Android', as the page's language puts it. */
function deviceText(device: string): string {
  const [browser, system] = device.split(' on ');
  return browser && system ? t('{browser} on {system}', { browser, system }) : translated(device);
}

function SessionRow({ session }: { session: SessionInfo }) {
  const isPhone = /Android|iPhone/.test(session.device);
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0">
      <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-muted">
        <Icon name={isPhone ? 'phone' : 'laptop'} />
      </span>
      <span className="grid min-w-0 flex-1 text-sm">
        <span className="font-medium">
          <bdi>{deviceText(session.device)}</bdi>
          {session.isAdmin && <span className="font-normal text-muted"> · {t('administration')}</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span className="break-all">{session.ip}</span>
          <span>
            {session.isCurrent
              ? t('active now')
              : rich('last seen {time}', { time: <DateTime value={session.seenAt} /> })}
          </span>
        </span>
      </span>
      {session.isCurrent && <StatusBadge status="success" label={t('This device')} />}
    </li>
  );
}
