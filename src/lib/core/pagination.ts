/** Rows of one page of a list. */
export const PAGE_LIMIT_DEFAULT = 10;
export const PAGE_LIMIT_MAX = 100;
/** Bound against requests that would make the database skip rows for nothing. */
export const PAGE_MAX = 1_000_000;
/** Choices of the page size in the payment history (docs/product.md, Payment history). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** The `data` of every list call. */
export interface Page<T> {
  records: T[];
  total: number;
  /** From 1, also for an empty list. */
  lastPage: number;
  page: number;
  limit: number;
}

export function paged<T>(records: T[], total: number, { page, limit }: PageRequest): Page<T> {
  return { records, total, lastPage: Math.max(1, Math.ceil(total / limit)), page, limit };
}

/** Number of rows before the page. */
export function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit;
}

/**
 * Plans how to read a page of a list of known length. Each skipped row costs the database time, so a page nearer to the end
 * is read from there, in reverse order.
 */
export function nearerEnd(total: number, page: PageRequest): { take: number; skip: number; isFromEnd: boolean } {
  const before = offsetOf(page);
  const take = Math.max(0, Math.min(page.limit, total - before));
  const after = Math.max(0, total - before - take);
  const isFromEnd = after < before;
  return { take, skip: isFromEnd ? after : before, isFromEnd };
}

/** Serial number of a row, counted across pages (docs/product.md, Lists). */
export function serialNumber({ page, limit }: PageRequest, rowIndex: number): number {
  return offsetOf({ page, limit }) + rowIndex + 1;
}

/**
 * Page numbers that a pager shows: `margin` pages at each end, `range` around the current page, null for a gap.
 * Empty for fewer than two pages.
 */
export function pageNumbers(page: number, lastPage: number, range: number, margin: number): (number | null)[] {
  if (lastPage <= 1) return [];
  const first = Math.max(1, Math.min(page - Math.floor(range / 2), lastPage - range + 1));
  const shown = new Set<number>();
  for (let n = 1; n <= margin && n <= lastPage; n++) shown.add(n).add(lastPage - n + 1);
  for (let n = first; n < first + range && n <= lastPage; n++) shown.add(n);
  const out: (number | null)[] = [];
  let before = 0;
  for (const n of [...shown].sort((a, b) => a - b)) {
    // The number of a single skipped page needs no more room than a gap.
    if (n - before === 2) out.push(n - 1);
    else if (n - before > 2) out.push(null);
    out.push(n);
    before = n;
  }
  return out;
}
