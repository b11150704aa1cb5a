import { Money } from '@/islands/ui/Figures.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { Reading } from '@/lib/reconciliation/statement/contract.ts';

type Row = Reading['preview'][number];

const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'line', head: 'Line', cell: ({ line }) => line },
  {
    key: 'date',
    phone: 'line',
    head: 'Date',
    cell: ({ date }) => <span className="figure">{formatBankDay(date)}</span>,
  },
  {
    key: 'credit',
    phone: 'title',
    head: 'Credit',
    align: 'end',
    cell: ({ side, amount }) => (side === 'CREDIT' ? <Money value={amount} /> : null),
  },
  {
    key: 'debit',
    phone: 'title',
    head: 'Debit',
    align: 'end',
    cell: ({ side, amount }) =>
      side === 'DEBIT' ? (
        <>
          <span className="sm:hidden">Debit </span>
          <Money value={amount} />
        </>
      ) : null,
  },
  {
    key: 'references',
    head: 'Numbers',
    cell: ({ references }) => <span className="wrap-anywhere tabular-nums">{references.join(', ')}</span>,
  },
  {
    key: 'narration',
    phone: 'line',
    head: 'Narration',
    cell: ({ narration }) => <span className="wrap-anywhere">{narration}</span>,
  },
];

/** The first rows, as they were understood. */
export function PreviewTable({ rows, total, isOpen }: { rows: readonly Row[]; total: number; isOpen: boolean }) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="link text-sm font-medium text-brand-ink">
        First {rows.length} of {formatQuantity(total)} rows, as they were read
      </summary>
      <div className="mt-4">
        <Table
          caption="First rows of the statement"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ line }) => String(line)}
          rowName={({ line }) => `line ${line}`}
          missing="--"
          emptyText="No row could be read."
        />
      </div>
    </details>
  );
}
