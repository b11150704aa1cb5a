import { useState } from 'react';
import type { Call, OutputOf, SentOf } from '@/lib/core/contract.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import type { listGlobalStock, listMyStock } from '@/lib/ledger/calls.ts';
import { useFetched } from '../data.ts';
import { Button } from '../ui/Button.tsx';
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
  /** What a row is about. */
  rowName: (row: RowOf<C>) => string;
  /** What the caption says about all rows; null for nothing. */
  note: (rows: readonly RowOf<C>[]) => string | null;
}

/** Rows that the dashboard shows before a member asks for all. */
const FIRST_ROWS = 5;

/** One of the dashboard's tables: its first rows, and on request all of them in pages. */
export function StockTable<C extends StockList & Call>({
  caption,
  contract,
  initial,
  columns,
  rowKey,
  rowName,
  note,
}: StockTableProps<C>) {
  const [page, setPage] = useState(initial.page);
  const [showsAll, setShowsAll] = useState(false);
  const input = { page, limit: initial.limit } as SentOf<C>;
  const { data, error, loading, retry } = useFetched<C>(contract, input, initial);
  const records = (data?.records ?? []) as readonly RowOf<C>[];
  const total = data?.total ?? initial.total;

  function toggleAll(): void {
    setShowsAll(!showsAll);
    setPage(initial.page);
  }

  return (
    <div className="relative grid gap-4">
      <Table<RowOf<C>>
        caption={caption}
        showCaption
        captionNote={note(records)}
        columns={columns}
        rows={showsAll ? records : records.slice(0, FIRST_ROWS)}
        rowKey={rowKey}
        rowName={rowName}
        loading={loading}
        skeletonRows={showsAll ? initial.limit : FIRST_ROWS}
        error={error ?? undefined}
        onRetry={retry}
        emptyText={t('No data available.')}
      />
      {showsAll && (
        <Pagination page={page} lastPage={data?.lastPage ?? initial.lastPage} onPage={setPage} disabled={loading} />
      )}
      {total > FIRST_ROWS && !error && (
        // On a phone in the row of the caption, so that the screen stays short.
        <div className="justify-self-center max-sm:absolute max-sm:end-2 max-sm:top-1">
          <Button look="secondary" size="sm" aria-expanded={showsAll} onClick={toggleAll}>
            {showsAll ? t('Show fewer') : t('See all {count}', { count: formatQuantity(total) })}
          </Button>
        </div>
      )}
    </div>
  );
}
