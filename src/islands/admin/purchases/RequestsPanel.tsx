import { type ReactNode, useState } from 'react';
import { RequestThreadButton } from '@/islands/messages/RequestThreadButton.tsx';
import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { SelectionBar } from '../lists/SelectionBar.tsx';
import { areAllSelected, selectColumn } from '../lists/selectColumn.tsx';
import { type Selection, useSelection } from '../lists/useSelection.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { requestColumns } from './columns.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';
import { approvalBar } from './fourEyes.ts';
import { type PanelProps, PurchaseList } from './PurchaseList.tsx';
import { isNarrowed, narrowedBy, type QueueFilter } from './purchaseQuery.ts';
import { readRequests } from './readRequests.ts';

export interface RequestsPanelProps extends PanelProps {
  filter: QueueFilter;
  onReview: (from: AdminTransaction) => void;
}

type Open = { decision: Decision; purchase: AdminTransaction } | { decision: Decision; rows: AdminTransaction[] };

/** The pending requests: decided one by one or many together. */
export function RequestsPanel({ filter, onReview, ...panel }: RequestsPanelProps) {
  const selection = useSelection<AdminTransaction>();
  const [open, setOpen] = useState<Open | null>(null);
  const { data } = panel.fetched;
  const rows = data?.records ?? [];
  const isAllSelected = areAllSelected(rows, selection);

  const decideSelected = (decision: Decision): void => setOpen({ decision, rows: [...selection.rows.values()] });
  const columns = [
    selectColumn(rows, selection, ({ orderNumber }) => orderNumber),
    ...requestColumns(panel.page),
    actionColumn((decision, purchase) => setOpen({ decision, purchase }), onReview),
  ];
  const frame = (table: ReactNode): ReactNode => (
    <div className="min-w-0">
      {selection.rows.size > 0 && (
        <SelectionBar
          selection={selection}
          total={isAllSelected ? (data?.total ?? 0) : 0}
          first={filter.sort === undefined ? 'the oldest' : 'the first'}
          readPage={(page) => readRequests(filter, page)}
        >
          <Button look="success" size="sm" onClick={() => decideSelected('approve')}>
            Approve selected
          </Button>
          <Button look="danger" size="sm" onClick={() => decideSelected('reject')}>
            Reject selected
          </Button>
        </SelectionBar>
      )}
      {rows.length > 1 && (
        <div className="mb-3 wide:hidden">
          <Checkbox
            label="Select all on this page"
            checked={isAllSelected}
            onChecked={(isOn) => selection.set(rows, isOn)}
          />
        </div>
      )}
      <div className="purchase-table request-table">{table}</div>
    </div>
  );

  return (
    <>
      <PurchaseList
        {...panel}
        frame={frame}
        caption="Purchase Requests"
        columns={columns}
        emptyText={
          isNarrowed(panel.list.query)
            ? `No purchase request matches ${narrowedBy(panel.list.query)}.`
            : 'No purchase requests are waiting.'
        }
      />
      {open && <Decisions open={open} selection={selection} onClose={() => setOpen(null)} />}
    </>
  );
}

interface DecisionsProps {
  open: Open;
  selection: Selection<AdminTransaction>;
  onClose: () => void;
}

/** The dialog of one decision, or of one on all that are selected. */
function Decisions({ open, selection, onClose }: DecisionsProps) {
  if ('purchase' in open) {
    const { decision, purchase } = open;
    const drop = ({ id }: AdminTransaction): void => selection.drop([id]);
    return <DecideDialog decision={decision} purchase={purchase} onClose={onClose} onDecided={drop} />;
  }
  return (
    <BulkDialog
      decision={open.decision}
      rows={open.rows}
      onClose={(decided) => {
        onClose();
        selection.drop(decided);
        refresh(listTransactionsAsAdmin);
      }}
    />
  );
}

function actionColumn(
  onDecide: (decision: Decision, purchase: AdminTransaction) => void,
  onReview: (from: AdminTransaction) => void,
): TableColumn<AdminTransaction> {
  return {
    key: 'action',
    head: 'Action',
    bare: true,
    phone: 'actions',
    cell: (purchase) => (
      <span className="cell-actions">
        <Button look="secondary" size="sm" onClick={() => onReview(purchase)}>
          Review<span className="sr-only"> {purchase.orderNumber}</span>
        </Button>
        {purchase.messageCount > 0 && <RequestThreadButton purchase={purchase} />}
        <Button
          look="quiet"
          size="sm"
          disabled={approvalBar(purchase) !== null}
          title={approvalBar(purchase) ?? undefined}
          onClick={() => onDecide('approve', purchase)}
        >
          Approve<span className="sr-only"> {purchase.orderNumber}</span>
        </Button>
        <Button look="quiet" size="sm" onClick={() => onDecide('reject', purchase)}>
          Reject<span className="sr-only"> {purchase.orderNumber}</span>
        </Button>
      </span>
    ),
  };
}
