import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button, buttonClass } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import {
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
} from '@/lib/integrations/webhooks/calls.ts';
import type { WebhookView } from '@/lib/integrations/webhooks/contract.ts';
import { DELIVERIES_ADDRESS, EVERY_DELIVERY } from './deliveriesQuery.ts';
import { SecretModal } from './SecretModal.tsx';
import { WebhookForm } from './WebhookForm.tsx';

const TONES: Readonly<Record<WebhookView['state'], Tone>> = {
  ACTIVE: 'success',
  PAUSED: 'warning',
  DISABLED: 'neutral',
};
type Act = 'edit' | 'pause' | 'rotate' | 'delete';
interface Opened {
  readonly act: Act;
  readonly id: string;
}

/** The webhooks of the company: add one, see whether it works and what was sent, edit, pause, resume or delete it. */
export function Webhooks({ initial }: { initial: OutputOf<typeof listWebhooks> }) {
  const { data, error, retry } = useFetched(listWebhooks, {}, initial);
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const hydrated = useHydrated();
  const records = data?.records ?? [];
  const openedRow = records.find(({ id }) => id === opened?.id);
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
            <WebhookRow key={row.id} row={row} onAct={(act) => setOpened({ act, id: row.id })} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button icon="add" disabled={!hydrated} onClick={() => setIsAdding(true)}>
          Add a webhook
        </Button>
        {records.length > 0 && (
          <a className={buttonClass('secondary')} href={PATHS.deliveries}>
            All deliveries
          </a>
        )}
      </div>
      {isAdding && <WebhookForm row={null} onClose={() => setIsAdding(false)} onMade={setSecret} />}
      {opened && openedRow && (
        <Dialog act={opened.act} row={openedRow} onClose={() => setOpened(null)} onMade={setSecret} />
      )}
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
          {waiting} waiting, {failures === 1 ? '1 failed try' : `${failures} failed tries in a row`}
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {state !== 'ACTIVE' && (
          <Button aria-label={`Resume ${name}`} busy={resume.busy} onClick={() => void resume.submit()}>
            Resume
          </Button>
        )}
        <a
          className={buttonClass('secondary')}
          aria-label={`Deliveries of ${name}`}
          href={DELIVERIES_ADDRESS.path({ ...EVERY_DELIVERY, webhook: id })}
        >
          Deliveries
        </a>
        <Button look="secondary" aria-label={`Edit ${name}`} onClick={() => onAct('edit')}>
          Edit
        </Button>
        {state === 'ACTIVE' && (
          <Button look="secondary" aria-label={`Pause ${name}`} onClick={() => onAct('pause')}>
            Pause
          </Button>
        )}
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
  readonly act: Act;
  readonly row: WebhookView;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

function Dialog({ act, row, onClose, onMade }: DialogProps) {
  const { id, name } = row;
  if (act === 'edit') return <WebhookForm row={row} onClose={onClose} onMade={onMade} />;
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
  if (act === 'pause')
    return (
      <ConfirmModal
        title="Pause this webhook?"
        verb="Pause"
        send={() => call(pauseWebhook, { id })}
        refreshes={[listWebhooks]}
        onClose={onClose}
      >
        {heading}
        <p>Nothing is sent to it until it is resumed. Then it gets what it missed.</p>
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
