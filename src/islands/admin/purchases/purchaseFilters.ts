import { formatDay, formatRupees } from '@/lib/core/format.ts';
import { BANK_TITLES } from '@/lib/purchases/bank-filter.rules.ts';
import { PAYMENT_METHODS } from '@/lib/purchases/calls.ts';
import type { FilterField, FilterOption, FilterRange, FilterValues } from '../lists/filterFields.ts';
import type { Chip } from '../lists/ListTools.tsx';
import { FLAG_TITLES } from './flags.ts';
import { NO_FILTERS, type PurchaseQuery } from './purchaseQuery.ts';

const optionsOf = (titles: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(titles).map(([value, label]) => ({ value, label }));

const METHODS: readonly FilterOption[] = PAYMENT_METHODS.map((value) => ({ value, label: value }));

const SORTS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  highest: 'Highest amount first',
  lowest: 'Lowest amount first',
} as const;

/** The order of a tab where none is chosen: what waits longest comes first. */
const ownOrder = (tab: PurchaseQuery['tab']): keyof typeof SORTS => (tab === 'requests' ? 'oldest' : 'newest');

function sortOptions(tab: PurchaseQuery['tab']): FilterOption[] {
  return optionsOf(SORTS).filter(({ value }) => value !== ownOrder(tab));
}

export const PURCHASE_RANGES: readonly FilterRange[] = [
  ['from', 'to'],
  ['amountFrom', 'amountTo'],
];

export function purchaseFields(tab: PurchaseQuery['tab']): FilterField[] {
  const fields: FilterField[] = [
    { name: 'sort', label: 'Order', kind: 'choice', none: SORTS[ownOrder(tab)], options: sortOptions(tab) },
    { name: 'from', label: 'From', kind: 'day' },
    { name: 'to', label: 'To', kind: 'day' },
    { name: 'amountFrom', label: 'Final amount from', kind: 'amount' },
    { name: 'amountTo', label: 'Final amount to', kind: 'amount' },
    { name: 'method', label: 'Method', kind: 'choice', none: 'Every method', options: METHODS },
    {
      name: 'bank',
      label: 'Bank statement',
      kind: 'choice',
      none: 'Every bank state',
      options: optionsOf(BANK_TITLES),
    },
  ];
  const flag = {
    name: 'flag',
    label: 'Flag',
    kind: 'choice',
    none: 'With and without flags',
    options: optionsOf(FLAG_TITLES),
  } as const;
  return tab === 'requests' ? [...fields, flag] : fields;
}

/** The filters of a query by their names. */
export function filterValues(query: PurchaseQuery): FilterValues {
  return Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, query[name as keyof typeof NO_FILTERS]]));
}

const TEXTS: Readonly<Record<keyof typeof NO_FILTERS, (value: string) => string>> = {
  from: (day) => `From ${formatDay(day)}`,
  to: (day) => `Until ${formatDay(day)}`,
  method: (method) => method,
  amountFrom: (amount) => `From ${formatRupees(amount)}`,
  amountTo: (amount) => `Up to ${formatRupees(amount)}`,
  flag: (flag) => FLAG_TITLES[flag as keyof typeof FLAG_TITLES],
  sort: (sort) => SORTS[sort as keyof typeof SORTS],
  bank: (bank) => BANK_TITLES[bank as keyof typeof BANK_TITLES],
};

/** The filters in force, in words. */
export function filterChips(query: PurchaseQuery): Chip[] {
  return (Object.keys(TEXTS) as (keyof typeof TEXTS)[])
    .filter((name) => query[name] !== '')
    .map((name) => ({ name, text: TEXTS[name](query[name]) }));
}
