/** On which days a claim without a row is not at the bank: only where the imported statements would have its payment. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { futureProblems } from '@/lib/reconciliation/drafts/rules.ts';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import { coveredBy, isRead, type Period } from '@/lib/reconciliation/matching/read.rules.ts';
import { ACCOUNT, claimOf } from '../support/matching.ts';

const day = (n: number): string => new Date(Date.UTC(2026, 10, n)).toISOString().slice(0, 10);
const period = (from: number, to: number): Period => ({ from: day(from), to: day(to) });

describe('the state of a claim without a row, of 10 November', () => {
  it.each<[string, [number, number][], string]>([
    ['a statement around its day', [[1, 20]], 'NOT_FOUND'],
    ['a statement of the next day alone', [[11, 11]], 'NOT_FOUND'],
    ['a statement that begins three days later', [[13, 20]], 'NOT_FOUND'],
    ['a statement that begins four days later', [[14, 20]], 'UNKNOWN'],
    ['a statement that ends on its day', [[1, 10]], 'UNKNOWN'],
    [
      'statements before and long after its day',
      [
        [1, 8],
        [15, 20],
      ],
      'UNKNOWN',
    ],
    [
      'a statement that ends on its day, and one that follows',
      [
        [1, 10],
        [11, 20],
      ],
      'NOT_FOUND',
    ],
    [
      'one of each day',
      [
        [9, 9],
        [10, 10],
        [11, 11],
      ],
      'NOT_FOUND',
    ],
    ['no statement', [], 'UNKNOWN'],
  ])('%s', (_, periods, expected) => {
    const covered = coveredBy(periods.map(([from, to]) => period(from, to)));
    const until = day(Math.max(0, ...periods.map(([, to]) => to)));
    const { claims } = matchAll([], [claimOf({ submittedOn: day(10) })], new Map([[ACCOUNT, { until, covered }]]));
    expect(claims.get('purchase-1')?.bankState).toBe(expected);
  });
});

it('joins statements in any order, and covers the days of each of them and no other', () => {
  const ends = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(ends, { maxLength: 8 }), fc.integer({ min: -5, max: 80 }), (all, nth) => {
      const periods = all.map(([from, length]) => period(from, from + length));
      const covered = coveredBy(periods);
      expect(covered).toEqual(coveredBy(periods.toReversed()));
      const isOfOne = all.some(([from, length]) => from - 3 <= nth && nth < from + length);
      expect(isRead({ until: day(99), covered }, day(nth))).toBe(isOfOne);
    }),
  );
});

it.each([
  ['2026-11-28', []],
  ['2026-12-05', []],
  ['2026-12-06', [{ line: 3, message: expect.stringContaining('2026-12-06 is more than a week in the future') }]],
  ['2062-11-24', [{ line: 3, message: expect.stringContaining('2062-11-24 is more than a week in the future') }]],
])('a row of %s is in a file of today or not', (date, expected) => {
  const rows = [
    { line: 2, date: '2026-11-24' },
    { line: 3, date },
  ];
  expect(futureProblems(rows, new Date('2026-11-28T10:00:00Z'))).toEqual(expected);
});
