import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { type PageRequest, serialNumber } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { receivedText } from '@/lib/purchases/bank-state.rules.ts';
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
import { methodLabel, PAYMENT_ADDRESS, type PaymentQuery, sizeOptions, statusOptions } from './paymentQuery.ts';
import { ReferenceBadge } from './ReferenceMark.tsx';

export interface HistoryScreenProps {
  /** What the page was rendered with. */
  query: PaymentQuery;
  initial: OutputOf<typeof listTransactions>;
  symbol: string;
}

const nameOf = ({ orderNumber }: Transaction): string => t('order {number}', { number: orderNumber });

/** The default text gives no reason. */
const reasonOf = (error: string): string => (error === listTransactions.failure ? t('Unknown error') : error);

export function HistoryScreen({ query: given, initial, symbol }: HistoryScreenProps) {
  const list = useListState(PAYMENT_ADDRESS, given);
  const { query, choose, type } = list;
  const details = useDetails(query, symbol);
  const [shown, setShown] = useState<Transaction | null>(null);
  const receipt = useLazyComponent('The receipt', async () => (await import('./ReceiptModal.tsx')).ReceiptModal);
  const fetched = useFetched(listTransactions, query, initial);
  const { data } = fetched;
  const filters = useRef<HTMLDivElement>(null);
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
          label: t('Search payments'),
          placeholder: t('Order or transaction ID'),
          value: query.search,
          onSearch: (search) => type({ search }),
        }}
        filters={<Filters list={list} at={filters} />}
        margins={2}
        errorText={(error) => t('Error fetching data: {reason}', { reason: reasonOf(error) })}
        caption={t('Payment history')}
        columns={columnsOf(query, actionsOf)}
        rowKey={(row) => row.id}
        rowName={nameOf}
        loadingText={t('Loading transactions...')}
        skeletonRows={Math.min(10, Math.max(1, rowsBefore.current))}
        emptyText={t('No payment history found.')}
        emptyAction={
          <NextStep
            query={query}
            onWiden={(wider) => {
              choose(wider);
              // The button goes with the empty list.
              filters.current?.querySelector('select')?.focus();
            }}
          />
        }
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
        {t('Loading the details…')}
      </p>
    );
  }

  return { openId, toggle, of };
}

function columnsOf(page: PageRequest, actionsOf: (row: Transaction) => ReactNode): TableColumn<Transaction>[] {
  return [
    { key: 'no', phone: 'wide', head: t('SL.No.'), cell: (_, index) => serialNumber(page, index) },
    { key: 'method', phone: 'line', head: t('Payment Method'), cell: (row) => methodLabel(row.paymentMethod) },
    {
      key: 'id',
      phone: 'line',
      head: t('Transaction ID'),
      cell: (row) => (
        <span className="inline-grid justify-items-start gap-1">
          <bdi className="font-mono break-all sm:min-w-[12ch] xl:whitespace-nowrap">{shownTransactionId(row)}</bdi>
          {row.status === 'PENDING' && <ReferenceBadge purchase={row} />}
          {row.received !== null && <span className="row-note text-sm font-medium">{receivedText(row)}</span>}
          {row.waitingForBuyerSince !== null && (
            <span className="row-note text-sm font-medium text-warning">{t('Please answer our question')}</span>
          )}
          {row.waitingForBuyerSince === null && row.unreadMessages > 0 && (
            <span className="row-note text-sm font-medium">{t('New message')}</span>
          )}
        </span>
      ),
    },
    {
      key: 'amount',
      phone: 'title',
      head: t('Amount (INR)'),
      align: 'end',
      cell: (row) => <Money value={row.finalAmount} />,
    },
    { key: 'date', phone: 'line', head: t('Date'), cell: (row) => <DateTime value={row.createdAt} show="day" /> },
    { key: 'time', head: t('Time'), cell: (row) => <DateTime value={row.createdAt} show="time" /> },
    { key: 'status', phone: 'badge', head: t('Status'), cell: (row) => <StatusBadge status={row.status} /> },
    { key: 'actions', head: t('Actions'), bare: true, cell: actionsOf },
  ];
}

interface FiltersProps {
  list: ListState<PaymentQuery>;
  at: RefObject<HTMLDivElement | null>;
}

function Filters({ list: { query, choose }, at }: FiltersProps) {
  return (
    <div ref={at} className="flex flex-1 gap-3 sm:flex-none">
      <div className="min-w-0 flex-1 sm:w-40">
        <Select
          label={t('Status')}
          quietLabel
          options={statusOptions()}
          value={query.status}
          onValue={(status) => choose({ status: status as PaymentQuery['status'] })}
        />
      </div>
      <div className="min-w-0 flex-1 sm:w-40">
        <Select
          label={t('Rows on a page')}
          quietLabel
          options={sizeOptions()}
          value={String(query.limit)}
          onValue={(limit) => choose({ limit: Number(limit) })}
        />
      </div>
    </div>
  );
}

interface NextStepProps {
  query: PaymentQuery;
  onWiden: ListState<PaymentQuery>['choose'];
}

/** What to do about an empty list. A search without results may have looked in one status only: it stays then. */
function NextStep({ query: { search, status }, onWiden }: NextStepProps) {
  if (status === 'ALL' && search === '') {
    return (
      <a className={buttonClass('primary', 'sm')} href={PATHS.buyToken}>
        <span className="btn-face">{t('Buy your first tokens')}</span>
      </a>
    );
  }
  const canWiden = search !== '' && status !== 'ALL';
  return (
    <Button look="secondary" size="sm" onClick={() => onWiden({ status: 'ALL', search: canWiden ? search : '' })}>
      {canWiden ? t('Search all payments') : t('Show all payments')}
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
  const name = nameOf(row);
  return (
    <span className="-mx-3 inline-flex whitespace-nowrap sm:-mx-1.5">
      <button
        type="button"
        className={`${buttonClass('quiet', 'sm')} max-sm:hidden sm:px-1.5`}
        aria-expanded={isOpen}
        aria-label={t('Details of {name}', { name })}
        onClick={onToggle}
      >
        <span className="btn-face">
          {t('Details')}
          <Icon name={isOpen ? 'up' : 'down'} size={16} className="row-caret" />
        </span>
      </button>
      {row.receipt && (
        <button
          type="button"
          className={`${buttonClass('quiet', 'sm')} sm:px-1.5`}
          aria-label={t('View the payment receipt of {name}', { name })}
          title={t('View Payment Receipt')}
          onClick={onReceipt}
        >
          <span className="btn-face">
            <Icon name="eye" size={20} />
            <span className="sm:hidden">{t('Receipt')}</span>
          </span>
        </button>
      )}
    </span>
  );
}
