import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { type PageRequest, serialNumber } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { listTransactions } from '@/lib/purchases/calls.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { shownTransactionId } from '@/lib/purchases/rules.ts';
import { useFetched } from '../../data.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DateTime, Money } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Select } from '../../ui/Select.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { TableColumn } from '../../ui/Table.tsx';
import { type ListState, useListState } from '../../ui/useListState.ts';
import { useLazyComponent } from '../../useLazyComponent.ts';
import { METHOD_LABELS, PAYMENT_ADDRESS, type PaymentQuery, SIZE_OPTIONS, STATUS_OPTIONS } from './paymentQuery.ts';
import { ReferenceBadge } from './ReferenceMark.tsx';

export interface HistoryScreenProps {
  /** What the page was rendered with. */
  query: PaymentQuery;
  initial: OutputOf<typeof listTransactions>;
  symbol: string;
}

/** The default text gives no reason. */
const reasonOf = (error: string): string => (error === listTransactions.failure ? 'Unknown error' : error);

export function HistoryScreen({ query: given, initial, symbol }: HistoryScreenProps) {
  const list = useListState(PAYMENT_ADDRESS, given);
  const { query, choose, type } = list;
  const details = useDetails(query, symbol);
  const [shown, setShown] = useState<Transaction | null>(null);
  const receipt = useLazyComponent('The receipt', async () => (await import('./ReceiptModal.tsx')).ReceiptModal);
  const fetched = useFetched(listTransactions, query, initial);
  const { data } = fetched;
  const rowsBefore = useRef(initial.records.length);
  if (data) rowsBefore.current = data.records.length;

  async function showReceipt(row: Transaction): Promise<void> {
    if (await receipt.load()) setShown(row);
  }

  const actionsOf = (row: Transaction): ReactNode => (
    <RowActions
      row={row}
      isOpen={row.id === details.openId}
      onToggle={() => void details.toggle(row.id)}
      onReceipt={() => void showReceipt(row)}
    />
  );

  return (
    <div className="@container grid gap-4">
      <ListScreen
        list={list}
        fetched={fetched}
        search={{
          label: 'Search payments',
          placeholder: 'Order or transaction ID',
          value: query.search,
          onSearch: (search) => type({ search }),
        }}
        filters={<Filters list={list} />}
        margins={2}
        errorText={(error) => `Error fetching data: ${reasonOf(error)}`}
        caption="Payment history"
        columns={columnsOf(query, actionsOf)}
        rowKey={(row) => row.id}
        rowName={(row) => `order ${row.orderNumber}`}
        loadingText="Loading transactions..."
        skeletonRows={Math.min(10, Math.max(1, rowsBefore.current))}
        emptyText="No payment history found."
        emptyAction={<NextStep query={query} onChange={choose} />}
        expanded={details.of}
        onToggle={(row) => void details.toggle(row.id)}
      />
      {receipt.Component && <receipt.Component purchase={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

/** The row that is open, until another query is shown. */
function useDetails(query: PaymentQuery, symbol: string) {
  const [open, setOpen] = useState<{ id: string; query: PaymentQuery } | null>(null);
  const openId = open?.query === query ? open.id : null;
  const timeline = useLazyComponent('The details', async () => (await import('./Timeline.tsx')).Timeline);

  // A mail about a message leads here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const [, id] = /^#messages-([\w-]+)$/.exec(window.location.hash) ?? [];
    if (id !== undefined) void toggle(id);
  }, []);

  async function toggle(id: string): Promise<void> {
    setOpen(id === openId ? null : { id, query });
    if (id !== openId && !(await timeline.load())) setOpen((before) => (before?.id === id ? null : before));
  }

  function of(row: Transaction): ReactNode {
    if (row.id !== openId) return null;
    if (timeline.Component) return <timeline.Component purchase={row} symbol={symbol} />;
    return (
      <p className="text-muted" role="status">
        Loading the details…
      </p>
    );
  }

  return { openId, toggle, of };
}

function columnsOf(page: PageRequest, actionsOf: (row: Transaction) => ReactNode): TableColumn<Transaction>[] {
  return [
    { key: 'no', phone: 'wide', head: 'SL.No.', cell: (_, index) => serialNumber(page, index) },
    { key: 'method', phone: 'line', head: 'Payment Method', cell: (row) => METHOD_LABELS[row.paymentMethod] },
    {
      key: 'id',
      phone: 'line',
      head: 'Transaction ID',
      cell: (row) => (
        <span className="inline-grid justify-items-start gap-1">
          <span className="font-mono break-all sm:min-w-[12ch] xl:whitespace-nowrap">{shownTransactionId(row)}</span>
          {row.status === 'PENDING' && <ReferenceBadge purchase={row} />}
          {row.waitingForBuyerSince !== null && (
            <span className="text-xs font-medium text-warning">Please answer our question</span>
          )}
          {row.waitingForBuyerSince === null && row.unreadMessages > 0 && (
            <span className="text-xs font-medium">New message</span>
          )}
        </span>
      ),
    },
    {
      key: 'amount',
      phone: 'title',
      head: 'Amount (INR)',
      align: 'end',
      cell: (row) => <Money value={row.finalAmount} />,
    },
    { key: 'date', phone: 'line', head: 'Date', cell: (row) => <DateTime value={row.createdAt} show="day" /> },
    { key: 'time', head: 'Time', cell: (row) => <DateTime value={row.createdAt} show="time" /> },
    { key: 'status', phone: 'badge', head: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
    { key: 'actions', head: 'Actions', bare: true, cell: actionsOf },
  ];
}

function Filters({ list: { query, choose } }: { list: ListState<PaymentQuery> }) {
  return (
    <div className="flex flex-1 gap-3 sm:flex-none">
      <div className="min-w-0 flex-1 sm:w-40">
        <Select
          label="Status"
          quietLabel
          options={STATUS_OPTIONS}
          value={query.status}
          onValue={(status) => choose({ status: status as PaymentQuery['status'] })}
        />
      </div>
      <div className="min-w-0 flex-1 sm:w-40">
        <Select
          label="Rows on a page"
          quietLabel
          options={SIZE_OPTIONS}
          value={String(query.limit)}
          onValue={(limit) => choose({ limit: Number(limit) })}
        />
      </div>
    </div>
  );
}

interface NextStepProps {
  query: PaymentQuery;
  onChange: ListState<PaymentQuery>['choose'];
}

/** What to do about an empty list. A search without results may have looked in one status only: it stays then. */
function NextStep({ query: { search, status }, onChange }: NextStepProps) {
  if (status === 'ALL' && search === '') {
    return (
      <a className={buttonClass('primary', 'sm')} href={PATHS.buyToken}>
        <span className="btn-face">Buy your first tokens</span>
      </a>
    );
  }
  const canWiden = search !== '' && status !== 'ALL';
  return (
    <Button look="secondary" size="sm" onClick={() => onChange({ status: 'ALL', search: canWiden ? search : '' })}>
      {canWiden ? 'Search all payments' : 'Show all payments'}
    </Button>
  );
}

interface RowActionsProps {
  row: Transaction;
  isOpen: boolean;
  onToggle: () => void;
  onReceipt: () => void;
}

function RowActions({ row, isOpen, onToggle, onReceipt }: RowActionsProps) {
  const what = `order ${row.orderNumber}`;
  return (
    <span className="-mx-3 inline-flex whitespace-nowrap sm:-mx-1.5">
      <button
        type="button"
        className={`${buttonClass('quiet', 'sm')} max-sm:hidden sm:px-1.5`}
        aria-expanded={isOpen}
        aria-label={`Details of ${what}`}
        onClick={onToggle}
      >
        <span className="btn-face">
          Details
          <Icon name={isOpen ? 'up' : 'down'} size={16} className="row-caret" />
        </span>
      </button>
      {row.receipt && (
        <button
          type="button"
          className={`${buttonClass('quiet', 'sm')} sm:px-1.5`}
          aria-label={`View the payment receipt of ${what}`}
          title="View Payment Receipt"
          onClick={onReceipt}
        >
          <span className="btn-face">
            <Icon name="eye" size={20} />
            <span className="sm:hidden">Receipt</span>
          </span>
        </button>
      )}
    </span>
  );
}
