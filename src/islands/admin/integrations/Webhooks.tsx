import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm, useHydrated } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import {
  addWebhook,
  deleteWebhook,
  listWebhooks,
  resumeWebhook,
  rotateWebhook,
} from '@/lib/integrations/webhooks/calls.ts';
import type { WebhookView } from '@/lib/integrations/webhooks/contract.ts';
import { Deliveries } from './Deliveries.tsx';
import { SecretModal } from './SecretModal.tsx';

const TONES: Readonly<Record<WebhookView['state'], Tone>> = {
  ACTIVE: 'success',
  PAUSED: 'warning',
  DISABLED: 'neutral',
};
type Act = 'log' | 'rotate' | 'delete';
interface Opened {
  readonly act: Act;
  readonly row: WebhookView;
}

/** The webhooks of the company: add one, see whether it works and what was sent, change its secret, resume or delete it. */
export function Webhooks({ initial }: { initial: OutputOf<typeof listWebhooks> }) {
  const { data, error, retry } = useFetched(listWebhooks, {}, initial);
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
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
        <EmptyState text="No webhook yet." hint="A webhook calls a program when something happens." />
      ) : (
        <ul className="grid" aria-label="Webhooks">
          {records.map((row) => (
            <WebhookRow key={row.id} row={row} onAct={(act) => setOpened({ act, row })} />
          ))}
        </ul>
      )}
      <div>
        <Button icon="add" disabled={!hydrated} onClick={() => setIsAdding(true)}>
          Add a webhook
        </Button>
      </div>
      {isAdding && <AddWebhook onClose={() => setIsAdding(false)} onMade={setSecret} />}
      {opened && <Dialog opened={opened} onClose={() => setOpened(null)} onMade={setSecret} />}
      {secret !== null && <SecretModal what="Secret" secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}

function WebhookRow({ row, onAct }: { row: WebhookView; onAct: (act: Act) => void }) {
  const { id, name, url, types, state, failures, waiting } = row;
  const resume = useSubmit({ send: () => call(resumeWebhook, { id }), refreshes: [listWebhooks] });
  return (
    <li className="grid gap-2 border-b border-line py-3 text-sm first:pt-0">
      <span className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{name}</span>
        <StatusBadge status={state} tone={TONES[state]} />
      </span>
      <span className="wrap-anywhere text-muted">{url}</span>
      <span className="wrap-anywhere text-muted">{types.length === 0 ? 'all events' : types.join(', ')}</span>
      {(failures > 0 || waiting > 0) && (
        <span className="text-muted">
          {waiting} waiting, {failures} failed tries in a row
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {state !== 'ACTIVE' && (
          <Button aria-label={`Resume ${name}`} busy={resume.busy} onClick={() => void resume.submit()}>
            Resume
          </Button>
        )}
        <Button look="secondary" aria-label={`Deliveries of ${name}`} onClick={() => onAct('log')}>
          Deliveries
        </Button>
        <Button look="secondary" aria-label={`New secret for ${name}`} onClick={() => onAct('rotate')}>
          New secret
        </Button>
        <Button look="secondary" aria-label={`Delete ${name}`} onClick={() => onAct('delete')}>
          Delete
        </Button>
      </span>
    </li>
  );
}

interface DialogProps {
  readonly opened: Opened;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

function Dialog({ opened: { act, row }, onClose, onMade }: DialogProps) {
  const { id, name } = row;
  if (act === 'log') return <Deliveries webhook={row} onClose={onClose} />;
  const heading = <p className="wrap-anywhere font-semibold">{name}</p>;
  if (act === 'delete')
    return (
      <ConfirmModal
        title="Delete this webhook?"
        verb="Delete"
        look="danger"
        send={() => call(deleteWebhook, { id })}
        refreshes={[listWebhooks]}
        onClose={onClose}
      >
        {heading}
        <p>Nothing more is sent to it, and its deliveries are deleted.</p>
      </ConfirmModal>
    );
  return (
    <ConfirmModal
      title="Make a new secret?"
      verb="Make secret"
      send={() => call(rotateWebhook, { id })}
      refreshes={[listWebhooks]}
      onDone={({ secret }) => onMade(secret)}
      onClose={onClose}
    >
      {heading}
      <p>The present secret signs too for 24 hours. Give the new one to the program within that time.</p>
    </ConfirmModal>
  );
}

function AddWebhook({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const form = useForm({ name: '', url: '' });
  const { name, url } = form.values;
  const submission = useSubmit({
    form,
    check: () => ({
      ...(name.trim() === '' && { name: 'Please enter the name of the webhook.' }),
      ...(url.trim() === '' && { url: 'Please enter the address of the receiver.' }),
    }),
    send: () => call(addWebhook, { name, url: url.trim() }),
    refreshes: [listWebhooks],
    onDone: ({ secret }) => {
      onClose();
      onMade(secret);
    },
  });
  return (
    <FormModal
      submission={submission}
      title="Add a webhook"
      verb="Add"
      busyText="Adding..."
      className="grid gap-4"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" maxLength={60} />
      <TextField
        {...form.field('url')}
        label="Address"
        inputMode="url"
        maxLength={500}
        hint="It begins with https:// and belongs to a public host."
      />
    </FormModal>
  );
}
