import { AddressChanged } from '@/islands/admin/AddressChanged.tsx';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime, Money } from '@/islands/ui/Figures.tsx';
import { Menu } from '@/islands/ui/Menu.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import type { RefundState } from '@/lib/refunds/calls.ts';
import type { Refundable, RefundForAdmin } from '@/lib/refunds/contract.ts';
import { CAUSE_LABELS, canChange, STATE_LABELS } from '@/lib/refunds/labels.rules.ts';
import type { OpenRefund, RefundAct } from './RefundDialog.tsx';

const TONES: Readonly<Record<RefundState, Tone>> = {
  WAITING_FOR_ACCOUNT: 'neutral',
  WAITING_FOR_APPROVAL: 'warning',
  APPROVED: 'warning',
  EXPORTED: 'warning',
  PAID: 'success',
  CANCELLED: 'neutral',
};

const LINK = 'font-medium underline-offset-3 hover:underline';

export function refundColumns(onOpen: (open: OpenRefund) => void): TableColumn<RefundForAdmin>[] {
  return [
    { key: 'number', phone: 'line', head: 'Refund', cell: ({ number }) => <span className="figure">{number}</span> },
    {
      key: 'member',
      phone: 'title',
      head: 'Member',
      cell: ({ userId, memberName, addressChanged }) => (
        <span className="grid gap-0.5">
          <a className={LINK} href={memberPath(userId)}>
            {memberName}
          </a>
          <AddressChanged change={addressChanged} />
        </span>
      ),
    },
    { key: 'amount', phone: 'line', head: 'Amount', align: 'end', cell: ({ amount }) => <Money value={amount} /> },
    { key: 'state', phone: 'badge', head: 'State', cell: ({ state }) => <RefundBadge state={state} /> },
    {
      key: 'order',
      head: 'Order',
      cell: ({ orderNumber, cause }) => (
        <span className="grid gap-0.5">
          <span className="figure">{orderNumber}</span>
          <span className="text-sm text-muted">{CAUSE_LABELS[cause]}</span>
        </span>
      ),
    },
    { key: 'payout', head: 'Payout', cell: (refund) => <Payout refund={refund} /> },
    { key: 'created', head: 'Created', cell: (refund) => <Created refund={refund} /> },
    {
      key: 'action',
      phone: 'actions',
      head: 'Action',
      bare: true,
      cell: (refund) =>
        canApprove(refund) && (
          <Button size="sm" onClick={() => onOpen({ act: 'approve', refund })}>
            Approve<span className="sr-only"> {refund.number}</span>
          </Button>
        ),
    },
    {
      key: 'more',
      head: <span className="sr-only">More</span>,
      bare: true,
      align: 'end',
      cell: (refund) => <More refund={refund} onAct={(act) => onOpen({ act, refund })} />,
    },
  ];
}

const canApprove = ({ state, isOwn, firstApproval }: RefundForAdmin): boolean =>
  state === 'WAITING_FOR_APPROVAL' && !isOwn && firstApproval?.isMine !== true;

export function RefundBadge({ state }: { state: RefundState }) {
  return <StatusBadge status={state} label={STATE_LABELS[state]} tone={TONES[state]} />;
}

/** The first of two admins, and the one that it waits for. */
const waitsText = ({ by, isMine }: { by: string; isMine: boolean }, did: string): string =>
  `${isMine ? 'You' : by} ${did}. It waits for ${isMine ? 'another' : 'a second'} admin.`;

/** To which account, under which reference, and how far it is. */
function Payout({ refund }: { refund: RefundForAdmin }) {
  const { payee, firstApproval, request, reference, paidOn, exports, lateReference } = refund;
  const notes = [
    firstApproval && waitsText(firstApproval, 'approved it first'),
    request && waitsText(request, request.act === 'reopen' ? 'asked to reopen it' : 'asked to export it again'),
    paidOn === null && exports > 0 && `Exported ${exports === 1 ? 'once' : `${exports} times`}`,
    lateReference !== null && `${lateReference} was paid as well. Please check with the bank.`,
  ];
  return (
    <span className="grid gap-0.5">
      {payee}
      <span className="figure text-sm text-muted">{reference}</span>
      {paidOn !== null && (
        <span className="text-sm text-muted">
          Paid on <span className="figure">{paidOn}</span>
        </span>
      )}
      {notes.map(
        (note) =>
          note && (
            <span key={note} className="text-sm text-muted">
              {note}
            </span>
          ),
      )}
    </span>
  );
}

function Created({ refund: { createdAt, createdBy, createdByMe } }: { refund: RefundForAdmin }) {
  return (
    <span className="grid gap-0.5">
      <DateTime value={createdAt} show="iso" />
      <span className="text-sm text-muted">{createdByMe ? 'by you' : `by ${createdBy}`}</span>
    </span>
  );
}

/** What is seldom done to a refund. */
function More({ refund, onAct }: { refund: RefundForAdmin; onAct: (act: RefundAct) => void }) {
  const { state, payee, number } = refund;
  const acts: readonly (readonly [RefundAct, string])[] = [
    ...(payee === null ? [] : ([['show', 'Show account']] as const)),
    ...(state === 'EXPORTED' ? ([['again', 'Export again']] as const) : []),
    ...(state === 'APPROVED' || state === 'EXPORTED' ? ([['pay', 'Mark as paid']] as const) : []),
    ...(state === 'EXPORTED' || state === 'PAID' ? ([['reopen', 'Payout came back']] as const) : []),
    ...(canChange(state)
      ? ([
          ['ask', 'Ask for the account again'],
          ['cancel', 'Cancel refund'],
        ] as const)
      : []),
  ];
  if (acts.length === 0) return <span aria-hidden="true" />;
  return (
    <Menu label={`More for ${number}`}>
      {(close) =>
        acts.map(([act, label]) => (
          <Button
            key={act}
            look="quiet"
            size="sm"
            full
            onClick={() => {
              close();
              onAct(act);
            }}
          >
            {label}
          </Button>
        ))
      }
    </Menu>
  );
}

export function dueColumns(onOpen: (open: OpenRefund) => void): TableColumn<Refundable>[] {
  return [
    { key: 'order', phone: 'line', head: 'Order', cell: ({ orderNumber }) => orderNumber },
    { key: 'member', phone: 'title', head: 'Member', cell: ({ memberName }) => memberName },
    { key: 'cause', phone: 'badge', head: 'Why', cell: ({ cause }) => CAUSE_LABELS[cause] },
    { key: 'received', head: 'Received', align: 'end', cell: ({ received }) => <Money value={received} /> },
    {
      key: 'available',
      phone: 'line',
      head: 'To pay back',
      align: 'end',
      cell: ({ available }) => <Money value={available} />,
    },
    { key: 'since', head: 'Since', cell: ({ since }) => <DateTime value={since} show="iso" /> },
    {
      key: 'action',
      phone: 'actions',
      head: 'Action',
      bare: true,
      cell: (purchase) => (
        <Button size="sm" onClick={() => onOpen({ act: 'add', purchase })}>
          Refund<span className="sr-only"> {purchase.orderNumber}</span>
        </Button>
      ),
    },
  ];
}
