import { useState } from 'react';
import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import { type AdminTransaction, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import { type Fetched, refresh } from '../../data.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { requestColumns } from './columns.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';
import { approvalBar } from './second.ts';
import { GATHERED_MAX, useGather } from './useGather.ts';
import type { QueueFilter } from './useQueue.ts';

export interface RequestsPanelProps {
  list: Fetched<OutputOf<typeof listTransactionsAsAdmin>>;
  page: number;
  limit: number;
  filter: QueueFilter;
  onReview: (from: AdminTransaction) => void;
}

type Open = { decision: Decision; purchase: AdminTransaction } | { decision: Decision; rows: AdminTransaction[] };

/** What waits: decided one by one or many together. */
export function RequestsPanel({ list, page, limit, filter, onReview }: RequestsPanelProps) {
  const [picked, setPicked] = useState<ReadonlyMap<string, AdminTransaction>>(new Map());
  const [open, setOpen] = useState<Open | null>(null);
  const rows = list.data?.records ?? [];
  const allPicked = rows.length > 0 && rows.every((row) => picked.has(row.id));
  const gather = useGather(filter);
  const reach = Math.min(list.data?.total ?? 0, GATHERED_MAX);

  function pick(some: readonly AdminTransaction[], on: boolean): void {
    setPicked((before) => {
      const after = new Map(before);
      for (const row of some) {
        if (on) after.set(row.id, row);
        else after.delete(row.id);
      }
      return after;
    });
  }
  async function pickAll(): Promise<void> {
    const found = await gather.all();
    if (found) setPicked(new Map(found.map((row) => [row.id, row])));
  }
  const drop = (ids: readonly string[]): void =>
    setPicked((before) => new Map([...before].filter(([id]) => !ids.includes(id))));

  const select: TableColumn<AdminTransaction> = {
    key: 'select',
    bare: true,
    head: (
      <Checkbox
        label={<span className="sr-only">Select all on this page</span>}
        checked={allPicked}
        onChecked={(on) => pick(rows, on)}
      />
    ),
    cell: (it) => (
      <Checkbox
        label={<span className="sr-only">Select {it.orderNumber}</span>}
        checked={picked.has(it.id)}
        onChecked={(on) => pick([it], on)}
      />
    ),
  };
  const actions: TableColumn<AdminTransaction> = {
    key: 'action',
    head: 'Action',
    bare: true,
    cell: (it) => (
      <span className="cell-actions">
        <Button
          look="success"
          size="sm"
          disabled={approvalBar(it) !== null}
          title={approvalBar(it) ?? undefined}
          onClick={() => setOpen({ decision: 'approve', purchase: it })}
        >
          Approve<span className="sr-only"> {it.orderNumber}</span>
        </Button>
        <Button look="danger" size="sm" onClick={() => setOpen({ decision: 'reject', purchase: it })}>
          Reject<span className="sr-only"> {it.orderNumber}</span>
        </Button>
        <IconButton icon="eye" label={`Review ${it.orderNumber}`} onClick={() => onReview(it)} />
      </span>
    ),
  };

  return (
    <div className="picking">
      {picked.size > 0 && (
        <section className="bulk-bar" aria-label="Selection">
          <p role="status">{picked.size} selected</p>
          {allPicked && reach > picked.size && (
            <Button look="quiet" size="sm" busy={gather.busy} onClick={() => void pickAll()} data-all>
              Select {reach === list.data?.total ? 'all' : 'the oldest'} {reach}
            </Button>
          )}
          <Button look="success" size="sm" onClick={() => setOpen({ decision: 'approve', rows: [...picked.values()] })}>
            Approve selected
          </Button>
          <Button look="danger" size="sm" onClick={() => setOpen({ decision: 'reject', rows: [...picked.values()] })}>
            Reject selected
          </Button>
          <Button look="quiet" size="sm" onClick={() => setPicked(new Map())} data-clear>
            Clear
          </Button>
        </section>
      )}
      {rows.length > 1 && (
        <div className="pick-all">
          <Checkbox label="Select all on this page" checked={allPicked} onChecked={(on) => pick(rows, on)} />
        </div>
      )}
      <div className="purchases purchases-open">
        <Table
          caption="Purchase Requests"
          columns={[select, ...requestColumns({ page, limit }), actions]}
          rows={rows}
          rowKey={(it) => it.id}
          missing="--"
          loading={list.loading}
          loadingText="Loading transactions..."
          error={list.error ?? undefined}
          onRetry={list.retry}
          emptyText={
            filter.search === '' ? 'No purchase requests are waiting.' : 'No purchase request matches this search.'
          }
        />
      </div>
      {open && 'purchase' in open && (
        <DecideDialog
          decision={open.decision}
          purchase={open.purchase}
          onClose={() => setOpen(null)}
          onDecided={({ id }) => drop([id])}
        />
      )}
      {open && 'rows' in open && (
        <BulkDialog
          decision={open.decision}
          rows={open.rows}
          onClose={(decided) => {
            setOpen(null);
            drop(decided);
            refresh(listTransactionsAsAdmin);
          }}
        />
      )}
    </div>
  );
}
