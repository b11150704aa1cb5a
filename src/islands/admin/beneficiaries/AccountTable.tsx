import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import type { AccountView } from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import { Digits, Upi } from './ChangeList.tsx';

export type AccountAct = 'edit' | 'primary' | 'activate' | 'deactivate' | 'delete';

export interface AccountTableProps {
  accounts: readonly AccountView[];
  onAct: (act: AccountAct, account: AccountView) => void;
}

/** Every account, the primary first, the inactive last. */
export function AccountTable({ accounts, onAct }: AccountTableProps) {
  const columns: readonly TableColumn<AccountView>[] = [
    {
      key: 'bank',
      phone: 'title',
      head: 'Bank',
      cell: (account) => (
        <span className="inline-grid gap-0.5">
          <strong className="font-medium">{account.bankName}</strong>
          <span className="text-xs text-muted">{account.branch}</span>
        </span>
      ),
    },
    {
      key: 'account',
      phone: 'line',
      head: 'Account',
      cell: (account) => (
        <span className="inline-grid gap-0.5">
          <Digits value={account.accountNumber} />
          <span className="text-xs text-muted">{account.ifscCode}</span>
        </span>
      ),
    },
    { key: 'upi', head: 'UPI ID', cell: (account) => (account.upi === '' ? null : <Upi value={account.upi} />) },
    {
      key: 'status',
      phone: 'badge',
      head: 'Status',
      cell: (account) =>
        account.isPrimary ? (
          <StatusBadge status="PRIMARY" tone="success" />
        ) : (
          <StatusBadge status={account.isActive ? 'ACTIVE' : 'INACTIVE'} />
        ),
    },
    {
      key: 'actions',
      head: 'Action',
      bare: true,
      align: 'end',
      cell: (account) => <Actions account={account} onAct={onAct} />,
    },
  ];
  return (
    <Table
      caption="All accounts"
      columns={columns}
      rows={accounts}
      rowKey={(account) => account.id}
      rowName={accountName}
      emptyText="No account yet."
      missing="--"
    />
  );
}

function Actions({ account, onAct }: { account: AccountView; onAct: AccountTableProps['onAct'] }) {
  const name = accountName(account);
  const act = (what: AccountAct) => () => onAct(what, account);
  return (
    <div className="inline-flex flex-wrap items-center justify-end gap-0.5 max-sm:[&>.btn]:px-2 sm:flex-nowrap sm:gap-1 sm:[&>.btn]:min-h-8 sm:[&>.btn]:px-2.5 sm:[&>.btn]:py-1 sm:[&>.btn]:whitespace-nowrap">
      {account.isActive && !account.isPrimary && (
        <Button look="secondary" size="sm" aria-label={`Make primary: ${name}`} onClick={act('primary')}>
          Make primary
        </Button>
      )}
      {account.isActive && !account.isPrimary && (
        <Button look="quiet" size="sm" aria-label={`Deactivate: ${name}`} onClick={act('deactivate')}>
          Deactivate
        </Button>
      )}
      {!account.isActive && (
        <Button look="secondary" size="sm" aria-label={`Activate: ${name}`} onClick={act('activate')}>
          Activate
        </Button>
      )}
      <span className="inline-flex gap-1 sm:[&>.btn-icon]:size-8">
        <IconButton icon="edit" label={`Edit: ${name}`} onClick={act('edit')} />
        <IconButton icon="delete" look="danger" label={`Delete: ${name}`} onClick={act('delete')} />
      </span>
    </div>
  );
}
