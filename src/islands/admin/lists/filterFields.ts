import { isAmount, isDay } from '@/lib/core/list-url.ts';
import { typedAmount } from '@/lib/core/typed-amount.ts';

/** One filter of a list. It is off at the value ''. */
export type FilterField = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'day' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'choice'; readonly none: string; readonly options: readonly FilterOption[] }
);

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** Two fields that bound a range, the lower one first. */
export type FilterRange = readonly [from: string, to: string];

export type FilterValues = Readonly<Record<string, string>>;

/** The values with amounts as the server takes them. */
export function readFilters(fields: readonly FilterField[], typed: FilterValues): FilterValues {
  const amounts = fields
    .filter(({ kind }) => kind === 'amount')
    .map(({ name }) => [name, typedAmount(typed[name] ?? '')]);
  return { ...typed, ...Object.fromEntries(amounts) };
}

/** What is wrong with typed filters, by field; null if they can be shown. */
export function filterProblems(
  fields: readonly FilterField[],
  ranges: readonly FilterRange[],
  values: FilterValues,
): Record<string, string> | null {
  const problems: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const value = values[name] ?? '';
    if (value === '') continue;
    if (kind === 'day' && !isDay(value)) problems[name] = 'Please enter a real date.';
    if (kind === 'amount' && !isAmount(value)) problems[name] = 'Please enter an amount in rupees.';
  }
  for (const [from, to] of ranges) {
    const kind = fields.find(({ name }) => name === to)?.kind;
    const [low = '', high = ''] = [values[from], values[to]];
    if (low === '' || high === '' || problems[from] || problems[to]) continue;
    const isReversed = kind === 'amount' ? Number(low) > Number(high) : low > high;
    if (!isReversed) continue;
    problems[to] = kind === 'amount' ? 'This is less than the smallest amount.' : 'The last day is before the first.';
  }
  return Object.keys(problems).length === 0 ? null : problems;
}
