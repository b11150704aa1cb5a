import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm, useHydrated } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { latinDigits } from '@/lib/core/digits.ts';
import { KEY_SCOPE_NAMES, KEY_SCOPES, type KeyScope } from '@/lib/core/key-scopes.ts';
import { addKey, KEY_DAYS_DEFAULT, KEY_DAYS_MAX, listKeys, revokeKey } from '@/lib/integrations/keys/calls.ts';
import type { ApiKey } from '@/lib/integrations/keys/contract.ts';
import { Choices } from './Choices.tsx';
import { SecretModal } from './SecretModal.tsx';

const TONES: Readonly<Record<ApiKey['state'], Tone>> = {
  ACTIVE: 'success',
  EXPIRED: 'neutral',
  REVOKED: 'neutral',
  STOPPED: 'warning',
};

/** The API keys of the company: make one, see what each may do and when it was used, revoke one. */
export function ApiKeys({ initial }: { initial: OutputOf<typeof listKeys> }) {
  const { data, error, retry } = useFetched(listKeys, {}, initial);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const hydrated = useHydrated();
  const records = data?.records ?? [];
  if (error !== null)
    return (
      <div className="card">
        <LoadError text={error} onRetry={retry} />
      </div>
    );
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-4">
      {records.length === 0 ? (
        <EmptyState text="No API key yet." hint="A program needs one to call the API." />
      ) : (
        <ul className="grid" aria-label="API keys">
          {records.map((row) => (
            <KeyRow key={row.id} row={row} onRevoke={() => setRevoking(row)} />
          ))}
        </ul>
      )}
      <div>
        <Button icon="add" disabled={!hydrated} onClick={() => setIsAdding(true)}>
          Make an API key
        </Button>
      </div>
      {isAdding && <AddKey onClose={() => setIsAdding(false)} onMade={setMade} />}
      {revoking && (
        <ConfirmModal
          title="Revoke this API key?"
          verb="Revoke"
          look="danger"
          send={() => call(revokeKey, { id: revoking.id })}
          refreshes={[listKeys]}
          onClose={() => setRevoking(null)}
        >
          <p className="wrap-anywhere font-semibold">{revoking.name}</p>
          <p>Programs that use it get no answer from then on.</p>
        </ConfirmModal>
      )}
      {made !== null && <SecretModal what="API key" secret={made} onClose={() => setMade(null)} />}
    </div>
  );
}

function KeyRow({ row, onRevoke }: { row: ApiKey; onRevoke: () => void }) {
  const { name, hint, scopes, networks, state, createdBy, expiresAt, lastUsedAt } = row;
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-line py-3 first:pt-0">
      <span className="grid min-w-0 flex-[1_1_220px] gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-medium">{name}</span>
          <StatusBadge status={state} tone={TONES[state]} />
        </span>
        <span className="wrap-anywhere text-muted">
          <code>{hint}…</code> by {createdBy}
        </span>
        <span className="wrap-anywhere text-muted">{scopes.join(', ')}</span>
        {networks.length > 0 && <span className="wrap-anywhere text-muted">only from {networks.join(', ')}</span>}
        <span className="text-muted">
          works until <DateTime value={expiresAt} />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <DateTime value={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      {state !== 'REVOKED' && (
        <Button look="secondary" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}

const listed = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function AddKey({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  // The chosen scopes, with a comma between them.
  const form = useForm({ name: '', scopes: '', days: String(KEY_DAYS_DEFAULT), networks: '' });
  const { name, days, networks } = form.values;
  const scopes = KEY_SCOPE_NAMES.filter((scope) => listed(form.values.scopes).includes(scope));
  const choose = (scope: KeyScope, isChosen: boolean): void =>
    form.fill({ scopes: [...scopes.filter((it) => it !== scope), ...(isChosen ? [scope] : [])].join() });
  const submission = useSubmit({
    form,
    check: () => ({
      ...(name.trim() === '' && { name: 'Please enter the name of the key.' }),
      ...(!/^\d{1,3}$/.test(latinDigits(days.trim())) && { days: `A key can work for 1 to ${KEY_DAYS_MAX} days.` }),
      ...(scopes.length === 0 && { scopes: 'Please choose at least one scope.' }),
    }),
    send: () => call(addKey, { name, days: Number(latinDigits(days)), scopes, networks: listed(networks) }),
    refreshes: [listKeys],
    onDone: ({ key }) => {
      onClose();
      onMade(key);
    },
  });
  return (
    <FormModal
      submission={submission}
      title="Make an API key"
      verb="Make key"
      busyText="Making..."
      className="grid gap-4"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" maxLength={60} hint="Which program uses it." />
      <Choices legend="What it may do" error={form.field('scopes').error}>
        {(problem) =>
          KEY_SCOPE_NAMES.map((scope) => (
            <Checkbox
              key={scope}
              label={
                <>
                  <span className="font-medium">{scope}</span>
                  <span className="block text-sm text-muted">{KEY_SCOPES[scope]}</span>
                </>
              }
              checked={scopes.includes(scope)}
              {...problem}
              onChecked={(isChosen) => choose(scope, isChosen)}
            />
          ))
        }
      </Choices>
      <TextField {...form.field('days')} label="Works for so many days" inputMode="numeric" maxLength={3} />
      <TextField
        {...form.field('networks')}
        label="IP addresses"
        required={false}
        hint="Addresses or networks that may use it, as 203.0.113.0/24. Empty: all."
      />
    </FormModal>
  );
}
