import { countFigure, countText } from '@/islands/ui/countText.ts';
import { ListScreen, type ListScreenProps } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import type { PageRequest } from '@/lib/core/pagination.ts';
import { type listTransactionsAsAdmin, SEARCH_COUNT_MAX } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { ListTools } from '../lists/ListTools.tsx';
import { FourEyesFilter } from './FourEyesFilter.tsx';
import { filterChips, filterValues, PURCHASE_RANGES, purchaseFields } from './purchaseFilters.ts';
import {
  isDecidedStatus,
  isNarrowed,
  PURCHASE_ADDRESS,
  type PurchaseQuery,
  searchChange,
  searchOf,
} from './purchaseQuery.ts';

type ListProps = ListScreenProps<PurchaseQuery, AdminTransaction>;

/** What both tabs take. */
export interface PanelProps extends Pick<ListProps, 'list' | 'fetched'> {
  /** For serial numbers. */
  page: PageRequest;
  /** The same for a second admin in this tab, where the page was read with it. */
  second: OutputOf<typeof listTransactionsAsAdmin> | undefined;
}

const STATUSES = [
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'REVERSED', label: 'Reversed' },
];

/** The list of a tab with the tab's search and filters. */
export function PurchaseList(props: PanelProps & Pick<ListProps, 'frame' | 'caption' | 'columns' | 'emptyText'>) {
  const { page: _page, second, ...list } = props;
  const { query, type } = props.list;
  const { data } = props.fetched;
  return (
    <ListScreen
      {...list}
      search={{
        key: query.tab,
        label: 'Search purchases',
        placeholder: 'Name, ID or number',
        value: searchOf(query),
        onSearch: (search) => type(searchChange(query, search)),
      }}
      filters={<Filters list={props.list} second={second} />}
      count={data && countOf(data.total, query)}
      rowKey={({ id }) => id}
      rowName={({ orderNumber }) => orderNumber}
      missing="--"
      loadingText="Loading transactions..."
    />
  );
}

function Filters({ list: { query, choose }, second }: Pick<PanelProps, 'list' | 'second'>) {
  const isOpen = query.tab === 'requests';
  return (
    <>
      {!isOpen && (
        <Select
          label="Status"
          quietLabel
          options={STATUSES}
          value={query.status}
          onValue={(status) => isDecidedStatus(status) && choose({ second: false, status })}
        />
      )}
      {(isOpen || query.status === 'APPROVED') && (
        <FourEyesFilter
          key={`second-${query.tab}`}
          status={isOpen ? 'PENDING' : 'APPROVED'}
          initial={second}
          on={query.second}
          onToggle={(second) => choose({ second })}
        />
      )}
      <ListTools
        key={`tools-${query.tab}`}
        fields={purchaseFields(query.tab)}
        ranges={PURCHASE_RANGES}
        values={filterValues(query)}
        chips={filterChips(query)}
        onChange={(values) => choose(values)}
        views={{ list: 'purchases', address: PURCHASE_ADDRESS, query }}
      />
    </>
  );
}

function countOf(total: number, query: PurchaseQuery): string {
  const max = isNarrowed(query) && !query.second ? SEARCH_COUNT_MAX : undefined;
  if (query.tab === 'requests') return `${countFigure(total, max)} waiting`;
  return countText(total, 'purchase', 'purchases', max);
}
