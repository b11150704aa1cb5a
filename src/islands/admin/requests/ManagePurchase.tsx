import { useEffect, useState } from 'react';
import { refresh, useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { useLazy } from '@/islands/useLazy.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { type AdminTransaction, FOUND_MAX, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { RequestsPanel } from './RequestsPanel.tsx';
import { SecondFilter } from './SecondFilter.tsx';
import { filtersOf, inputOf, isDecidedStatus, pathOf, searchOf, type View, withSearch } from './view.ts';

export interface ManagePurchaseProps {
  view: View;
  initial: OutputOf<typeof listTransactionsAsAdmin>;
  symbol: string;
}

/** How often the list is read again while somebody looks at it, so that colleagues' decisions show. */
const REFRESH_MS = 15_000;
const PAGES_RANGE = 3;
const PAGES_MARGIN = 1;
const STATUSES = [
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'REVERSED', label: 'Reversed' },
];

/** Both tabs of the screen, what they search for, and the desk where requests are decided one by one. */
export function ManagePurchase(given: ManagePurchaseProps) {
  const [view, setView] = useState(given.view);
  const [desk, setDesk] = useState<readonly AdminTransaction[] | null>(null);
  const reviewing = useLazy('The desk', async () => (await import('./ReviewDesk.tsx')).ReviewDesk);
  const input = inputOf(view);
  const list = useFetched(listTransactionsAsAdmin, input, given.initial);
  const { data } = list;

  function show(next: View): void {
    setView(next);
    history.replaceState(history.state, '', pathOf(next));
  }

  useEffect(() => {
    const again = (): void => {
      if (document.visibilityState === 'visible') refresh(listTransactionsAsAdmin);
    };
    const timer = setInterval(again, REFRESH_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);

  // The last page may have gone with what was decided.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer can show it
  useEffect(() => {
    if (data && data.page === view.page && view.page > data.lastPage) show({ ...view, page: data.lastPage });
  }, [data]);

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
      <reviewing.Part
        first={desk}
        filter={{ search: view.requestSearch, ...(view.second && { waiting: 'second' }) }}
        total={data?.total ?? 0}
        symbol={given.symbol}
        onClose={leaveDesk}
      />
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
          placeholder="Search by name, ID, mobile or number"
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
          search={view.requestSearch}
          onReview={(from) => void review(from)}
        />
      ) : (
        <HistoryPanel list={list} view={view} limit={input.limit} />
      )}
      <Pagination
        page={view.page}
        lastPage={data?.lastPage ?? 1}
        range={PAGES_RANGE}
        margins={PAGES_MARGIN}
        href={(page) => pathOf({ ...view, page })}
        onPage={(page) => show({ ...view, page })}
      />
    </div>
  );

  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Manage Purchase</h1>
        <div className="page-actions">
          <ExportMenu what="purchases" filters={{ ...filtersOf(view) }} also={['ledger', 'supply']} />
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
