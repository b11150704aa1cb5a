import { call } from '@/islands/api.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Menu } from '@/islands/ui/Menu.tsx';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { withdrawReversal } from '@/lib/purchases/reverse/calls.ts';
import { reversalBar } from './fourEyes.ts';

/** The actions on an approved purchase: reverse it, or agree to or decline a colleague's request to reverse it. */
export function HistoryActions({ purchase, onReverse }: { purchase: AdminTransaction; onReverse: () => void }) {
  const { id, orderNumber, reversalAsked } = purchase;
  const bar = reversalBar(purchase);
  const withdrawal = useSubmit({
    send: () => call(withdrawReversal, { id }),
    refreshes: [listTransactionsAsAdmin],
  });

  if (!reversalAsked) {
    return (
      <Menu label={`More for ${orderNumber}`}>
        {(close) => (
          <>
            <Button
              look="quiet"
              size="sm"
              full
              disabled={bar !== null}
              onClick={() => {
                close();
                onReverse();
              }}
            >
              Reverse<span className="sr-only"> {orderNumber}</span>
            </Button>
            {bar !== null && <p className="px-3 pb-2 text-xs text-muted">{bar}</p>}
          </>
        )}
      </Menu>
    );
  }
  return (
    <span className="inline-flex gap-1 *:px-2 sm:*:min-h-7 sm:*:py-0.5">
      {!reversalAsked.isMine && (
        <Button look="quiet" size="sm" disabled={bar !== null} title={bar ?? undefined} onClick={onReverse}>
          Agree<span className="sr-only"> to the reversal of {orderNumber}</span>
        </Button>
      )}
      <Button look="quiet" size="sm" busy={withdrawal.busy} onClick={withdrawal.submit}>
        {reversalAsked.isMine ? 'Withdraw' : 'Decline'}
        <span className="sr-only"> the reversal of {orderNumber}</span>
      </Button>
    </span>
  );
}
