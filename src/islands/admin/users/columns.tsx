import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type PageRequest, serialNumber } from '@/lib/core/page.ts';
import { memberPath } from '@/lib/core/paths.ts';
import type { MemberRow } from '@/lib/members/contract.ts';
import { AccountMarks } from './marks.tsx';

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
          <a className="user-title" href={memberPath(it.id)} title={it.name}>
            {it.name}
          </a>
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
