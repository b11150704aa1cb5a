import { Table } from '@/islands/ui/Table.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import type { listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import type { Fetched } from '../../data.ts';
import { historyColumns } from './columns.tsx';
import type { View } from './view.ts';

export interface HistoryPanelProps {
  list: Fetched<OutputOf<typeof listTransactionsAsAdmin>>;
  view: View;
  limit: number;
}

/** What has been decided. */
export function HistoryPanel({ list, view, limit }: HistoryPanelProps) {
  const word = view.status === 'APPROVED' ? 'approved' : 'rejected';
  return (
    <div className="purchases">
      <Table
        caption="Purchase History"
        columns={historyColumns({ page: view.page, limit })}
        rows={list.data?.records ?? []}
        rowKey={(it) => it.id}
        missing="--"
        loading={list.loading}
        loadingText="Loading transactions..."
        error={list.error ?? undefined}
        onRetry={list.retry}
        emptyText={
          view.historySearch === '' ? `No purchase has been ${word} yet.` : `No ${word} purchase matches this search.`
        }
      />
    </div>
  );
}
