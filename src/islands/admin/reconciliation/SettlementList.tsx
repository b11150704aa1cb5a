import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Money } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useClampPage } from '@/islands/useClampPage.ts';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { listSettlements } from '@/lib/reconciliation/settlements/calls.ts';

type Settlement = OutputOf<typeof listSettlements>['records'][number];
const LIMIT = 10;

/** The settlements of payment aggregators, the newest first, with what the bank says about each. */
export function SettlementList() {
  const [page, setPage] = useState(1);
  const fetched = useFetched(listSettlements, { page, limit: LIMIT });
  const { data, error, loading, retry } = fetched;
  const isBeyond = useClampPage(data, page, setPage);
  return (
    <div className="grid gap-4">
      <Table
        caption="Settlements"
        columns={COLUMNS}
        rows={data?.records ?? []}
        rowKey={({ id }) => id}
        rowName={({ reference }) => `settlement ${reference}`}
        missing="--"
        emptyText="No settlement file has been imported yet. Drop one of Razorpay, Cashfree or PayU on this page."
        loading={loading || isBeyond}
        error={error ?? undefined}
        onRetry={retry}
      />
      <Pagination
        page={page}
        lastPage={data?.lastPage ?? 1}
        margins={1}
        onPage={setPage}
        label="Pages of settlements"
      />
    </div>
  );
}

const BADGES: Readonly<Record<Settlement['state'], { readonly tone: string; readonly text: string }>> = {
  CREDITED: { tone: 'success', text: 'Credit found' },
  NOT_FOUND: { tone: 'warning', text: 'Credit not found' },
  DIFFERS: { tone: 'danger', text: 'Credit differs' },
  CONFLICT: { tone: 'danger', text: 'Several credits' },
  USED: { tone: 'danger', text: 'Credit used' },
  CLAIMED: { tone: 'danger', text: 'Claimed by an order' },
  TAKEN_BACK: { tone: 'danger', text: 'Credit taken back' },
  NOTHING_DUE: { tone: 'neutral', text: 'Nothing due' },
};

/** What the admin does about it. */
function adviceOf({ state, bankDate, bankAmount, utr, openPayments }: Settlement): string {
  switch (state) {
    case 'CREDITED':
      return `On ${formatBankDay(bankDate ?? '')}. ${openPayments === 0 ? 'All its payments are decided.' : 'Its payments can be approved.'}`;
    case 'NOT_FOUND':
      return utr === null
        ? 'The file has no UTR yet. Download it again when the settlement is complete.'
        : 'Import the bank statement with this credit.';
    case 'DIFFERS':
      return `The bank has ${formatRupees(bankAmount ?? '0.00')}. Import the whole settlement, or ask the aggregator.`;
    case 'CONFLICT':
      return 'The bank has several rows, or the files several settlements, with this UTR.';
    case 'USED':
      return 'It was marked as not ours, or a purchase was approved with it. Undo that first.';
    case 'CLAIMED':
      return 'A pending order names this UTR as its own payment. Decide that order; if you reject it, import this file again.';
    case 'TAKEN_BACK':
      return 'The bank took the money back. Reverse what was approved.';
    case 'NOTHING_DUE':
      return 'The aggregator kept everything, so no credit comes.';
  }
}

/** 'fee ₹23.60, tax ₹4.25', without what is zero. */
function deductedText({ fee, tax, returned, adjustments }: Settlement): string {
  const parts = [
    ['fee', fee],
    ['tax', tax],
    ['returned', returned],
    ['adjusted', adjustments],
  ] as const;
  const stated = parts.filter(([, amount]) => amount !== '0.00');
  return stated.map(([name, amount]) => `${name} ${formatRupees(amount)}`).join(', ');
}

const COLUMNS: TableColumn<Settlement>[] = [
  {
    key: 'settlement',
    phone: 'title',
    head: 'Settlement',
    cell: ({ provider, reference, utr }) => (
      <span className="grid">
        {provider}
        <span className="text-xs wrap-anywhere text-muted">{reference}</span>
        {utr !== null && <span className="text-xs wrap-anywhere text-muted">UTR {utr}</span>}
      </span>
    ),
  },
  {
    key: 'day',
    phone: 'line',
    head: 'Settled',
    cell: ({ settledOn }) => settledOn && <span className="figure">{formatBankDay(settledOn)}</span>,
  },
  {
    key: 'payments',
    head: 'Payments',
    align: 'end',
    cell: (settlement) => (
      <span className="grid">
        <span>
          {formatQuantity(settlement.payments)}, <Money value={settlement.gross} />
        </span>
        <span className="text-xs text-muted">{deductedText(settlement)}</span>
        <span className="text-xs text-muted">{formatQuantity(settlement.openPayments)} open</span>
      </span>
    ),
  },
  {
    key: 'net',
    phone: 'line',
    head: 'Net',
    align: 'end',
    cell: ({ net }) => <Money value={net} />,
  },
  {
    key: 'bank',
    phone: 'badge',
    head: 'At the bank',
    cell: ({ state }) => (
      <span className="badge whitespace-nowrap" data-tone={BADGES[state].tone}>
        {BADGES[state].text}
      </span>
    ),
  },
  { key: 'advice', head: 'What to do', cell: (settlement) => adviceOf(settlement) },
];
