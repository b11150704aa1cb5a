import { expect, test } from 'vitest';
import { isQuiet } from '@/lib/companies/rules.ts';

/** In India, five and a half hours ahead. */
const at = (hour: number): Date => new Date(Date.parse('2026-11-22T00:00:00+05:30') + hour * 3_600_000);
const quietHours = (from: number, to: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isQuiet({ quiet_from_hour: from, quiet_to_hour: to }, at(hour)),
  );

test('quiet hours go over midnight, and the same hour twice means none', () => {
  expect(quietHours(21, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 21, 22, 23]);
  expect(quietHours(13, 15)).toEqual([13, 14]);
  expect(quietHours(0, 0)).toEqual([]);
  expect(quietHours(9, 9)).toEqual([]);
});
