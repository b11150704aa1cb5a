import { type ReactNode, useState } from 'react';
import { RequestThreadButton } from '@/islands/messages/RequestThreadButton.tsx';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { SelectionBar } from '../lists/SelectionBar.tsx';
import { areAllSelected, selectColumn } from '../lists/selectColumn.tsx';
import { useSelection } from '../lists/useSelection.ts';
import { requestColumns } from './columns.tsx';
import type { Decided } from './Decisions.tsx';
import type { Decision } from './decide.ts';
import { approvalBar } from './fourEyes.ts';
import { type PanelProps, PurchaseList } from './PurchaseList.tsx';
import { isNarrowed, narrowedBy, type QueueFilter } from './purchaseQuery.ts';
import { readRequests } from './readRequests.ts';

export interface RequestsPanelProps extends PanelProps {
  filter: QueueFilter;
  onReview: (from: AdminTransaction) => void;
}

/** The pending requests: decided one by one or many together. */
export function RequestsPanel({ filter, onReview, ...panel }: RequestsPanelProps) {
  const selection = useSelection<AdminTransaction>();
  const [open, setOpen] = useState<Decided | null>(null);
  const dialogs = useLazyComponent('The decision', async () => (await import('./Decisions.tsx')).Decisions);
  const { data } = panel.fetched;
  const rows = data?.records ?? [];
  const isAllSelected = areAllSelected(rows, selection);

  async function decide(decided: Decided): Promise<void> {
    if (await dialogs.load()) setOpen(decided);
  }

  const decideSelected = (decision: Decision): Promise<void> =>
    decide({ decision, rows: [...selection.rows.values()] });
  const columns = [
    selectColumn(rows, selection, ({ orderNumber }) => orderNumber),
    ...requestColumns(panel.page),
    actionColumn((decision, purchase) => void decide({ decision, purchase }), onReview),
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
          <Button look="success" size="sm" onClick={() => void decideSelected('approve')}>
            Approve selected
          </Button>
          <Button look="danger" size="sm" onClick={() => void decideSelected('reject')}>
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
      {open && dialogs.Component && (
        <dialogs.Component open={open} selection={selection} onClose={() => setOpen(null)} />
      )}
    </>
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
