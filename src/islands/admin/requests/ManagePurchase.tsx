import { useState } from 'react';
import { refresh, useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { useLastPage } from '@/islands/useLastPage.ts';
import { useLazy } from '@/islands/useLazy.ts';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { type AdminTransaction, FOUND_MAX, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { ListPages, useView } from '../list.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { RequestsPanel } from './RequestsPanel.tsx';
import { SecondFilter } from './SecondFilter.tsx';
import type { QueueFilter } from './useQueue.ts';
import { filtersOf, inputOf, isDecidedStatus, pathOf, searchOf, type View, withSearch } from './view.ts';

export interface ManagePurchaseProps {
  view: View;
  initial: OutputOf<typeof listTransactionsAsAdmin>;
  symbol: string;
}

/** How often the list is read again while somebody looks at it, so that colleagues' decisions show. */
const REFRESH_MS = 15_000;
const READS = [listTransactionsAsAdmin];
const STATUSES = [
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'REVERSED', label: 'Reversed' },
];

/** Both tabs of the screen, what they search for, and the desk where requests are decided one by one. */
export function ManagePurchase(given: ManagePurchaseProps) {
  const [view, show] = useView(given.view, pathOf);
  const [desk, setDesk] = useState<readonly AdminTransaction[] | null>(null);
  const reviewing = useLazy('The desk', async () => (await import('./ReviewDesk.tsx')).ReviewDesk);
  const input = inputOf(view);
  const fetched = useFetched(listTransactionsAsAdmin, input, given.initial);
  const { data } = fetched;
  useRefreshing(READS, REFRESH_MS);
  const isBeyond = useLastPage(data, view.page, (page) => show({ ...view, page }));
  const list = isBeyond ? { ...fetched, loading: true } : fetched;

  const queue: QueueFilter = { search: view.requestSearch, ...(view.second && { waiting: 'second' }) };

  async function review(from?: AdminTransaction): Promise<void> {
    if (!(await reviewing.load())) return;
    const records = data?.records ?? [];
    const at = from ? records.findIndex((it) => it.id === from.id) : 0;
    setDesk(from || view.page === 1 ? records.slice(Math.max(0, at)) : []);
  }

  function leaveDesk(): void {
    setDesk(null);
    refresh(listTransactionsAsAdmin);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-review]')?.focus());
  }

  if (desk && reviewing.Part) {
    return (
      <reviewing.Part first={desk} filter={queue} total={data?.total ?? 0} symbol={given.symbol} onClose={leaveDesk} />
    );
  }

  const total = data?.total ?? 0;
  const isOpen = view.tab === 'requests';
  const panel = (
    <div className="stack">
      <div className="toolbar">
        <SearchBox
          key={view.tab}
          label="Search purchases"
          placeholder="Name, ID or number"
          value={searchOf(view)}
          onSearch={(search) => show(withSearch(view, search))}
          busy={list.loading}
        />
        {!isOpen && (
          <Select
            label="Status"
            quietLabel
            options={STATUSES}
            value={view.status}
            onValue={(status) => isDecidedStatus(status) && show({ ...view, page: 1, second: false, status })}
          />
        )}
        {(isOpen || view.status === 'APPROVED') && (
          <SecondFilter
            key={`second-${view.tab}`}
            status={isOpen ? 'PENDING' : 'APPROVED'}
            on={view.second}
            onToggle={(second) => show({ ...view, page: 1, second })}
          />
        )}
        <p className="toolbar-count" role="status">
          {data && countText(total, isOpen, searchOf(view) !== '' && !view.second)}
        </p>
      </div>
      {isOpen ? (
        <RequestsPanel
          list={list}
          page={view.page}
          limit={input.limit}
          filter={queue}
          onReview={(from) => void review(from)}
        />
      ) : (
        <HistoryPanel list={list} view={view} limit={input.limit} />
      )}
      <ListPages view={view} lastPage={data?.lastPage} pathOf={pathOf} onView={show} />
    </div>
  );

  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Manage Purchase</h1>
        <div className="page-actions">
          <ExportMenu what="purchases" filters={{ ...filtersOf(view) }} also={['ledger', 'supply', 'changes']} />
          {isOpen && (
            <Button
              icon="eye"
              onClick={() => void review()}
              disabled={total === 0}
              busy={reviewing.loading}
              data-review
            >
              Review one by one
            </Button>
          )}
        </div>
      </div>
      <Tabs
        label="Purchases"
        selected={view.tab}
        onSelect={(tab) => tab !== view.tab && show({ ...view, tab, page: 1, second: false })}
        items={[
          { id: 'requests', label: 'Purchase Requests', panel },
          { id: 'history', label: 'Purchase History', panel },
        ]}
      />
    </div>
  );
}

function countText(total: number, isOpen: boolean, isSearch: boolean): string {
  const figure = isSearch && total > FOUND_MAX ? `${groupIndian(String(FOUND_MAX))}+` : groupIndian(String(total));
  return isOpen ? `${figure} waiting` : `${figure} ${total === 1 ? 'purchase' : 'purchases'}`;
}
