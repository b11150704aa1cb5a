import { Button } from '@/islands/ui/Button.tsx';
import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { Hash } from '@/islands/ui/Hash.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import type { AuditRow } from '@/lib/audit-log/contract.ts';
import { memberPath } from '@/lib/core/paths.ts';
import type { MemberEntry, MemberPurchase, MemberReferral, MemberSignIn } from '@/lib/members/detail/contract.ts';
import type { MemberMail } from '@/lib/members/mails/contract.ts';
import { Sentence } from '../../audit-log/Sentence.tsx';
import { BankMark } from '../../purchases/Marks.tsx';
import { purchasePath } from '../../purchases/purchaseQuery.ts';
import { AccountMarks } from '../marks.tsx';

const LINES = 'inline-grid min-w-0 justify-items-start gap-0.5';

function OrderLink({ orderNumber, status }: Pick<MemberPurchase, 'orderNumber' | 'status'>) {
  return (
    <a className="link whitespace-nowrap" href={purchasePath(orderNumber, status)}>
      {orderNumber}
    </a>
  );
}

export const PURCHASE_COLUMNS: readonly TableColumn<MemberPurchase>[] = [
  { key: 'order', phone: 'line', head: 'Order', cell: (row) => <OrderLink {...row} /> },
  { key: 'date', phone: 'line', head: 'Date & time', cell: (row) => <DateTime value={row.createdAt} /> },
  { key: 'method', phone: 'line', head: 'Method', cell: (row) => row.paymentMethod },
  {
    key: 'quantity',
    phone: 'line',
    head: 'Quantity',
    align: 'end',
    cell: (row) => <Quantity value={row.totalQuantity} />,
  },
  {
    key: 'amount',
    phone: 'title',
    head: 'Final Amount',
    align: 'end',
    cell: (row) => <Money value={row.finalAmount} />,
  },
  {
    key: 'status',
    phone: 'badge',
    head: 'Status',
    cell: (row) => (
      <span className={LINES}>
        <StatusBadge status={row.status} />
        <BankMark purchase={row} />
      </span>
    ),
  },
];

const ENTRY_LABELS = { PURCHASE: 'Purchase', REWARD: 'Reward', ADJUSTMENT: 'Taken back' } as const;

/** `memberId`: whose page it is; a reward comes from somebody else's purchase. */
export function stockColumns(memberId: string): TableColumn<MemberEntry>[] {
  return [
    {
      key: 'kind',
      phone: 'title',
      head: 'Entry',
      cell: ({ kind, purchase }) => (
        <span className={LINES}>
          <span>
            {ENTRY_LABELS[kind]} {purchase && <OrderLink {...purchase} />}
          </span>
          {purchase && purchase.buyer.id !== memberId && (
            <span className="text-xs text-muted">
              of <a href={memberPath(purchase.buyer.id)}>{purchase.buyer.name}</a>
            </span>
          )}
        </span>
      ),
    },
    { key: 'date', phone: 'line', head: 'Date & time', cell: (row) => <DateTime value={row.createdAt} /> },
    {
      key: 'quantity',
      phone: 'line',
      head: 'Quantity',
      align: 'end',
      cell: (row) => <Quantity value={row.quantity} />,
    },
    {
      key: 'hash',
      head: 'Transaction Hash',
      cell: (row) => <Hash value={row.transactionHash} what="transaction hash" />,
    },
  ];
}

export const REFERRAL_COLUMNS: readonly TableColumn<MemberReferral>[] = [
  {
    key: 'name',
    phone: 'title',
    head: 'Member',
    cell: (row) => (
      <span className={LINES}>
        <a className="link max-w-50 truncate" href={memberPath(row.id)} title={row.name}>
          {row.name}
        </a>
        <AccountMarks member={{ role: 'USER', status: row.status, deletionRequestedAt: null }} />
      </span>
    ),
  },
  { key: 'code', phone: 'line', head: 'Member ID', cell: (row) => row.referralCode },
  { key: 'date', phone: 'line', head: 'Joined', cell: (row) => <DateTime value={row.createdAt} show="iso" /> },
  {
    key: 'verified',
    phone: 'badge',
    head: 'Verification',
    cell: (row) =>
      row.isApproved ? (
        <StatusBadge status="success" label="Verified" />
      ) : (
        <StatusBadge status="pending" label="Waiting" />
      ),
  },
  { key: 'reward', head: 'Reward', align: 'end', cell: (row) => <Quantity value={row.reward} /> },
];

