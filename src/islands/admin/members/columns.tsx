import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type PageRequest, serialNumber } from '@/lib/core/pagination.ts';
import { memberPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
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
      phone: 'title',
      head: 'Name',
      cell: (member) => (
        <span className="inline-grid min-w-0 grid-cols-[minmax(0,auto)] justify-items-start gap-1 min-[1240px]:w-max min-[1240px]:max-w-[150px] min-[1440px]:max-w-60">
          <a
            className="max-w-full font-medium underline-offset-3 hover:underline min-[1240px]:block min-[1240px]:truncate"
            href={memberPath(member.id)}
            title={member.name}
          >
            {member.name}
          </a>
          <AccountMarks member={member} />
        </span>
      ),
    },
    {
      key: 'email',
      head: 'Email',
      cell: (member) => (
        <span
          className="min-[1240px]:block min-[1240px]:max-w-50 min-[1240px]:truncate min-[1440px]:max-w-60"
          title={member.email}
        >
          {member.email}
        </span>
      ),
    },
    {
      key: 'mobile',
      phone: 'line',
      head: 'Mobile',
      cell: (member) => <span className="figure">{spacedMobile(member.mobile)}</span>,
    },
    { key: 'code', head: 'Referral Code', cell: (member) => member.referralCode },
    { key: 'date', phone: 'line', head: 'Date', cell: (member) => <DateTime value={member.createdAt} show="iso" /> },
    approvalColumn(actions),
    actionColumn(actions),
  ];
}

function approvalColumn(actions: RowActions): TableColumn<MemberRow> {
  return {
    key: 'approval',
    phone: 'badge',
    head: 'Approval',
    cell: (member) =>
      member.isApproved ? (
        <StatusBadge status="success" label="Verified" />
      ) : (
        <Button look="secondary" size="sm" onClick={() => actions.onApprove(member)}>
          Waiting<span className="sr-only">: verify {member.name}</span>
        </Button>
      ),
  };
}

function actionColumn(actions: RowActions): TableColumn<MemberRow> {
  return {
    key: 'action',
    phone: 'details',
    head: 'Action',
    bare: true,
    cell: (member) => {
      const isOwn = member.id === actions.ownId;
      return (
        <span className="inline-flex gap-0.5 min-[1240px]:[&>.btn-icon]:size-9">
          <IconButton icon="edit" label={`Edit ${member.name}`} onClick={() => actions.onEdit(member)} />
          <IconButton
            icon="delete"
            look="danger"
            label={isOwn ? 'You cannot delete your own account' : `Delete ${member.name}`}
            disabled={isOwn}
            onClick={() => actions.onDelete(member)}
          />
        </span>
      );
    },
  };
}
