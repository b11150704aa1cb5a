import { useState } from 'react';
import type { Contract, OutputOf, SentOf } from '@/lib/core/contract.ts';
import type { listGlobalStock, listMyStock } from '@/lib/ledger/contract.ts';
import { useFetched } from '../data.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { Table, type TableColumn } from '../ui/Table.tsx';

type StockList = typeof listGlobalStock | typeof listMyStock;
type RowOf<C extends StockList> = OutputOf<C>['records'][number];

export interface StockTableProps<C extends StockList> {
  caption: string;
  contract: C;
  /** The first page. */
  initial: OutputOf<C>;
  columns: readonly TableColumn<RowOf<C>>[];
  rowKey: (row: RowOf<C>) => string;
}

/** One of the dashboard's tables with its pages. */
export function StockTable<C extends StockList & Contract>({
  caption,
  contract,
  initial,
  columns,
  rowKey,
}: StockTableProps<C>) {
  const [page, setPage] = useState(initial.page);
  const input = { page, limit: initial.limit } as SentOf<C>;
  const { data, error, loading, retry } = useFetched<C>(contract, input, initial);
  return (
    <div className="grid gap-4">
      <Table<RowOf<C>>
        caption={caption}
        showCaption
        columns={columns}
        rows={(data?.records ?? []) as readonly RowOf<C>[]}
        rowKey={rowKey}
        loading={loading}
        skeletonRows={initial.limit}
        error={error ?? undefined}
        onRetry={retry}
        emptyText="No data available."
      />
      <Pagination page={page} lastPage={data?.lastPage ?? initial.lastPage} onPage={setPage} disabled={loading} />
    </div>
  );
}
