import { useState } from 'react';
import { AddressChanged } from '@/islands/admin/AddressChanged.tsx';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import { memberPath } from '@/lib/core/paths.ts';
import { listLaunchHolders } from '@/lib/launch/calls.ts';
import type { Launch, LaunchHolder } from '@/lib/launch/contract.ts';

type Show = 'missing' | 'shared';
const ROWS = 10;

interface HolderListProps {
  launch: Launch;
  onChange: (holder: LaunchHolder) => void;
}

/** Holders without a wallet address, and those who share one. */
export function HolderList({ launch, onChange }: HolderListProps) {
  const [show, setShow] = useState<Show>('missing');
  const panel = <Holders key={show} show={show} canChange={launch.state === 'FROZEN'} onChange={onChange} />;
  return (
    <section className="card grid gap-4" aria-label="Holders">
      <h2 className="card-title">Holders</h2>
      <Tabs
        label="Holders"
        selected={show}
        onSelect={setShow}
        items={[
          { id: 'missing', label: 'Without address', panel: show === 'missing' && panel },
          { id: 'shared', label: 'Shared address', panel: show === 'shared' && panel },
        ]}
      />
    </section>
  );
}

function columnsFor(
  show: Show,
  canChange: boolean,
  onChange: HolderListProps['onChange'],
): TableColumn<LaunchHolder>[] {
  const columns: (TableColumn<LaunchHolder> | false)[] = [
    {
      key: 'name',
      phone: 'title',
      head: 'Member',
      cell: ({ id, name, addressChanged }) => (
        <span className="grid gap-0.5">
          <a className="font-medium underline-offset-3 hover:underline" href={memberPath(id)}>
            {name}
          </a>
          <AddressChanged change={addressChanged} />
        </span>
      ),
    },
    {
      key: 'memberId',
      phone: 'line',
      head: 'Member ID',
      cell: ({ memberId }) => <span className="figure">{memberId}</span>,
    },
    { key: 'quantity', phone: 'line', head: 'Tokens', align: 'end', cell: ({ quantity }) => formatQuantity(quantity) },
    { key: 'share', head: 'Share', align: 'end', cell: ({ sharePercent }) => `${sharePercent}%` },
    { key: 'email', head: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    show === 'shared' && {
      key: 'address',
      head: 'Wallet address',
      cell: ({ walletAddress }) => <span className="figure wrap-anywhere">{walletAddress}</span>,
    },
    canChange && {
      key: 'action',
      phone: 'actions',
      head: 'Action',
      bare: true,
      cell: (holder) => (
        <Button look="secondary" size="sm" onClick={() => onChange(holder)}>
          Change address
        </Button>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

function Holders({
  show,
  canChange,
  onChange,
}: { show: Show; canChange: boolean } & Pick<HolderListProps, 'onChange'>) {
  const [page, setPage] = useState(1);
  const { data, error, loading, retry } = useFetched(listLaunchHolders, { show, page, limit: ROWS });
  return (
    <div className="grid gap-4">
      {data && data.total > 0 && (
        <p className="text-sm text-muted" role="status">
          {countText(data.total, 'holder', 'holders')}
        </p>
      )}
      <Table
        caption={show === 'missing' ? 'Holders without a wallet address' : 'Holders who share a wallet address'}
        columns={columnsFor(show, canChange, onChange)}
        rows={data?.records ?? []}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        loading={loading}
        error={error ?? undefined}
        onRetry={retry}
        emptyText={show === 'missing' ? 'Every holder has a wallet address.' : 'No address is used by several members.'}
      />
      {data && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
    </div>
  );
}
