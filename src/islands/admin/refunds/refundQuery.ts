import { choiceParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { REFUND_STATES, type RefundState } from '@/lib/refunds/calls.ts';

/** What the screen shows. */
export interface RefundQuery {
  /** The refunds, or the money that could be paid back. */
  readonly tab: 'refunds' | 'due';
  readonly search: string;
  /** Null for all. */
  readonly state: RefundState | null;
  /** From 1. */
  readonly page: number;
}

export const REFUND_ADDRESS = listAddress<RefundQuery>(
  PATHS.adminRefunds,
  {
    tab: choiceParam<RefundQuery['tab']>('tab', ['due'], 'refunds'),
    search: searchParam(),
    state: choiceParam<RefundQuery['state']>('state', REFUND_STATES, null),
    page: pageParam(),
  },
  (query) => (query.tab === 'due' ? { ...query, state: null } : query),
);

/** The call of the refunds: ten a page. */
export function refundsInput({ page, search, state }: RefundQuery) {
  return { page, limit: PAGE_LIMIT_DEFAULT, search, ...(state !== null && { state }) };
}

/** The call of the money that could be paid back. */
export function dueInput({ page, search }: RefundQuery) {
  return { page, limit: PAGE_LIMIT_DEFAULT, search };
}
