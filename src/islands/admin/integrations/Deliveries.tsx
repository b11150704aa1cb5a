import { useLayoutEffect, useRef } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type ListState, useListState } from '@/islands/ui/useListState.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { usePolling } from '@/islands/usePolling.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { EVENT_TYPES } from '@/lib/integrations/events/calls.ts';
import {
  DELIVERIES_FOUND_MAX,
  DELIVERY_STATES,
  listDeliveries,
  type listWebhooks,
  replayDelivery,
} from '@/lib/integrations/webhooks/calls.ts';
import type { DeliveryView } from '@/lib/integrations/webhooks/contract.ts';
import { DELIVERIES_ADDRESS, type DeliveriesQuery, inputOf } from './deliveriesQuery.ts';

const OUTCOMES: Readonly<Record<DeliveryView['state'], { label: string; tone: Tone }>> = {
  WAITING: { label: 'Waiting', tone: 'warning' },
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
};

const REFRESH_MS = 15_000;
const POLLED = [listDeliveries];

export interface DeliveriesProps {
  query: DeliveriesQuery;
  /** Missing for a webhook that does not exist. */
  initial: OutputOf<typeof listDeliveries> | undefined;
  webhooks: OutputOf<typeof listWebhooks>['records'];
}

const nameOf = ({ type, cursor }: DeliveryView): string => `${type}, event ${cursor}`;

const COLUMNS: readonly TableColumn<DeliveryView>[] = [
  { key: 'time', phone: 'line', head: 'Date & Time', cell: (row) => <Time value={row.createdAt} /> },
  { key: 'type', phone: 'title', head: 'Event', cell: (row) => row.type },
  { key: 'webhook', phone: 'line', head: 'Webhook', cell: (row) => row.webhookName },
  {
    key: 'outcome',
    phone: 'badge',
    head: 'Outcome',
    cell: ({ state }) => <StatusBadge status={state} {...OUTCOMES[state]} />,
  },
  { key: 'answer', head: 'Last try', cell: (row) => <LastTry row={row} /> },
  { key: 'replay', head: 'Action', bare: true, align: 'end', cell: (row) => <Replay row={row} /> },
];

/** What was sent to the company's webhooks and what waits, with a button that sends one again. */
export function Deliveries({ query: given, initial, webhooks }: DeliveriesProps) {
  const list = useListState(DELIVERIES_ADDRESS, given);
  const { webhook, type, state } = list.query;
  const fetched = useFetched(listDeliveries, inputOf(list.query), initial);
  usePolling(POLLED, REFRESH_MS);
  const isFiltered = webhook !== '' || type !== null || state !== null;
  const { data } = fetched;
  return (
    <ListScreen
      list={list}
      fetched={fetched}
      filters={<Filters list={list} webhooks={webhooks} />}
      count={data && countText(data.total, 'delivery', 'deliveries', DELIVERIES_FOUND_MAX - 1)}
      frame={(table) => (
        <div data-deliveries tabIndex={-1}>
          {table}
        </div>
      )}
      caption="Deliveries"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowName={nameOf}
      loadingText="Loading the deliveries..."
      emptyText={isFiltered ? 'No delivery matches this filter.' : 'Nothing was sent in the last 30 days.'}
    />
  );
}

function Filters({ list, webhooks }: { list: ListState<DeliveriesQuery>; webhooks: DeliveriesProps['webhooks'] }) {
  const { webhook, type, state } = list.query;
  return (
    <>
      <Select
        label="Webhook"
        quietLabel
        placeholder="All webhooks"
        options={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
        value={webhook}
        onValue={(id) => list.choose({ webhook: id })}
      />
      <Select
        label="Event"
        quietLabel
        placeholder="All events"
        options={EVENT_TYPES.map((value) => ({ value, label: value }))}
        value={type ?? ''}
        onValue={(value) => list.choose({ type: EVENT_TYPES.find((it) => it === value) ?? null })}
      />
      <Select
        label="Outcome"
        quietLabel
        placeholder="All outcomes"
        options={DELIVERY_STATES.map((value) => ({ value, label: OUTCOMES[value].label }))}
        value={state ?? ''}
        onValue={(value) => list.choose({ state: DELIVERY_STATES.find((it) => it === value) ?? null })}
      />
    </>
  );
}

/** Day and time, one below the other where the table is narrow. */
const Time = ({ value }: { value: string }) => (
  <span className="inline-flex flex-wrap gap-x-1">
    <DateTime value={value} show="day" /> <DateTime value={value} show="time" />
  </span>
);

/** The answer or why there was none, the number of tries and the time of the next. */
function LastTry({ row: { attempts, answerStatus, error, nextAttemptAt } }: { row: DeliveryView }) {
  if (attempts === 0) return 'not tried yet';
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">
        {error ?? (answerStatus === null ? 'not answered yet' : `Answered ${answerStatus}`)}
      </span>
      <span className="text-sm text-muted">
        {attempts === 1 ? '1 try' : `${attempts} tries`}
        {nextAttemptAt !== null && (
          <>
            , next <Time value={nextAttemptAt} />
          </>
        )}
      </span>
    </span>
  );
}

function Replay({ row }: { row: DeliveryView }) {
  const cell = useRef<HTMLSpanElement>(null);
  // A filter can hide the row that was just sent again, and the keyboard with it.
  useLayoutEffect(() => {
    const element = cell.current;
    return () => {
      if (element?.contains(document.activeElement)) element.closest<HTMLElement>('[data-deliveries]')?.focus();
    };
  }, []);
  const replay = useSubmit({
    send: () => call(replayDelivery, { id: row.id }),
    refreshes: POLLED,
    // The button goes.
    onDone: () => cell.current?.focus(),
  });
  return (
    <span ref={cell} tabIndex={-1} className="whitespace-nowrap">
      {row.state === 'WAITING' ? (
        '--'
      ) : (
        <Button
          look="secondary"
          size="sm"
          aria-label={`Send again: ${nameOf(row)}, to ${row.webhookName}`}
          busy={replay.busy}
          onClick={() => void replay.submit()}
        >
          Send again
        </Button>
      )}
    </span>
  );
}
