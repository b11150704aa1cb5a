import { formatDay } from '@/lib/core/format.ts';
import type { FilterField, FilterRange, FilterValues } from '../lists/filterFields.ts';
import type { Chip } from '../lists/ListTools.tsx';
import { MEMBER_FILTERS, type MemberQuery } from './memberQuery.ts';

const ROLE_LABELS = { USER: 'Members', ADMIN: 'Admins' } as const;
const ACCOUNT_LABELS = { ACTIVE: 'Active', INACTIVE: 'Inactive', BLOCKED: 'Blocked' } as const;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const MEMBER_RANGES: readonly FilterRange[] = [['from', 'to']];

export const MEMBER_FIELDS: readonly FilterField[] = [
  {
    name: 'sort',
    label: 'Order',
    kind: 'choice',
    none: 'Newest first',
    options: [{ value: 'oldest', label: 'Oldest first' }],
  },
  { name: 'from', label: 'Registered from', kind: 'day' },
  { name: 'to', label: 'Registered until', kind: 'day' },
  { name: 'role', label: 'Role', kind: 'choice', none: 'Members and admins', options: optionsOf(ROLE_LABELS) },
  { name: 'account', label: 'Account', kind: 'choice', none: 'In any state', options: optionsOf(ACCOUNT_LABELS) },
];

/** The filters of a query by their names. */
export function filterValues(query: MemberQuery): FilterValues {
  return Object.fromEntries(MEMBER_FILTERS.map((name) => [name, query[name]]));
}

const TEXTS: Readonly<Record<(typeof MEMBER_FILTERS)[number], (value: string) => string>> = {
  from: (day) => `From ${formatDay(day)}`,
  to: (day) => `Until ${formatDay(day)}`,
  role: (role) => ROLE_LABELS[role as keyof typeof ROLE_LABELS],
  account: (account) => ACCOUNT_LABELS[account as keyof typeof ACCOUNT_LABELS],
  sort: (sort) => (sort === 'oldest' ? 'Oldest first' : 'Newest first'),
};

/** The filters in force, in words. */
export function filterChips(query: MemberQuery): Chip[] {
  return MEMBER_FILTERS.filter((name) => query[name] !== '').map((name) => ({ name, text: TEXTS[name](query[name]) }));
}
