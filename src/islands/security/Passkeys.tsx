import { useState } from 'react';
import { type PasskeyAddress, usePasskeyProblem } from '@/islands/auth/webauthn.ts';
import { useFetched } from '@/islands/data.ts';
import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { rich } from '@/islands/ui/rich.ts';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { PasskeyRecord } from '@/lib/auth/passkeys/contract.ts';
import { PASSKEY_POLICY } from '@/lib/auth/passkeys/rules.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { type Label, t } from '@/lib/core/texts.ts';
import type { ConfirmedAccess } from '../session/confirmation.ts';
import { callsOf, type OwnCalls } from './calls.ts';
import type { PasskeyQuestion } from './PasskeyDialogs.tsx';

export interface PasskeysProps {
  access: ConfirmedAccess;
  initial: OutputOf<OwnCalls['listPasskeys']>;
  address: PasskeyAddress;
}

const NONE: Readonly<Record<ConfirmedAccess, Label>> = {
  member: 'With one you log in without your password.',
  admin: 'With one you log in without your password.',
  super: 'With one you log in without a code by mail.',
};

/** The passkeys of the signed-in account. */
export function Passkeys({ access, initial, address }: PasskeysProps) {
  const calls = callsOf(access);
  const { data, error, retry } = useFetched(calls.listPasskeys, {}, initial);
  const [dialog, setDialog] = useState<PasskeyQuestion | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./PasskeyDialogs.tsx')).PasskeyDialogs);
  const problem = usePasskeyProblem(address);
  const hydrated = useHydrated();
  const records = data?.records ?? [];
  const isFull = records.length >= PASSKEY_POLICY.perAccountMax;
  const { Component: Dialogs } = dialogs;
  async function ask(question: PasskeyQuestion): Promise<void> {
    if (await dialogs.load()) setDialog(question);
  }

  if (error !== null) {
    return (
      <div className="card">
        <LoadError text={error} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-4">
      {problem !== null && (
        <p className="notice" data-tone="warning" role="note">
          <Icon name="warning" />
          <span>{problem}</span>
        </p>
      )}
      {records.length === 0 ? (
        <EmptyState text={t('No passkey yet.')} hint={t(NONE[access])} />
      ) : (
        <ul className="grid" aria-label={t('Passkeys')}>
          {records.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => void ask({ kind: 'rename', passkey })}
              onRemove={() => void ask({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon="add" disabled={!hydrated || problem !== null || isFull} onClick={() => void ask({ kind: 'add' })}>
          {t('Add a passkey')}
        </Button>
        {isFull && (
          <p className="text-sm text-muted">
            {t('You have {count} passkeys, the maximum.', { count: PASSKEY_POLICY.perAccountMax })}
          </p>
        )}
      </div>
      {dialog && Dialogs && <Dialogs question={dialog} calls={calls} onClose={() => setDialog(null)} />}
    </div>
  );
}

interface RowProps {
  passkey: PasskeyRecord;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const { name, host, isUsable, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0">
      <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-muted max-sm:hidden">
        <Icon name="lock" />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <span className="font-medium wrap-anywhere" dir="auto">
          {name}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span>{rich('added {day}', { day: <DateTime value={createdAt} show="day" /> })}</span>
          <span>
            {lastUsedAt === null
              ? t('not used yet')
              : rich('last used {day}', { day: <DateTime value={lastUsedAt} show="day" /> })}
          </span>
        </span>
        {!isUsable && (
          <span className="wrap-anywhere text-warning">
            {t('Works only at {host}, an earlier address of this site.', { host })}
          </span>
        )}
      </span>
      <span className="inline-flex flex-none">
        <IconButton icon="edit" label={t('Rename: {name}', { name })} onClick={onRename} />
        <IconButton icon="delete" label={t('Remove: {name}', { name })} look="danger" onClick={onRemove} />
      </span>
    </li>
  );
}
