import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type PageRequest, serialNumber } from '@/lib/core/page.ts';
import { memberPath } from '@/lib/core/paths.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { FlagMark } from './Flags.tsx';
import { HistoryActions } from './HistoryActions.tsx';
import { SecondMark } from './SecondNote.tsx';

type Column = TableColumn<AdminTransaction>;

/** What both tables begin with, to the letter of the spec. */
function common(page: PageRequest): Column[] {
  return [
    { key: 'serial', head: 'Sl.No', cell: (_, index) => serialNumber(page, index) },
    { key: 'member', head: 'User ID', cell: (it) => it.user.referralCode },
    {
      key: 'name',
      head: 'name',
      cell: (it) => (
        <span className="cell-person">
          <a className="cell-name" href={memberPath(it.user.id)} title={it.user.name}>
            {it.user.name}
          </a>
          <FlagMark purchase={it} />
          {it.status === 'PENDING' && <SecondMark purchase={it} />}
        </span>
      ),
    },
    { key: 'mobile', head: 'Mobile', cell: (it) => <span className="figure">{it.user.mobile}</span> },
    { key: 'method', head: 'Method', cell: (it) => it.paymentMethod },
    { key: 'price', head: 'Price', align: 'end', cell: (it) => <Money value={it.price} /> },
    { key: 'quantity', head: 'Quantity', align: 'end', cell: (it) => <Quantity value={it.totalQuantity} /> },
    { key: 'final', head: 'Final Amount', align: 'end', cell: (it) => <Money value={it.finalAmount} /> },
  ];
}

const date: Column = { key: 'date', head: 'Date', cell: (it) => <DateTime value={it.createdAt} show="iso" /> };

export function requestColumns(page: PageRequest): Column[] {
  return [...common(page), { key: 'status', head: 'Status', cell: (it) => <StatusBadge status={it.status} /> }, date];
}

/** `onReverse`: an approval is to be taken back. */
export function historyColumns(page: PageRequest, onReverse: (purchase: AdminTransaction) => void): Column[] {
  return [
    ...common(page),
    {
      key: 'transaction',
      head: 'Txn No.',
      cell: (it) => <span className="cell-reference">{it.referenceNumber ?? it.transactionId ?? '--'}</span>,
    },
    {
      key: 'status',
      head: 'Status',
      cell: (it) => (
        <span className="cell-status">
          <StatusBadge status={it.status} />
          <SecondMark purchase={it} />
          {it.status === 'APPROVED' && <HistoryActions purchase={it} onReverse={() => onReverse(it)} />}
          {(it.rejectReason ?? it.reversalReason) && (
            <span className="cell-note">{it.rejectReason ?? it.reversalReason}</span>
          )}
        </span>
      ),
    },
    {
      key: 'receipt',
      head: 'Receipt',
      cell: (it) =>
        it.receipt && (
          <a className="link" href={it.receipt.url} target="_blank" rel="noreferrer">
            View<span className="sr-only"> receipt of {it.orderNumber} in a new tab</span>
          </a>
        ),
    },
    date,
  ];
}
