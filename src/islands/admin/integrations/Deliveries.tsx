import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { listDeliveries, replayDelivery } from '@/lib/integrations/webhooks/calls.ts';
import type { DeliveryView, WebhookView } from '@/lib/integrations/webhooks/contract.ts';

const TONES: Readonly<Record<DeliveryView['state'], Tone>> = {
  WAITING: 'warning',
  DELIVERED: 'success',
  FAILED: 'danger',
};

/** What was sent to a webhook, with a button that sends it again. */
export function Deliveries({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const { data, error, retry } = useFetched(listDeliveries, { id: webhook.id, page });
  return (
    <Modal
      open
      title={`Deliveries of ${webhook.name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error !== null && <LoadError text={error} onRetry={retry} />}
      {error === null && !data && <p className="text-sm text-muted">One moment...</p>}
      {data?.records.length === 0 && <p className="text-sm text-muted">Nothing was sent to it in the last 30 days.</p>}
      {data && data.records.length > 0 && (
        <ul className="grid" aria-label="Deliveries">
          {data.records.map((row) => (
            <DeliveryRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {data && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
    </Modal>
  );
}

function DeliveryRow({ row }: { row: DeliveryView }) {
  const replay = useSubmit({ send: () => call(replayDelivery, { id: row.id }), refreshes: [listDeliveries] });
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 text-sm first:pt-0">
      <span className="grid min-w-0 flex-[1_1_220px] gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{row.type}</span>
          <StatusBadge status={row.state} tone={TONES[row.state]} />
        </span>
        <span className="text-muted">
          <DateTime value={row.createdAt} />, tries: {row.attempts}
        </span>
        {row.error !== null && <span className="wrap-anywhere text-muted">{row.error}</span>}
      </span>
      {row.state !== 'WAITING' && (
        <Button
          look="secondary"
          aria-label={`Send again: ${row.type}, event ${row.cursor}`}
          busy={replay.busy}
          onClick={() => void replay.submit()}
        >
          Send again
        </Button>
      )}
    </li>
  );
}
