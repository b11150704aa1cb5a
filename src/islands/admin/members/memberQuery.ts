import { choiceParam, dayParam, flagParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { ACCOUNT_STATUSES, MEMBER_SORTS, ROLES } from '@/lib/members/calls.ts';

/** What the screen shows. */
export interface MemberQuery {
  readonly search: string;
  /** Which accounts the status filter lets through; null for all. */
  readonly approval: 'waiting' | 'verified' | null;
  /** Only accounts with a deletion request. */
  readonly leaving: boolean;
  /** First and last day of the registration, 'YYYY-MM-DD' in India; '' for no bound, as in all that follows. */
  readonly from: string;
  readonly to: string;
  readonly role: (typeof ROLES)[number] | '';
  readonly account: (typeof ACCOUNT_STATUSES)[number] | '';
  readonly sort: (typeof MEMBER_SORTS)[number] | '';
  /** From 1. */
  readonly page: number;
}

/** The names of the filters of the dialog. */
export const MEMBER_FILTERS = ['from', 'to', 'role', 'account', 'sort'] as const;

export const MEMBER_ADDRESS = listAddress<MemberQuery>(PATHS.userManage, {
  search: searchParam(),
  approval: choiceParam<MemberQuery['approval']>('status', ['waiting', 'verified'], null),
  leaving: flagParam('deletion', 'requested'),
  from: dayParam('from'),
  to: dayParam('to'),
  role: choiceParam<MemberQuery['role']>('role', ['', ...ROLES], ''),
  account: choiceParam<MemberQuery['account']>('account', ['', ...ACCOUNT_STATUSES], ''),
  sort: choiceParam<MemberQuery['sort']>('sort', ['', ...MEMBER_SORTS], ''),
  page: pageParam(),
});

/** The filters of the screen for an export of what it lists. */
export function filtersOf({ search, approval, leaving, ...query }: MemberQuery): Record<string, string> {
  return {
    ...narrowed(query),
    ...(search !== '' && { search }),
    ...(approval !== null && { isApproved: String(approval === 'verified') }),
    ...(leaving && { deletionRequested: 'true' }),
  };
}

/** The call of a query: ten a page. */
export function inputOf({ page, search, approval, leaving, sort, ...query }: MemberQuery) {
  return {
    page,
    limit: PAGE_LIMIT_DEFAULT,
    search,
    ...(approval !== null && { isApproved: approval === 'verified' }),
    ...(leaving && { deletionRequested: 'true' as const }),
    ...narrowed(query),
    ...(sort !== '' && { sort }),
  };
}

function narrowed({ from, to, role, account }: Pick<MemberQuery, 'from' | 'to' | 'role' | 'account'>) {
  return {
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(role !== '' && { role }),
    ...(account !== '' && { status: account }),
  };
}

/** The deletion requests, for their count alone. */
export const LEAVING_INPUT = { page: 1, limit: 1, search: '', deletionRequested: 'true' } as const;
