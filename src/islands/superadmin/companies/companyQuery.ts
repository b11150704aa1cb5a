import { listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';

/** What the screen shows; `search` is a published parameter (docs/product.md). */
export interface CompanyQuery {
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

export const COMPANY_ADDRESS = listAddress<CompanyQuery>(PATHS.companyManage, {
  search: searchParam(),
  page: pageParam(),
});

/** The call of a query: ten a page. */
export function inputOf(query: CompanyQuery) {
  return { ...query, limit: PAGE_LIMIT_DEFAULT };
}
