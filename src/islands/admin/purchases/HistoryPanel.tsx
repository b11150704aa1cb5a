import { useState } from 'react';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { historyColumns } from './columns.tsx';
import { type PanelProps, PurchaseList } from './PurchaseList.tsx';
import { isNarrowed, narrowedBy } from './purchaseQuery.ts';

/** What has been decided; a wrong approval is reversed from here. */
export function HistoryPanel(panel: PanelProps) {
  const [reversing, setReversing] = useState<AdminTransaction | null>(null);
  const dialog = useLazyComponent('The reversal', async () => (await import('./DecideDialog.tsx')).DecideDialog);
  const { second, status } = panel.list.query;
  const word = status.toLowerCase();

  async function reverse(purchase: AdminTransaction): Promise<void> {
    if (await dialog.load()) setReversing(purchase);
  }

  return (
    <>
      <PurchaseList
        {...panel}
        frame={(table) => <div className="purchase-table">{table}</div>}
        caption="Purchase History"
        columns={historyColumns(panel.page, (purchase) => void reverse(purchase))}
        emptyText={
          second
            ? 'No reversal waits for a second admin.'
            : isNarrowed(panel.list.query)
              ? `No ${word} purchase matches ${narrowedBy(panel.list.query)}.`
              : `No purchase has been ${word} yet.`
        }
      />
      {reversing && dialog.Component && (
        <dialog.Component
          decision="reverse"
          purchase={reversing}
          onClose={() => setReversing(null)}
          onDecided={() => setReversing(null)}
        />
      )}
    </>
  );
}
