import { useState } from 'react';
import { Table } from '@/islands/ui/Table.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import type { AdminTransaction, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import type { Fetched } from '../../data.ts';
import { historyColumns } from './columns.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { View } from './view.ts';

export interface HistoryPanelProps {
  list: Fetched<OutputOf<typeof listTransactionsAsAdmin>>;
  view: View;
  limit: number;
}

/** What has been decided; an approval that was wrong is taken back from here. */
export function HistoryPanel({ list, view, limit }: HistoryPanelProps) {
  const [reversing, setReversing] = useState<AdminTransaction | null>(null);
  const word = view.status.toLowerCase();
  return (
    <div className="purchases">
      <Table
        caption="Purchase History"
        columns={historyColumns({ page: view.page, limit }, setReversing)}
        rows={list.data?.records ?? []}
        rowKey={(it) => it.id}
        missing="--"
        loading={list.loading}
        loadingText="Loading transactions..."
        error={list.error ?? undefined}
        onRetry={list.retry}
        emptyText={
          view.second
            ? 'No reversal waits for a second admin.'
            : view.historySearch === ''
              ? `No purchase has been ${word} yet.`
              : `No ${word} purchase matches this search.`
        }
      />
      {reversing && (
        <DecideDialog
          decision="reverse"
          purchase={reversing}
          onClose={() => setReversing(null)}
          onDecided={() => setReversing(null)}
        />
      )}
    </div>
  );
}
