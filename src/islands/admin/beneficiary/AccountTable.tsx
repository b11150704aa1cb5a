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
      head: 'Bank',
      cell: (it) => (
        <span className="account-bank">
          <strong>{it.bankName}</strong>
          <span>{it.branch}</span>
        </span>
      ),
    },
    {
      key: 'account',
      head: 'Account',
      cell: (it) => (
        <span className="account-bank">
          <Digits value={it.accountNumber} />
          <span>{it.ifscCode}</span>
        </span>
      ),
    },
    { key: 'upi', head: 'UPI ID', cell: (it) => (it.upi === '' ? null : <Upi value={it.upi} />) },
    {
      key: 'status',
      head: 'Status',
      cell: (it) =>
        it.isPrimary ? (
          <StatusBadge status="PRIMARY" tone="success" />
        ) : (
          <StatusBadge status={it.isActive ? 'ACTIVE' : 'INACTIVE'} />
        ),
    },
    { key: 'actions', head: 'Action', bare: true, align: 'end', cell: (it) => <Actions account={it} onAct={onAct} /> },
  ];
  return (
    <Table
      caption="All accounts"
      columns={columns}
      rows={accounts}
      rowKey={(it) => it.id}
      emptyText="No account yet."
      missing="--"
    />
  );
}

function Actions({ account, onAct }: { account: AccountView; onAct: AccountTableProps['onAct'] }) {
  const name = accountName(account);
  const act = (what: AccountAct) => () => onAct(what, account);
  return (
    <div className="account-actions">
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
      <span className="account-icons">
        <IconButton icon="edit" label={`Edit: ${name}`} onClick={act('edit')} />
        <IconButton icon="delete" look="danger" label={`Delete: ${name}`} onClick={act('delete')} />
      </span>
    </div>
  );
}
