import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { rich } from '@/islands/ui/rich.ts';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { t } from '@/lib/core/texts.ts';
import type { ConfirmedAccess } from '../session/confirmation.ts';
import { callsOf, type OwnCalls } from './calls.ts';
import type { FactorQuestion } from './FactorDialogs.tsx';

interface SecondFactorsProps {
  access: ConfirmedAccess;
  initial: OutputOf<OwnCalls['getFactors']>;
}

/** So few are left that new ones are due. */
const FEW_CODES = 3;

/** The authenticator app and the recovery codes of the signed-in account. */
export function SecondFactors({ access, initial }: SecondFactorsProps) {
  const calls = callsOf(access);
  const { data, error, retry } = useFetched(calls.getFactors, {}, initial);
  const [question, setQuestion] = useState<FactorQuestion | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./FactorDialogs.tsx')).FactorDialogs);
  const hydrated = useHydrated();

  async function ask(what: FactorQuestion): Promise<void> {
    if (await dialogs.load()) setQuestion(what);
  }

  if (error !== null || !data) {
    return (
      <div className="card">
        <LoadError text={error ?? ''} onRetry={retry} />
      </div>
    );
  }
  const { appSince, passkeys, recoveryCodes } = data;
  const hasFactor = appSince !== null || passkeys > 0;
  const { Component: Dialogs } = dialogs;
  return (
    <div className="card grid gap-0">
      <Row
        title={t('Authenticator app')}
        badge={appSince === null ? null : <StatusBadge status="success" label={t('On')} />}
        action={
          appSince === null ? (
            <Button disabled={!hydrated} onClick={() => void ask('add-app')}>
              {t('Add an app')}
            </Button>
          ) : (
            <Button look="secondary" disabled={!hydrated} onClick={() => void ask('remove-app')}>
              {t('Remove the app')}
            </Button>
          )
        }
      >
        {appSince === null
          ? t('A code of six digits from an app on your phone, at each sign-in.')
          : rich('Added {day}. Each sign-in asks for its code.', { day: <DateTime value={appSince} show="day" /> })}
      </Row>
      <Row
        title={t('Recovery codes')}
        badge={recoveryBadge(hasFactor, recoveryCodes)}
        action={
          <Button look="secondary" disabled={!hydrated || !hasFactor} onClick={() => void ask('make-codes')}>
            {recoveryCodes === 0 ? t('Make codes') : t('Make new codes')}
          </Button>
        }
      >
        {hasFactor
          ? t('For the day when your phone or passkey is gone. Each works once.')
          : t('Add an app or a passkey first. Then make recovery codes for the day when it is gone.')}
      </Row>
      {question && Dialogs && <Dialogs question={question} calls={calls} onClose={() => setQuestion(null)} />}
    </div>
  );
}

function recoveryBadge(hasFactor: boolean, left: number) {
  if (!hasFactor) return null;
  const label = left === 0 ? t('None') : t('{count} left', { count: left });
  return <StatusBadge status={left < FEW_CODES ? 'pending' : 'success'} label={label} />;
}

interface RowProps {
  title: string;
  badge: React.ReactNode;
  action: React.ReactNode;
  children: React.ReactNode;
}

function Row({ title, badge, action, children }: RowProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_220px] gap-1 text-sm">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </h3>
        <p className="text-muted">{children}</p>
      </div>
      {action}
    </section>
  );
}
