/** The line of the soak: a rise is more than scatter. */
import { expect, test } from 'vitest';
import { isRising, median, slopeOf } from '../bench/soak/slope.ts';

test.each([
  ['a rise', [10, 12, 14, 16, 18], 2, 0, true],
  ['a fall', [18, 16, 14, 12, 10], -2, 0, false],
  ['no change', [10, 10, 10, 10, 10], 0, 0, false],
  // By hand: slope 0.6, residuals −0.8, 0.6, 1, −0.6, −0.2, so an error of √(2.4 / 3 / 10).
  ['scatter', [1, 3, 4, 3, 4], 0.6, Math.sqrt(2.4 / 3 / 10), true],
  ['more scatter than rise', [10, 20, 10, 20, 12], 0.4, Math.sqrt(105.6 / 3 / 10), false],
])('the line of %s', (_, readings, perUnit, error, rises) => {
  const slope = slopeOf(readings.map((it, nth) => [nth, it]));
  expect(slope.perUnit).toBeCloseTo(perUnit, 9);
  expect(slope.error).toBeCloseTo(error, 9);
  expect(isRising(slope)).toBe(rises);
});

test('two readings give no line', () => {
  expect(() =>
    slopeOf([
      [0, 1],
      [1, 2],
    ]),
  ).toThrow('three readings');
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (all, middle) => {
  expect(median(all)).toBe(middle);
});