export const SIGN_IN_COLUMNS: readonly TableColumn<MemberSignIn>[] = [
  { key: 'started', phone: 'title', head: 'Signed in', cell: (row) => <DateTime value={row.startedAt} /> },
  {
    key: 'device',
    phone: 'line',
    head: 'Device',
    cell: (row) =>
      row.device !== null && (
        <span className={LINES}>
          <span>{row.device}</span>
          <span className="max-w-50 truncate text-xs text-muted">{row.ip}</span>
        </span>
      ),
  },
  { key: 'area', head: 'Where to', cell: (row) => (row.isAdmin ? 'Administration' : 'Member area') },
  { key: 'seen', head: 'Last seen', cell: (row) => row.seenAt && <DateTime value={row.seenAt} /> },
  {
    key: 'state',
    phone: 'badge',
    head: 'State',
    cell: (row) =>
      row.isActive ? <StatusBadge status="success" label="Active" /> : <StatusBadge status="ended" label="Ended" />,
  },
];

function changeText({ label, before, after }: AuditRow['changes'][number]): string {
  return before === null ? `${label}: ${after ?? '--'}` : `${label}: ${before} → ${after ?? '--'}`;
}

/** Fields that the sentence says already, or that only a machine reads. */
const HIDDEN_FIELDS: readonly string[] = ['session', 'kind', 'orderNumber'];
const shownChanges = (row: AuditRow) => row.changes.filter(({ field }) => !HIDDEN_FIELDS.includes(field));

export const TRAIL_COLUMNS: readonly TableColumn<AuditRow>[] = [
  { key: 'time', phone: 'line', head: 'Date & time', cell: (row) => <DateTime value={row.createdAt} /> },
  {
    key: 'what',
    phone: 'title',
    head: 'What happened',
    bare: true,
    cell: (row) => (
      <span className="grid min-w-0 gap-0.5 text-start wrap-anywhere">
        <Sentence entry={row} />
        {shownChanges(row).length > 0 && (
          <span className="text-xs text-muted">{shownChanges(row).map(changeText).join(' · ')}</span>
        )}
      </span>
    ),
  },
];

const MAIL_STATES = {
  WAITING: { status: 'pending', label: 'Waiting' },
  SENT: { status: 'success', label: 'Sent' },
  DISCARDED: { status: 'neutral', label: 'Out of time' },
  FAILED: { status: 'failed', label: 'Failed' },
} as const;

/** @param onResend null where the account is erased */
export function mailColumns(onResend: ((mail: MemberMail) => void) | null): TableColumn<MemberMail>[] {
  return [
    {
      key: 'title',
      phone: 'title',
      head: 'Mail',
      cell: (row) => (
        <span className={LINES}>
          <span>
            {row.title}
            {row.orderNumber && <span className="text-xs whitespace-nowrap text-muted"> {row.orderNumber}</span>}
          </span>
          {row.resentBy !== null && <span className="text-xs text-muted">sent again by {row.resentBy}</span>}
          {row.problem !== null && row.state !== 'SENT' && <span className="text-xs text-muted">{row.problem}</span>}
        </span>
      ),
    },
    {
      key: 'date',
      phone: 'line',
      head: 'Date & time',
      cell: (row) => <DateTime value={row.sentAt ?? row.createdAt} />,
    },
    { key: 'state', phone: 'badge', head: 'State', cell: (row) => <StatusBadge {...MAIL_STATES[row.state]} /> },
    {
      key: 'again',
      head: 'Action',
      bare: true,
      cell: (row) => {
        if (onResend === null) return null;
        if (row.resendProblem !== null)
          return <span className="inline-block text-xs text-muted sm:max-w-50">{row.resendProblem}</span>;
        return (
          <Button look="secondary" size="sm" aria-label={`Send again: ${row.title}`} onClick={() => onResend(row)}>
            Send again
          </Button>
        );
      },
    },
  ];
}
