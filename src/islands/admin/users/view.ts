import { pageIn, searchIn } from '@/lib/core/address.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';

/** What the screen shows, kept in its address, so that it can be reloaded and sent to a colleague. */
export interface View {
  readonly search: string;
  /** Which accounts the status filter lets through; null for all. */
  readonly approval: 'waiting' | 'verified' | null;
  /** Only who asked to be deleted. */
  readonly leaving: boolean;
  /** From 1. */
  readonly page: number;
}

/** Whatever stands in the address, a view comes out. */
export function readView(params: URLSearchParams): View {
  const approval = params.get('status');
  return {
    search: searchIn(params),
    approval: approval === 'waiting' || approval === 'verified' ? approval : null,
    leaving: params.get('deletion') === 'requested',
    page: pageIn(params),
  };
}

/** The address of a view, without what is the default. */
export function pathOf(view: View): string {
  const params = new URLSearchParams();
  if (view.search !== '') params.set('search', view.search);
  if (view.approval !== null) params.set('status', view.approval);
  if (view.leaving) params.set('deletion', 'requested');
  if (view.page > 1) params.set('page', String(view.page));
  const query = params.toString();
  return query === '' ? PATHS.userManage : `${PATHS.userManage}?${query}`;
}

/** The filters of the screen for an export of what it lists. */
export function filtersOf({ search, approval, leaving }: View): Record<string, string> {
  return {
    ...(search !== '' && { search }),
    ...(approval !== null && { isApproved: String(approval === 'verified') }),
    ...(leaving && { deletionRequested: 'true' }),
  };
}

/** The call that a view makes: ten a page. */
export function inputOf({ page, search, approval, leaving }: View) {
  return {
    page,
    limit: PAGE_LIMIT_DEFAULT,
    search,
    ...(approval !== null && { isApproved: approval === 'verified' }),
    ...(leaving && { deletionRequested: 'true' as const }),
  };
}

/** The list of who asked to be deleted, for its count alone. */
export const LEAVING_INPUT = { page: 1, limit: 1, search: '', deletionRequested: 'true' } as const;
