import { describe, expect, it } from 'vitest';
import { nearerEnd, offsetOf, paged, pageNumbers, serialNumber } from '@/lib/core/pagination.ts';

describe('the nearer end', () => {
  it.each([
    [0, 1, { take: 0, skip: 0, isFromEnd: false }],
    [5, 1, { take: 5, skip: 0, isFromEnd: false }],
    [100, 1, { take: 10, skip: 0, isFromEnd: false }],
    [100, 10, { take: 10, skip: 0, isFromEnd: true }],
    [95, 10, { take: 5, skip: 0, isFromEnd: true }],
    [95, 9, { take: 10, skip: 5, isFromEnd: true }],
    [100, 5, { take: 10, skip: 40, isFromEnd: false }],
    [95, 11, { take: 0, skip: 0, isFromEnd: true }],
  ])('of %i rows, page %i', (total, page, expected) => {
    expect(nearerEnd(total, { page, limit: 10 })).toEqual(expected);
  });

  it('gives the same rows from either end', () => {
    const rows = Array.from({ length: 37 }, (_, nth) => nth);
    for (let page = 1; page <= 6; page++) {
      const { take, skip, isFromEnd } = nearerEnd(rows.length, { page, limit: 7 });
      const rowsOfPage = isFromEnd
        ? rows
            .toReversed()
            .slice(skip, skip + take)
            .toReversed()
        : rows.slice(skip, skip + take);
      expect(rowsOfPage).toEqual(rows.slice((page - 1) * 7, page * 7));
    }
  });
});

describe('paged', () => {
  it('counts the last page from 1', () => {
    expect(paged([], 0, { page: 1, limit: 10 })).toEqual({ records: [], total: 0, lastPage: 1, page: 1, limit: 10 });
    expect(paged([], 10, { page: 1, limit: 10 }).lastPage).toBe(1);
    expect(paged([], 11, { page: 1, limit: 10 }).lastPage).toBe(2);
  });
  it('numbers rows across pages', () => {
    expect(offsetOf({ page: 3, limit: 25 })).toBe(50);
    expect(serialNumber({ page: 3, limit: 25 }, 0)).toBe(51);
  });
});

describe('pageNumbers', () => {
  const table: readonly (readonly [number, number, number, number, (number | null)[]])[] = [
    // page, last, range, margin
    [1, 0, 3, 2, []],
    [1, 1, 3, 2, []],
    [1, 0, 3, 2, []],
    [1, 2, 3, 2, [1, 2]],
    [1, 10, 3, 2, [1, 2, 3, null, 9, 10]],
    [5, 10, 3, 2, [1, 2, 3, 4, 5, 6, null, 9, 10]],
    [6, 12, 3, 2, [1, 2, null, 5, 6, 7, null, 11, 12]],
    [10, 10, 3, 2, [1, 2, null, 8, 9, 10]],
    [5, 9, 3, 1, [1, null, 4, 5, 6, null, 9]],
    [10, 20, 3, 1, [1, null, 9, 10, 11, null, 20]],
    [99, 9, 3, 1, [1, null, 7, 8, 9]],
  ];
  it.each(table)('page %i of %i, range %i, margin %i', (page, last, range, margin, shown) =>
    expect(pageNumbers(page, last, range, margin)).toEqual(shown),
  );
});
