import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { type ListState, useListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listRefundable, listRefundsAsAdmin, REFUND_STATES } from '@/lib/refunds/calls.ts';
import { STATE_LABELS } from '@/lib/refunds/labels.rules.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { dueColumns, refundColumns } from './columns.tsx';
import type { OpenRefund } from './RefundDialog.tsx';
import { dueInput, REFUND_ADDRESS, type RefundQuery, refundsInput } from './refundQuery.ts';

export interface RefundScreenProps {
  query: RefundQuery;
  /** Of the tab that is shown first; the other is read when it is opened. */
  refunds: OutputOf<typeof listRefundsAsAdmin> | undefined;
  due: OutputOf<typeof listRefundable> | undefined;
}

const REFRESH_MS = 15_000;
const POLLED = [listRefundsAsAdmin, listRefundable];
const STATES = REFUND_STATES.map((value) => ({ value, label: STATE_LABELS[value] }));

type PanelProps = Pick<RefundScreenProps, 'refunds' | 'due'> & {
  list: ListState<RefundQuery>;
  onOpen: (open: OpenRefund) => void;
};

/** The refunds and their next steps, and the money of which refunds can be made. */
export function RefundScreen(given: RefundScreenProps) {
  const list = useListState(REFUND_ADDRESS, given.query);
  const [open, setOpen] = useState<OpenRefund | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./RefundDialog.tsx')).RefundDialog);
  usePolling(POLLED, REFRESH_MS);

  async function show(next: OpenRefund): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  const { tab } = list.query;
  const panel = { ...given, list, onOpen: (next: OpenRefund) => void show(next) };
  return (
    <div className="stack">
      <header className="page-head">
        <div>
          <h1 className="page-title">Refunds</h1>
          <p className="page-lead">Reversed or overpaid money that goes back to members.</p>
        </div>
        {tab === 'refunds' && (
          <div className="page-actions">
            <ExportMenu what="refunds" filters={{ search: list.query.search, state: list.query.state ?? '' }} />
            <Button icon="download" onClick={() => void show({ act: 'export' })}>
              Export refunds to pay
            </Button>
          </div>
        )}
      </header>
      <Tabs
        label="Refunds"
        selected={tab}
        onSelect={(next) => list.choose({ tab: next, state: null })}
        items={[
          { id: 'refunds', label: 'Refunds', panel: tab === 'refunds' && <RefundPanel {...panel} /> },
          { id: 'due', label: 'To pay back', panel: tab === 'due' && <DuePanel {...panel} /> },
        ]}
      />
      {open && dialogs.Component && <dialogs.Component open={open} onOpen={setOpen} onClose={() => setOpen(null)} />}
    </div>
  );
}

const searchOf = ({ query, type }: ListState<RefundQuery>) => ({
  key: query.tab,
  label: 'Search refunds',
  placeholder: 'Name, order or refund',
  value: query.search,
  onSearch: (search: string) => type({ search }),
});

function RefundPanel({ list, refunds, onOpen }: PanelProps) {
  const { query } = list;
  const fetched = useFetched(listRefundsAsAdmin, refundsInput(query), refunds);
  const isFiltered = query.search !== '' || query.state !== null;
  return (
    <div className="stack refunds">
      <ListScreen
        list={list}
        fetched={fetched}
        search={searchOf(list)}
        filters={
          <Select
            label="State"
            quietLabel
            placeholder="All states"
            options={STATES}
            value={query.state ?? ''}
            onValue={(state) => list.choose({ state: REFUND_STATES.find((known) => known === state) ?? null })}
          />
        }
        count={fetched.data && countText(fetched.data.total, 'refund', 'refunds')}
        caption="Refunds"
        columns={refundColumns(onOpen)}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        missing="--"
        loadingText="Loading refunds..."
        emptyText={isFiltered ? 'No refund matches this search and filter.' : 'There are no refunds yet.'}
      />
    </div>
  );
}

function DuePanel({ list, due, onOpen }: PanelProps) {
  const { query } = list;
  const fetched = useFetched(listRefundable, dueInput(query), due);
  return (
    <div className="stack">
      <ListScreen
        list={list}
        fetched={fetched}
        search={searchOf(list)}
        count={fetched.data && countText(fetched.data.total, 'purchase', 'purchases')}
        caption="Money to pay back"
        columns={dueColumns(onOpen)}
        rowKey={({ purchaseId }) => purchaseId}
        rowName={({ orderNumber }) => orderNumber}
        missing="--"
        loadingText="Loading purchases..."
        emptyText={
          query.search === ''
            ? 'No reversed or overpaid purchase has money left to pay back.'
            : 'No purchase matches this search.'
        }
      />
    </div>
  );
}
