import { pageIn, searchIn } from '@/lib/core/address.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';

/** What the screen shows, kept in its address: `search` is the published parameter (spec point 2). */
export interface View {
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

/** Whatever stands in the address, a view comes out. */
export function readView(params: URLSearchParams): View {
  return {
    search: searchIn(params),
    page: pageIn(params),
  };
}

/** The address of a view, without what is the default. */
export function pathOf({ search, page }: View): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? PATHS.companyManage : `${PATHS.companyManage}?${query}`;
}

/** The call that a view makes: ten a page. */
export function inputOf(view: View) {
  return { ...view, limit: PAGE_LIMIT_DEFAULT };
}
