import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { IconButton } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useClampPage } from '@/islands/useClampPage.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { deleteRule, listRules } from '@/lib/reconciliation/calls.ts';

type Rule = OutputOf<typeof listRules>['records'][number];
const LIMIT = 10;

/** The saved rules that mark rows of new statements as not ours, the newest first. */
export function RuleList() {
  const [page, setPage] = useState(1);
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const { data, error, loading, retry } = useFetched(listRules, { page, limit: LIMIT });
  const isBeyond = useClampPage(data, page, setPage);
  return (
    <div className="grid gap-4">
      <Table
        caption="Saved rules"
        columns={columnsOf(setDeleting)}
        rows={data?.records ?? []}
        rowKey={({ id }) => id}
        rowName={({ text }) => `the rule ${text}`}
        missing="--"
        emptyText="No rule has been saved. Mark a payment as not ours and choose 'Always for rows with this text'."
        loading={loading || isBeyond}
        error={error ?? undefined}
        onRetry={retry}
      />
      <Pagination page={page} lastPage={data?.lastPage ?? 1} margins={1} onPage={setPage} label="Pages of rules" />
      {deleting && (
        <ConfirmModal
          title="Delete this rule?"
          verb="Delete"
          look="danger"
          send={() => call(deleteRule, { id: deleting.id })}
          refreshes={[listRules]}
          onClose={() => setDeleting(null)}
        >
          <p className="wrap-anywhere">
            Later rows with ‘{deleting.text}’ are not marked any more. Rows that are marked already stay marked.
          </p>
        </ConfirmModal>
      )}
    </div>
  );
}

function columnsOf(onDelete: (rule: Rule) => void): TableColumn<Rule>[] {
  return [
    {
      key: 'text',
      phone: 'title',
      head: 'Text of the narration',
      cell: ({ text }) => <span className="font-medium wrap-anywhere">{text}</span>,
    },
    {
      key: 'reason',
      phone: 'line',
      head: 'Reason',
      cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
    },
    {
      key: 'saved',
      head: 'Saved',
      cell: ({ createdAt, createdBy }) => (
        <span className="grid">
          <DateTime value={createdAt} />
          <span className="text-xs text-muted">{createdBy}</span>
        </span>
      ),
    },
    {
      key: 'action',
      head: 'Action',
      bare: true,
      cell: (rule) => (
        <IconButton icon="delete" look="danger" label={`Delete the rule ${rule.text}`} onClick={() => onDelete(rule)} />
      ),
    },
  ];
}
