import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { formatDay } from '@/lib/core/format.ts';
import { type PageRequest, serialNumber } from '@/lib/core/page.ts';
import type { MemberRow } from '@/lib/members/contract.ts';

/** What is out of the ordinary with an account; nothing where nothing is. */
export function AccountMarks({ it }: { it: Pick<MemberRow, 'role' | 'status' | 'deletionRequestedAt'> }) {
  const asked = it.deletionRequestedAt;
  if (it.role === 'USER' && it.status === 'ACTIVE' && asked === null) return null;
  return (
    <span className="marks">
      {it.role === 'ADMIN' && <span className="mark">Admin</span>}
      {it.status === 'BLOCKED' && (
        <span className="mark" data-tone="danger">
          Blocked
        </span>
      )}
      {it.status === 'INACTIVE' && <span className="mark">Inactive</span>}
      {asked !== null && (
        <span className="mark" data-tone="warning" title={`Asked on ${formatDay(asked)}`}>
          Deletion requested
        </span>
      )}
    </span>
  );
}

export interface RowActions {
  readonly onApprove: (member: MemberRow) => void;
  readonly onEdit: (member: MemberRow) => void;
  readonly onDelete: (member: MemberRow) => void;
  /** Of the admin who looks: nobody deletes the own account. */
  readonly ownId: string;
}

/** To the letter of the spec. */
export function userColumns(page: PageRequest, actions: RowActions): TableColumn<MemberRow>[] {
  return [
    { key: 'serial', head: 'Sl.No', cell: (_, index) => serialNumber(page, index) },
    {
      key: 'name',
      head: 'Name',
      cell: (it) => (
        <span className="user-name">
          <span className="user-title" title={it.name}>
            {it.name}
          </span>
          <AccountMarks it={it} />
        </span>
      ),
    },
    {
      key: 'email',
      head: 'Email',
      cell: (it) => (
        <span className="user-email" title={it.email}>
          {it.email}
        </span>
      ),
    },
    { key: 'mobile', head: 'Mobile', cell: (it) => <span className="figure">{it.mobile}</span> },
    { key: 'code', head: 'Referral Code', cell: (it) => it.referralCode },
    { key: 'date', head: 'Date', cell: (it) => <DateTime value={it.createdAt} show="iso" /> },
    {
      key: 'approval',
      head: 'Approval',
      cell: (it) =>
        it.isApproved ? (
          <StatusBadge status="success" label="Verified" />
        ) : (
          <Button look="secondary" size="sm" onClick={() => actions.onApprove(it)}>
            Waiting<span className="sr-only">: verify {it.name}</span>
          </Button>
        ),
    },
    {
      key: 'action',
      head: 'Action',
      bare: true,
      cell: (it) => {
        const isOwn = it.id === actions.ownId;
        return (
          <span className="user-actions">
            <IconButton icon="edit" label={`Edit ${it.name}`} onClick={() => actions.onEdit(it)} />
            <IconButton
              icon="delete"
              look="danger"
              label={isOwn ? 'You cannot delete your own account' : `Delete ${it.name}`}
              disabled={isOwn}
              onClick={() => actions.onDelete(it)}
            />
          </span>
        );
      },
    },
  ];
}
