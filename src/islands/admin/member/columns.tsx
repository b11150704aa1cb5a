import { Button } from '@/islands/ui/Button.tsx';
import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { Hash } from '@/islands/ui/Hash.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import type { AuditRow } from '@/lib/members/audit-contract.ts';
import type { MemberMail } from '@/lib/members/mails-contract.ts';
import type { MemberEntry, MemberPurchase, MemberReferral, MemberSignIn } from '@/lib/members/view-contract.ts';
import { Sentence } from '../audit/Sentence.tsx';
import { purchasePath } from '../requests/view.ts';
import { AccountMarks } from '../users/marks.tsx';

function OrderLink({ orderNumber, status }: Pick<MemberPurchase, 'orderNumber' | 'status'>) {
  return (
    <a className="link member-order" href={purchasePath(orderNumber, status)}>
      {orderNumber}
    </a>
  );
}

export const PURCHASE_COLUMNS: readonly TableColumn<MemberPurchase>[] = [
  { key: 'order', head: 'Order', cell: (it) => <OrderLink {...it} /> },
  { key: 'date', head: 'Date & time', cell: (it) => <DateTime value={it.createdAt} /> },
  { key: 'method', head: 'Method', cell: (it) => it.paymentMethod },
  { key: 'quantity', head: 'Quantity', align: 'end', cell: (it) => <Quantity value={it.totalQuantity} /> },
  { key: 'amount', head: 'Final Amount', align: 'end', cell: (it) => <Money value={it.finalAmount} /> },
  { key: 'status', head: 'Status', cell: (it) => <StatusBadge status={it.status} /> },
];

const ENTRY_WORDS = { PURCHASE: 'Purchase', REWARD: 'Reward', ADJUSTMENT: 'Taken back' } as const;

/** `memberId`: whose page it is; a reward comes from somebody else's purchase. */
export function stockColumns(memberId: string): TableColumn<MemberEntry>[] {
  return [
    {
      key: 'kind',
      head: 'Entry',
      cell: ({ kind, purchase }) => (
        <span className="member-lines">
          <span>
            {ENTRY_WORDS[kind]} {purchase && <OrderLink {...purchase} />}
          </span>
          {purchase && purchase.buyer.id !== memberId && (
            <span className="member-more">
              of <a href={memberPath(purchase.buyer.id)}>{purchase.buyer.name}</a>
            </span>
          )}
        </span>
      ),
    },
    { key: 'date', head: 'Date & time', cell: (it) => <DateTime value={it.createdAt} /> },
    { key: 'quantity', head: 'Quantity', align: 'end', cell: (it) => <Quantity value={it.quantity} /> },
    {
      key: 'hash',
      head: 'Transaction Hash',
      cell: (it) => <Hash value={it.transactionHash} what="transaction hash" />,
    },
  ];
}

export const REFERRAL_COLUMNS: readonly TableColumn<MemberReferral>[] = [
  {
    key: 'name',
    head: 'Member',
    cell: (it) => (
      <span className="member-lines">
        <a className="link member-name" href={memberPath(it.id)} title={it.name}>
          {it.name}
        </a>
        <AccountMarks it={{ role: 'USER', status: it.status, deletionRequestedAt: null }} />
      </span>
    ),
  },
  { key: 'code', head: 'Member ID', cell: (it) => it.referralCode },
  { key: 'date', head: 'Joined', cell: (it) => <DateTime value={it.createdAt} show="iso" /> },
  {
    key: 'verified',
    head: 'Verification',
    cell: (it) =>
      it.isApproved ? (
        <StatusBadge status="success" label="Verified" />
      ) : (
        <StatusBadge status="pending" label="Waiting" />
      ),
  },
  { key: 'reward', head: 'Reward', align: 'end', cell: (it) => <Quantity value={it.reward} /> },
];

export const SIGN_IN_COLUMNS: readonly TableColumn<MemberSignIn>[] = [
  { key: 'started', head: 'Signed in', cell: (it) => <DateTime value={it.startedAt} /> },
  {
    key: 'device',
    head: 'Device',
    cell: (it) =>
      it.device !== null && (
        <span className="member-lines">
          <span>{it.device}</span>
          <span className="member-more member-ip">{it.ip}</span>
        </span>
      ),
  },
  { key: 'area', head: 'Where to', cell: (it) => (it.isAdmin ? 'Administration' : 'Member area') },
  { key: 'seen', head: 'Last seen', cell: (it) => it.seenAt && <DateTime value={it.seenAt} /> },
  {
    key: 'state',
    head: 'State',
    cell: (it) =>
      it.isActive ? <StatusBadge status="success" label="Active" /> : <StatusBadge status="ended" label="Ended" />,
  },
];

function changeText({ label, before, after }: AuditRow['changes'][number]): string {
  return before === null ? `${label}: ${after ?? '--'}` : `${label}: ${before} → ${after ?? '--'}`;
}

/** What the sentence says already, or only a machine reads. */
const UNTOLD: readonly string[] = ['session', 'kind', 'orderNumber'];
const toldOf = (it: AuditRow) => it.changes.filter(({ field }) => !UNTOLD.includes(field));

export const TRAIL_COLUMNS: readonly TableColumn<AuditRow>[] = [
  { key: 'time', head: 'Date & time', cell: (it) => <DateTime value={it.createdAt} /> },
  {
    key: 'what',
    head: 'What happened',
    bare: true,
    cell: (it) => (
      <span className="member-entry">
        <Sentence it={it} />
        {toldOf(it).length > 0 && <span className="member-more">{toldOf(it).map(changeText).join(' · ')}</span>}
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
      head: 'Mail',
      cell: (it) => (
        <span className="member-lines">
          <span>
            {it.title}
            {it.orderNumber && <span className="member-more member-order"> {it.orderNumber}</span>}
          </span>
          {it.resentBy !== null && <span className="member-more">sent again by {it.resentBy}</span>}
          {it.problem !== null && it.state !== 'SENT' && <span className="member-more">{it.problem}</span>}
        </span>
      ),
    },
    { key: 'date', head: 'Date & time', cell: (it) => <DateTime value={it.sentAt ?? it.createdAt} /> },
    { key: 'state', head: 'State', cell: (it) => <StatusBadge {...MAIL_STATES[it.state]} /> },
    {
      key: 'again',
      head: 'Action',
      bare: true,
      cell: (it) => {
        if (onResend === null) return null;
        if (it.resendProblem !== null) return <span className="member-why">{it.resendProblem}</span>;
        return (
          <Button look="secondary" size="sm" aria-label={`Send again: ${it.title}`} onClick={() => onResend(it)}>
            Send again
          </Button>
        );
      },
    },
  ];
}
