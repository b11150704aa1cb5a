/**
 * How the waiting orders of the demonstration were paid: most of them as agreed, and one or two in each way that the reconciliation
 * has to tell apart.
 */
import { nameTokens } from '../../reconciliation/matching/payer.rules.ts';
import type { Person } from './people.ts';
import { type DemoPlan, type PlannedOrder, statusOf } from './plan.ts';

/**
 * `AGREED`: by the buyer, the whole amount, with the right number. `FAMILY`: by a relative of another name. `GIFTS`: by a shop of that
 * name, with the order number in the note. `REVEREND`: by the buyer, with a title that looks like a return. `MEMBER`: from the account of
 * another member. `PHONE`: with another buyer's phone number in the note. `PARTS`: by two transfers. `DOUBLE`: twice the amount in one
 * transfer. `TWICE`: two equal transfers. `BY_ORDER`: without a number, with the order number in the note.
 */
const WAYS = [
  'MISSING',
  'SETTLED',
  'BY_ORDER',
  'FAMILY',
  'MEMBER',
  'REVEREND',
  'GIFTS',
  'PHONE',
  'PARTS',
  'DOUBLE',
  'TWICE',
  'FEE_LEFT_OUT',
  'SHORT',
  'SWAPPED',
] as const;
export type Way = 'AGREED' | (typeof WAYS)[number];

/** Other ways have one order. */
const COUNTS: Readonly<Partial<Record<Way, number>>> = { MISSING: 2, SETTLED: 5 };

export const isUpi = (reference: string | null): reference is string =>
  reference !== null && /^\d{12}$/.test(reference);

/** Each waiting order with its way; orders that share a number are `AGREED`. @param orders the oldest first */
export function waysOf(orders: readonly PlannedOrder[]): ReadonlyMap<PlannedOrder, Way> {
  const waiting = orders.filter((order) => statusOf(order) === 'PENDING');
  const ways = new Map<PlannedOrder, Way>(waiting.map((order) => [order, 'AGREED']));
  const isOnly = ({ reference }: PlannedOrder): boolean =>
    orders.filter((other) => other.reference === reference).length === 1;
  const single = waiting.filter((order) => isUpi(order.reference) && isOnly(order));
  const withoutNumber = waiting.filter((order) => order.reference === null);
  for (const way of WAYS) {
    const free = (way === 'BY_ORDER' ? withoutNumber : single).filter((order) => ways.get(order) === 'AGREED');
    for (const order of free.slice(0, COUNTS[way] ?? 1)) ways.set(order, way);
  }
  return ways;
}

/** A member who waits for nothing and shares no word of their name with anybody who does. */
export function bystanderOf({ people, orders }: Pick<DemoPlan, 'people' | 'orders'>): Person | undefined {
  const waiting = orders.filter((order) => statusOf(order) === 'PENDING');
  const beginnings = (name: string): string[] => nameTokens(name).map((word) => word.slice(0, 5));
  const known = new Set(waiting.flatMap(({ buyer }) => beginnings(buyer.name)));
  return people.find(
    (person) => person.status === 'ACTIVE' && beginnings(person.name).every((beginning) => !known.has(beginning)),
  );
}
