import { groupIndian } from '@/lib/core/format.ts';

/** A count as lists show it: '1,000+' beyond `max`, up to which a search is counted. */
export function countFigure(total: number, max = Number.POSITIVE_INFINITY): string {
  return total > max ? `${groupIndian(String(max))}+` : groupIndian(String(total));
}

/** '1 user', '2 users', '1,000+ users'. */
export function countText(total: number, one: string, many: string, max?: number): string {
  return `${countFigure(total, max)} ${total === 1 ? one : many}`;
}
