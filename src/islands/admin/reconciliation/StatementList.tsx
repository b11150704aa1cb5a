import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { IconButton } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { DateTime, Money } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useClampPage } from '@/islands/useClampPage.ts';
import { formatBankPeriod } from '@/lib/core/bank-days.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import { listMatches } from '@/lib/reconciliation/calls.ts';
import { deleteStatement, listStatements } from '@/lib/reconciliation/statement/calls.ts';
import { FIGURES } from './figures.ts';

type Imported = OutputOf<typeof listStatements>['records'][number];
const LIMIT = 10;

/** The imported statements, the newest first; one without a decision can be deleted. */
export function StatementList() {
  const [page, setPage] = useState(1);
  const [deleting, setDeleting] = useState<Imported | null>(null);
  const fetched = useFetched(listStatements, { page, limit: LIMIT });
  const { data, error, loading, retry } = fetched;
  const isBeyond = useClampPage(data, page, setPage);
  return (
    <div className="grid gap-4">
      <Table
        caption="Imported statements"
        columns={columnsOf(setDeleting)}
        rows={data?.records ?? []}
        rowKey={({ id }) => id}
        rowName={({ account, period }) => `the statement of ${account}, ${formatBankPeriod(period)}`}
        missing="--"
        emptyText="No statement has been imported yet."
        loading={loading || isBeyond}
        error={error ?? undefined}
        onRetry={retry}
      />
      <Pagination page={page} lastPage={data?.lastPage ?? 1} margins={1} onPage={setPage} label="Pages of statements" />
      {deleting && (
        <ConfirmModal
          title="Delete this statement?"
          verb="Delete"
          look="danger"
          send={() => call(deleteStatement, { id: deleting.id })}
          refreshes={[...FIGURES, listMatches]}
          onClose={() => setDeleting(null)}
        >
          <p>
            {deleting.account}, {formatBankPeriod(deleting.period)}: {formatQuantity(deleting.rows)} rows. Rows that
            only this statement has are deleted with it. No purchase changes.
          </p>
        </ConfirmModal>
      )}
    </div>
  );
}

function columnsOf(onDelete: (statement: Imported) => void): TableColumn<Imported>[] {
  return [
    {
      key: 'account',
      phone: 'title',
      head: 'Account',
      cell: ({ account, fileName }) => (
        <span className="grid">
          {account}
          <span className="text-xs wrap-anywhere text-muted">{fileName}</span>
        </span>
      ),
    },
    {
      key: 'period',
      phone: 'line',
      head: 'Days',
      cell: ({ period }) => <span className="figure">{formatBankPeriod(period)}</span>,
    },
    {
      key: 'rows',
      head: 'Rows',
      align: 'end',
      cell: ({ rows, newRows }) => `${formatQuantity(rows)}, ${formatQuantity(newRows)} new`,
    },
    { key: 'credits', phone: 'line', head: 'Credits', align: 'end', cell: ({ credits }) => <Money value={credits} /> },
    {
      key: 'imported',
      head: 'Imported',
      cell: ({ importedAt, importedBy }) => (
        <span className="grid">
          <DateTime value={importedAt} />
          <span className="text-xs text-muted">{importedBy}</span>
        </span>
      ),
    },
    {
      key: 'action',
      head: 'Action',
      bare: true,
      cell: (statement) =>
        statement.hasDecisions ? (
          <span className="text-xs text-muted">Has decided rows</span>
        ) : (
          <IconButton
            icon="delete"
            look="danger"
            label={`Delete the statement of ${statement.account}, ${formatBankPeriod(statement.period)}`}
            onClick={() => onDelete(statement)}
          />
        ),
    },
  ];
}
