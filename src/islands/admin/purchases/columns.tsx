import { RequestThreadButton } from '@/islands/messages/RequestThreadButton.tsx';
import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type PageRequest, serialNumber } from '@/lib/core/pagination.ts';
import { memberPath, refundsPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { HistoryActions } from './HistoryActions.tsx';
import { BankMark, CELL_NOTE, FlagMark, FourEyesMark, hasBankMark, hasFlagMark, hasFourEyesMark } from './Marks.tsx';

type Column = TableColumn<AdminTransaction>;

const STACKED = 'inline-grid justify-items-start gap-1';
/** Two lines, and one where the columns have all the room they want. */
const NAME =
  'hover:underline hover:underline-offset-[3px] wide:max-w-[108px] wide:overflow-hidden wide:text-ellipsis wide:max-[1500px]:line-clamp-2 wide:max-[1500px]:whitespace-normal min-[1500px]:block min-[1500px]:w-max';
/** Twelve digits, as most have, are not broken. */
const REFERENCE =
  'wrap-anywhere tabular-nums wide:block wide:max-w-[106px] wide:min-w-[12.6ch] min-[1500px]:max-w-[180px] min-[1500px]:min-w-0 min-[1500px]:overflow-hidden min-[1500px]:text-ellipsis';

/** What both tables begin with, to the letter of the spec. */
function common(page: PageRequest): Column[] {
  return [
    { key: 'serial', head: 'Sl.No', cell: (_, index) => serialNumber(page, index) },
    { key: 'member', head: 'User ID', cell: (it) => it.user.referralCode },
    {
      key: 'name',
      phone: 'line',
      head: 'name',
      cell: (purchase) => (
        <span className={STACKED}>
          <a className={NAME} href={memberPath(purchase.user.id)} title={purchase.user.name}>
            {purchase.user.name}
          </a>
          {purchase.status !== 'PENDING' && (
            <>
              <FlagMark purchase={purchase} />
              <span className="wide:hidden">
                <BankMark purchase={purchase} />
              </span>
            </>
          )}
        </span>
      ),
    },
    { key: 'mobile', head: 'Mobile', cell: (it) => <span className="figure">{spacedMobile(it.user.mobile)}</span> },
    { key: 'method', phone: 'line', head: 'Method', cell: (it) => it.paymentMethod },
    { key: 'price', head: 'Price', align: 'end', cell: (it) => <Money value={it.price} /> },
    { key: 'quantity', head: 'Quantity', align: 'end', cell: (it) => <Quantity value={it.totalQuantity} /> },
    {
      key: 'final',
      phone: 'title',
      head: 'Final Amount',
      align: 'end',
      cell: (it) => <Money value={it.finalAmount} />,
    },
  ];
}

/** Whether the column of flags has anything to say. */
function hasFlags(purchase: AdminTransaction): boolean {
  return hasBankMark(purchase) || hasFlagMark(purchase) || hasFourEyesMark(purchase);
}

const date: Column = {
  key: 'date',
  phone: 'line',
  head: 'Date',
  cell: (it) => <DateTime value={it.createdAt} show="iso" />,
};

export function requestColumns(page: PageRequest): Column[] {
  return [
    ...common(page),
    {
      key: 'flags',
      head: 'Flags',
      phone: 'badge',
      cell: (purchase) =>
        hasFlags(purchase) && (
          <span className={STACKED}>
            <FlagMark purchase={purchase} />
            <BankMark purchase={purchase} />
            <FourEyesMark purchase={purchase} />
          </span>
        ),
    },
    { key: 'status', head: 'Status', cell: (it) => <StatusBadge status={it.status} /> },
    date,
  ];
}

/** `onReverse`: an approval is to be taken back. */
export function historyColumns(page: PageRequest, onReverse: (purchase: AdminTransaction) => void): Column[] {
  return [
    ...common(page),
    {
      key: 'transaction',
      head: 'Txn No.',
      cell: (purchase) => (
        <span className={`${STACKED} max-wide:justify-items-end`}>
          <span className={REFERENCE}>{purchase.referenceNumber ?? purchase.transactionId ?? '--'}</span>
          <span className="max-wide:hidden">
            <BankMark purchase={purchase} />
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      cell: (purchase) => (
        <span className={STACKED}>
          <span className="inline-flex items-center gap-0.5">
            <StatusBadge status={purchase.status} />
            {purchase.status === 'APPROVED' && (
              <HistoryActions purchase={purchase} onReverse={() => onReverse(purchase)} />
            )}
          </span>
          {purchase.messageCount > 0 && <RequestThreadButton purchase={purchase} />}
          <FourEyesMark purchase={purchase} />
          {(purchase.rejectReason ?? purchase.reversalReason) && (
            <span className={CELL_NOTE}>{purchase.rejectReason ?? purchase.reversalReason}</span>
          )}
          {purchase.status === 'REVERSED' && (
            <a className="link text-sm" href={refundsPath(purchase.orderNumber)}>
              Refund<span className="sr-only"> of {purchase.orderNumber}</span>
            </a>
          )}
        </span>
      ),
    },
    {
      key: 'receipt',
      head: 'Receipt',
      cell: (purchase) =>
        purchase.receipt && (
          <a className="link" href={purchase.receipt.url} target="_blank" rel="noreferrer">
            View<span className="sr-only"> receipt of {purchase.orderNumber} in a new tab</span>
          </a>
        ),
    },
    date,
  ];
}
