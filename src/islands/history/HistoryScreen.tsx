import { type ReactNode, useRef, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { serialNumber } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { listTransactions, type Transaction } from '@/lib/purchases/contract.ts';
import { shownTransactionId } from '@/lib/purchases/rules.ts';
import { useFetched } from '../data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { DateTime, Money } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { Select } from '../ui/Select.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table, type TableColumn } from '../ui/Table.tsx';
import { useLastPage } from '../useLastPage.ts';
import { useLazy } from '../useLazy.ts';
import { type HistoryQuery, historyPath, METHOD_WORDS, SIZE_OPTIONS, STATUS_OPTIONS, sentOf } from './history.ts';
import { ReferenceBadge } from './ReferenceMark.tsx';

export interface HistoryScreenProps {
  /** What the page was rendered with. */
  query: HistoryQuery;
  initial: OutputOf<typeof listTransactions>;
  symbol: string;
}

/** The default text tells no reason. */
const reasonOf = (error: string): string => (error === listTransactions.failure ? 'Unknown error' : error);

/** A search that found nothing may have looked in one status alone: what was looked for stays then. */
const isHiding = ({ search, status }: HistoryQuery): boolean => search !== '' && status !== 'ALL';
const wider = (query: HistoryQuery): Partial<HistoryQuery> =>
  isHiding(query) ? { status: 'ALL' } : { status: 'ALL', search: '' };

export function HistoryScreen({ query: first, initial, symbol }: HistoryScreenProps) {
  const [query, setQuery] = useState(first);
  const [openId, setOpenId] = useState<string | null>(null);
  const [shown, setShown] = useState<Transaction | null>(null);
  const timeline = useLazy('The details', async () => (await import('./Timeline.tsx')).Timeline);
  const receipt = useLazy('The receipt', async () => (await import('./ReceiptModal.tsx')).ReceiptModal);
  const { data, error, loading, retry } = useFetched(listTransactions, sentOf(query), initial);
  const rowsBefore = useRef(initial.records.length);
  const records = data?.records ?? [];
  if (data) rowsBefore.current = records.length;

  const isBeyond = useLastPage(data, query.page, (page) => show({ page }));

  /** Any other filter begins at its first page. */
  function show(change: Partial<HistoryQuery>): void {
    const next = { ...query, page: 1, ...change };
    setQuery(next);
    setOpenId(null);
    window.history.replaceState(null, '', historyPath(next));
  }

  async function toggle(id: string): Promise<void> {
    setOpenId(id === openId ? null : id);
    if (id !== openId && !(await timeline.load())) setOpenId((open) => (open === id ? null : open));
  }

  function detailsOf(row: Transaction): ReactNode {
    if (row.id !== openId) return null;
    if (timeline.Part) return <timeline.Part it={row} symbol={symbol} />;
    return (
      <p className="text-muted" role="status">
        Loading the details…
      </p>
    );
  }

  async function showReceipt(row: Transaction): Promise<void> {
    if (await receipt.load()) setShown(row);
  }

  const columns: readonly TableColumn<Transaction>[] = [
    { key: 'no', head: 'SL.No.', cell: (_, index) => serialNumber(query, index) },
    { key: 'method', head: 'Payment Method', cell: (row) => METHOD_WORDS[row.paymentMethod] },
    {
      key: 'id',
      head: 'Transaction ID',
      cell: (row) => (
        <span className="inline-grid justify-items-end gap-1 sm:justify-items-start">
          <span className="font-mono text-[13px] break-all sm:min-w-[12ch] xl:whitespace-nowrap">
            {shownTransactionId(row)}
          </span>
          {row.status === 'PENDING' && <ReferenceBadge state={row.referenceState} />}
        </span>
      ),
    },
    { key: 'amount', head: 'Amount (INR)', align: 'end', cell: (row) => <Money value={row.finalAmount} /> },
    { key: 'date', head: 'Date', cell: (row) => <DateTime value={row.createdAt} show="day" /> },
    { key: 'time', head: 'Time', cell: (row) => <DateTime value={row.createdAt} show="time" /> },
    {
      key: 'status',
      head: 'Status',
      cell: (row) => <StatusBadge status={row.status} />,
    },
    {
      key: 'actions',
      head: 'Actions',
      bare: true,
      cell: (row) => (
        <RowActions
          row={row}
          isOpen={row.id === openId}
          onToggle={() => void toggle(row.id)}
          onReceipt={() => void showReceipt(row)}
        />
      ),
    },
  ];

  return (
    <div className="@container grid gap-4">
      <div className="toolbar">
        <SearchBox
          label="Search payments"
          placeholder="Order or transaction ID"
          value={query.search}
          busy={loading}
          onSearch={(search) => show({ search })}
        />
        <div className="flex flex-1 gap-3 sm:flex-none">
          <div className="min-w-0 flex-1 sm:w-40">
            <Select
              label="Status"
              quietLabel
              options={STATUS_OPTIONS}
              value={query.status}
              onValue={(status) => show({ status: status as HistoryQuery['status'] })}
            />
          </div>
          <div className="min-w-0 flex-1 sm:w-40">
            <Select
              label="Rows on a page"
              quietLabel
              options={SIZE_OPTIONS}
              value={String(query.limit)}
              onValue={(limit) => show({ limit: Number(limit) })}
            />
          </div>
        </div>
      </div>
      <Table
        caption="Payment history"
        columns={columns}
        rows={records}
        rowKey={(row) => row.id}
        loading={loading || isBeyond}
        loadingText="Loading transactions..."
        skeletonRows={Math.min(10, Math.max(1, rowsBefore.current))}
        error={error === null ? undefined : `Error fetching data: ${reasonOf(error)}`}
        onRetry={retry}
        emptyText="No payment history found."
        emptyAction={
          query.status !== 'ALL' || query.search !== '' ? (
            <Button look="secondary" size="sm" onClick={() => show(wider(query))}>
              {isHiding(query) ? 'Search all payments' : 'Show all payments'}
            </Button>
          ) : (
            <a className={buttonClass('primary', 'sm')} href={PATHS.buyToken}>
              <span className="btn-face">Buy your first tokens</span>
            </a>
          )
        }
        expanded={detailsOf}
      />
      {data && (
        <Pagination
          page={data.page}
          lastPage={data.lastPage}
          range={3}
          margins={2}
          href={(page) => historyPath({ ...query, page })}
          onPage={(page) => show({ page })}
        />
      )}
      {receipt.Part && <receipt.Part it={shown} onClose={() => setShown(null)} />}
    </div>
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
    <span className="-me-3 inline-flex whitespace-nowrap sm:-mx-1.5">
      <button
        type="button"
        className={`${buttonClass('quiet', 'sm')} sm:px-1.5`}
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
