import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { useListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { getUnproven } from '@/lib/purchases/decide/unproven/calls.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { KeysHelp } from '../lists/KeysHelp.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { filtersOf, inputOf, NO_FILTERS, PURCHASE_ADDRESS, type PurchaseQuery, queueOf } from './purchaseQuery.ts';
import { RequestsPanel } from './RequestsPanel.tsx';
import { StatementStrip } from './StatementStrip.tsx';
import { UnprovenStrip } from './UnprovenStrip.tsx';

export interface ManagePurchaseProps {
  query: PurchaseQuery;
  initial: OutputOf<typeof listTransactionsAsAdmin>;
  /** Read with the page: a notice that comes later moves what a thumb is about to press. */
  unproven: OutputOf<typeof getUnproven>;
  /** The first page of those that wait for a second admin in the tab of `query`. */
  second: OutputOf<typeof listTransactionsAsAdmin>;
  symbol: string;
}

/** How often the list is read again while the page is in view, so that colleagues' decisions show. */
const REFRESH_MS = 15_000;
const POLLED = [listTransactionsAsAdmin, getUnproven];

/** Both tabs of the screen, and the desk where requests are decided one by one. */
export function ManagePurchase(given: ManagePurchaseProps) {
  const list = useListState(PURCHASE_ADDRESS, given.query);
  const { query } = list;
  const [desk, setDesk] = useState<readonly AdminTransaction[] | null>(null);
  const reviewing = useLazyComponent('The desk', async () => (await import('./ReviewDesk.tsx')).ReviewDesk);
  const page = inputOf(query);
  const fetched = useFetched(listTransactionsAsAdmin, page, given.initial);
  const { data } = fetched;
  const total = data?.total ?? 0;
  const isOpen = query.tab === 'requests';
  const filter = queueOf(query);
  const second = query.tab === given.query.tab ? given.second : undefined;
  usePolling(POLLED, REFRESH_MS);

  async function review(from?: AdminTransaction): Promise<void> {
    if (!(await reviewing.load())) return;
    const records = data?.records ?? [];
    const at = from ? records.findIndex(({ id }) => id === from.id) : 0;
    setDesk(from || query.page === 1 ? records.slice(Math.max(0, at)) : []);
  }

  function leaveDesk(): void {
    setDesk(null);
    refresh(listTransactionsAsAdmin);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-desk]')?.focus());
  }

  if (desk && reviewing.Component) {
    return <reviewing.Component first={desk} filter={filter} total={total} symbol={given.symbol} onClose={leaveDesk} />;
  }

  const panel = (
    <div className="stack">
      {isOpen ? (
        <>
          <StatementStrip />
          <Unproven initial={given.unproven} />
          <RequestsPanel
            list={list}
            fetched={fetched}
            page={page}
            second={second}
            filter={filter}
            onReview={(from) => void review(from)}
          />
        </>
      ) : (
        <HistoryPanel list={list} fetched={fetched} page={page} second={second} />
      )}
    </div>
  );

  return (
    <div className="stack">
      <Head query={query} total={total} isLoading={reviewing.loading} onReview={() => void review()} />
      <Tabs
        label="Purchases"
        selected={query.tab}
        onSelect={(tab) => tab !== query.tab && list.choose({ ...NO_FILTERS, tab, second: false })}
        items={[
          { id: 'requests', label: 'Purchase Requests', panel },
          { id: 'history', label: 'Purchase History', panel },
        ]}
      />
    </div>
  );
}

/** The strip about requests without a proof, where there are any. */
function Unproven({ initial }: { initial: ManagePurchaseProps['unproven'] }) {
  const { data } = useFetched(getUnproven, {}, initial);
  return data !== undefined && data.count > 0 && <UnprovenStrip {...data} />;
}

interface HeadProps {
  query: PurchaseQuery;
  total: number;
  /** The desk is on its way. */
  isLoading: boolean;
  onReview: () => void;
}

function Head({ query, total, isLoading, onReview }: HeadProps) {
  return (
    <div className="page-head">
      <h1 className="page-title">Manage Purchase</h1>
      <div className="page-actions">
        <KeysHelp />
        <ExportMenu what="purchases" filters={{ ...filtersOf(query) }} also={['ledger', 'supply', 'changes']} />
        {query.tab === 'requests' && (
          <Button icon="eye" onClick={onReview} disabled={total === 0} busy={isLoading} data-desk>
            Review one by one
          </Button>
        )}
      </div>
    </div>
  );
}
