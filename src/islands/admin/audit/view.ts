import { isAuditAction } from '@/lib/audit/actions-rules.ts';
import { pageIn, searchIn } from '@/lib/core/address.ts';
import { isDate } from '@/lib/core/formats.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { isAuditGroup } from '@/lib/members/audit-rules.ts';

/** What the screen shows, kept in its address. */
export interface View {
  readonly search: string;
  /** A code of the trail or a group of them; '' for all. */
  readonly action: string;
  /** 'YYYY-MM-DD' in India, both days included; '' for no bound. */
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly page: number;
}

/** Whatever stands in the address, a view comes out. */
export function readView(params: URLSearchParams): View {
  const action = params.get('action') ?? '';
  const day = (name: string): string => {
    const text = params.get(name) ?? '';
    return isDay(text) ? text : '';
  };
  return {
    search: searchIn(params),
    action: isAuditAction(action) || isAuditGroup(action) ? action : '',
    from: day('from'),
    to: day('to'),
    page: pageIn(params),
  };
}

/** Whether it is a day that can be asked for: half-typed years are not. */
export function isDay(text: string): boolean {
  return isDate(text) && text >= '1900-01-01';
}

/** The address of a view, without what is the default. */
export function pathOf({ page, ...filters }: View): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== '') params.set(name, value);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? PATHS.audit : `${PATHS.audit}?${query}`;
}

/** The call that a view makes: ten a page. */
export function inputOf({ page, search, action, from, to }: View) {
  return {
    page,
    limit: PAGE_LIMIT_DEFAULT,
    search,
    ...(action !== '' && { action }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}
