import { isAuditAction } from '@/lib/audit/actions.rules.ts';
import { isAuditGroup } from '@/lib/audit-log/rules.ts';
import { dayParam, listAddress, pageParam, searchParam, textParam } from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';

/** What the screen shows. */
export interface AuditQuery {
  readonly search: string;
  /** A code of the trail or a group of them; '' for all. */
  readonly action: string;
  /** 'YYYY-MM-DD' in India, both days included; '' for no bound. */
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly page: number;
}

export const AUDIT_ADDRESS = listAddress<AuditQuery>(PATHS.audit, {
  search: searchParam(),
  action: textParam('action', (text) => isAuditAction(text) || isAuditGroup(text)),
  from: dayParam('from'),
  to: dayParam('to'),
  page: pageParam(),
});

/** The call of a query: ten a page. */
export function inputOf({ page, search, action, from, to }: AuditQuery) {
  return {
    page,
    limit: PAGE_LIMIT_DEFAULT,
    search,
    ...(action !== '' && { action }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}
