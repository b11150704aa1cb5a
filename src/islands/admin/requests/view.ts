import { pageIn, searchIn } from '@/lib/core/address.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';

/** What the filter of the history offers (spec, Manage Purchase; reversed ones beside it). */
export const DECIDED_STATUSES = ['APPROVED', 'REJECTED', 'REVERSED'] as const;
export type DecidedStatus = (typeof DECIDED_STATUSES)[number];

export function isDecidedStatus(text: string | null): text is DecidedStatus {
  return DECIDED_STATUSES.some((known) => known === text);
}

/** What the screen shows, kept in its address, so that it can be reloaded and sent to a colleague. */
export interface View {
  readonly tab: 'requests' | 'history';
  /** Each tab has its own parameter; a search on one tab drops the other's (spec, Manage Purchase). */
  readonly requestSearch: string;
  readonly historySearch: string;
  readonly status: DecidedStatus;
  /** Only what waits for a second admin: first approvals, or reversals that were asked for. */
  readonly second: boolean;
  /** From 1, of the tab that is shown. */
  readonly page: number;
}

/** Whatever stands in the address, a view comes out. */
export function readView(params: URLSearchParams): View {
  const status = params.get('status');
  const tab = params.get('tab') === 'history' ? 'history' : 'requests';
  const decided = isDecidedStatus(status) ? status : 'APPROVED';
  return {
    tab,
    requestSearch: searchIn(params, 'requestSearch'),
    historySearch: searchIn(params, 'historySearch'),
    status: decided,
    second: params.get('waiting') === 'second' && (tab === 'requests' || decided === 'APPROVED'),
    page: pageIn(params),
  };
}

/** The address of a view, without what is the default. */
export function pathOf(view: View): string {
  const params = new URLSearchParams();
  if (view.tab === 'history') params.set('tab', 'history');
  if (view.requestSearch !== '') params.set('requestSearch', view.requestSearch);
  if (view.historySearch !== '') params.set('historySearch', view.historySearch);
  if (view.tab === 'history' && view.status !== 'APPROVED') params.set('status', view.status);
  if (view.second) params.set('waiting', 'second');
  if (view.page > 1) params.set('page', String(view.page));
  const query = params.toString();
  return query === '' ? PATHS.purchaseRequest : `${PATHS.purchaseRequest}?${query}`;
}

/** Where one purchase is found by its number. */
export function purchasePath(orderNumber: string, status: DecidedStatus | 'PENDING'): string {
  const view = readView(new URLSearchParams());
  if (status === 'PENDING') return pathOf({ ...view, requestSearch: orderNumber });
  return pathOf({ ...view, tab: 'history', historySearch: orderNumber, status });
}

export function searchOf(view: View): string {
  return view.tab === 'history' ? view.historySearch : view.requestSearch;
}

/** A new search on the tab that is shown. */
export function withSearch(view: View, search: string): View {
  const own = view.tab === 'history';
  return { ...view, page: 1, requestSearch: own ? '' : search, historySearch: own ? search : '' };
}

/** What the screen shows of all purchases: requests are what is pending. */
export function filtersOf(view: View) {
  return {
    search: searchOf(view),
    status: view.tab === 'history' ? view.status : ('PENDING' as const),
    ...(view.second && { waiting: 'second' as const }),
  };
}

/** The call that a view makes: ten a page. */
export function inputOf(view: View) {
  return { page: view.page, limit: PAGE_LIMIT_DEFAULT, ...filtersOf(view) };
}
