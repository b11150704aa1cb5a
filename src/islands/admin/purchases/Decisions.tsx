import { refresh } from '@/islands/refresh.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Selection } from '../lists/useSelection.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';

/** One request, or all that are selected. */
export type Decided =
  | { decision: Decision; purchase: AdminTransaction }
  | { decision: Decision; rows: AdminTransaction[] };

interface DecisionsProps {
  open: Decided;
  selection: Selection<AdminTransaction>;
  onClose: () => void;
}

/** The dialog of one decision, or of one on all that are selected. */
export function Decisions({ open, selection, onClose }: DecisionsProps) {
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
