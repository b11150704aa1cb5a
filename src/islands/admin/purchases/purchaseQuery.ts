import {
  amountParam,
  choiceParam,
  dayParam,
  flagParam,
  listAddress,
  pageParam,
  searchParam,
} from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { BANK_FILTERS, PAYMENT_METHODS, PURCHASE_FLAGS, PURCHASE_SORTS } from '@/lib/purchases/calls.ts';

/** What the filter of the history offers (docs/product.md). */
const DECIDED_STATUSES = ['APPROVED', 'REJECTED', 'REVERSED'] as const;
export type DecidedStatus = (typeof DECIDED_STATUSES)[number];

export function isDecidedStatus(text: string | null): text is DecidedStatus {
  return DECIDED_STATUSES.some((known) => known === text);
}

/** What the screen shows. */
export interface PurchaseQuery {
  readonly tab: 'requests' | 'history';
  /** Each tab has its own parameter; a search on one tab drops the other's (docs/product.md). */
  readonly requestSearch: string;
  readonly historySearch: string;
  readonly status: DecidedStatus;
  /** Only what waits for a second admin: first approvals, or requested reversals. */
  readonly second: boolean;
  /** First and last day of the submission, 'YYYY-MM-DD' in India; '' for no bound, as in all that follows. */
  readonly from: string;
  readonly to: string;
  readonly method: (typeof PAYMENT_METHODS)[number] | '';
  /** Bounds of the final amount in rupees. */
  readonly amountFrom: string;
  readonly amountTo: string;
  /** Of requests alone. */
  readonly flag: (typeof PURCHASE_FLAGS)[number] | '';
  readonly sort: (typeof PURCHASE_SORTS)[number] | '';
  readonly bank: (typeof BANK_FILTERS)[number] | '';
  /** From 1, of the tab that is shown. */
  readonly page: number;
}

/** What another tab begins with. */
export const NO_FILTERS = {
  from: '',
  to: '',
  method: '',
  amountFrom: '',
  amountTo: '',
  flag: '',
  sort: '',
  bank: '',
} as const satisfies Partial<PurchaseQuery>;

/** Requests have no status filter; only requests and approvals wait for a second admin. */
function settle(query: PurchaseQuery): PurchaseQuery {
  const status = query.tab === 'requests' ? 'APPROVED' : query.status;
  const flag = query.tab === 'requests' ? query.flag : '';
  return { ...query, status, second: query.second && status === 'APPROVED', flag };
}

export const PURCHASE_ADDRESS = listAddress<PurchaseQuery>(
  PATHS.purchaseRequest,
  {
    tab: choiceParam<PurchaseQuery['tab']>('tab', ['requests', 'history'], 'requests'),
    requestSearch: searchParam('requestSearch'),
    historySearch: searchParam('historySearch'),
    status: choiceParam<DecidedStatus>('status', DECIDED_STATUSES, 'APPROVED'),
    second: flagParam('waiting', 'second'),
    from: dayParam('from'),
    to: dayParam('to'),
    method: choiceParam<PurchaseQuery['method']>('method', ['', ...PAYMENT_METHODS], ''),
    amountFrom: amountParam('amountFrom'),
    amountTo: amountParam('amountTo'),
    flag: choiceParam<PurchaseQuery['flag']>('flag', ['', ...PURCHASE_FLAGS], ''),
    sort: choiceParam<PurchaseQuery['sort']>('sort', ['', ...PURCHASE_SORTS], ''),
    bank: choiceParam<PurchaseQuery['bank']>('bank', ['', ...BANK_FILTERS], ''),
    page: pageParam(),
  },
  settle,
);

/** Where one purchase is listed by its number. */
export function purchasePath(orderNumber: string, status: DecidedStatus | 'PENDING'): string {
  const query = PURCHASE_ADDRESS.read(new URLSearchParams());
  if (status === 'PENDING') return PURCHASE_ADDRESS.path({ ...query, requestSearch: orderNumber });
  return PURCHASE_ADDRESS.path({ ...query, tab: 'history', historySearch: orderNumber, status });
}

export function searchOf(query: PurchaseQuery): string {
  return query.tab === 'history' ? query.historySearch : query.requestSearch;
}

/** A new search on the tab that is shown. */
export function searchChange({ tab }: PurchaseQuery, search: string) {
  return tab === 'history'
    ? { requestSearch: '', historySearch: search }
    : { requestSearch: search, historySearch: '' };
}

/** Whether anything but the tab, the status and the order narrows the list. */
export function isNarrowed(query: PurchaseQuery): boolean {
  const { from, to, method, amountFrom, amountTo, flag, bank } = query;
  return searchOf(query) !== '' || [from, to, method, amountFrom, amountTo, flag, bank].some((value) => value !== '');
}

/** What an empty list says that nothing matches. */
export function narrowedBy(query: PurchaseQuery): 'this search' | 'this search and filter' {
  return isNarrowed({ ...query, ...NO_FILTERS }) && !isNarrowed({ ...query, requestSearch: '', historySearch: '' })
    ? 'this search'
    : 'this search and filter';
}

/** What the screen shows of all purchases: requests are the pending ones. */
export function filtersOf(query: PurchaseQuery) {
  const { from, to, method, amountFrom, amountTo, flag, bank } = query;
  return {
    search: searchOf(query),
    status: query.tab === 'history' ? query.status : ('PENDING' as const),
    ...(query.second && { waiting: 'second' as const }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(method !== '' && { method }),
    ...(amountFrom !== '' && { amountFrom }),
    ...(amountTo !== '' && { amountTo }),
    ...(flag !== '' && { flag }),
    ...(bank !== '' && { bank }),
  };
}

/** The requests of a query in their order, for the desk and for all pages. */
export function queueOf(query: PurchaseQuery) {
  const { status: _, ...filter } = filtersOf(query);
  return { ...filter, ...(query.sort !== '' && { sort: query.sort }) };
}
export type QueueFilter = ReturnType<typeof queueOf>;

/** The call of a query: ten a page. */
export function inputOf(query: PurchaseQuery) {
  const { page, sort } = query;
  return { page, limit: PAGE_LIMIT_DEFAULT, ...filtersOf(query), ...(sort !== '' && { sort }) };
}

/** The call for what waits for a second admin in a tab, of which the screen shows the number. */
export function secondInput(status: 'PENDING' | 'APPROVED') {
  return { page: 1, limit: 1, search: '', status, waiting: 'second' as const };
}
