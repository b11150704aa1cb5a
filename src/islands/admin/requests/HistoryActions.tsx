import { useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { withdraw } from './decide.ts';
import { reversalBar } from './second.ts';

/** What can be done to an approved purchase: reverse it, or say yes or no to a colleague who asked for that. */
export function HistoryActions({ purchase, onReverse }: { purchase: AdminTransaction; onReverse: () => void }) {
  const [busy, setBusy] = useState(false);
  const { orderNumber, reversalAsked } = purchase;
  const bar = reversalBar(purchase);

  async function end(): Promise<void> {
    setBusy(true);
    const { isDone, message } = await withdraw(purchase.id).finally(() => setBusy(false));
    if (isDone) toast.success(message);
    else toast.error(message);
  }

  const what = <span className="sr-only"> the reversal of {orderNumber}</span>;
  return (
    <span className="cell-undo">
      {!reversalAsked?.isMine && (
        <Button look="quiet" size="sm" disabled={bar !== null} title={bar ?? undefined} onClick={onReverse}>
          {reversalAsked ? 'Agree' : 'Reverse'}
          <span className="sr-only">
            {reversalAsked && ' to the reversal of'} {orderNumber}
          </span>
        </Button>
      )}
      {reversalAsked && (
        <Button look="quiet" size="sm" busy={busy} onClick={end}>
          {reversalAsked.isMine ? 'Withdraw' : 'Decline'}
          {what}
        </Button>
      )}
    </span>
  );
}
