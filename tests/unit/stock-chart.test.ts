/** The stock chart shows each balance from the day of its entry until the next one, below a round upper bound. */
import { expect, test } from 'vitest';
import { type Drawing, drawing, HEIGHT, roundUp, WIDTH } from '../../src/islands/dashboard/chart.ts';

test.each([
  [0, 10],
  [10, 10],
  [11, 20],
  [21, 50],
  [51, 100],
  [8000, 10_000],
  [12_000, 20_000],
  [999_999_999, 1_000_000_000],
])('the axis for %i ends at %i', (value, edge) => {
  expect(roundUp(value)).toBe(edge);
});

test('without entries there is no drawing', () => {
  expect(drawing([], '2026-11-21')).toBe(null);
});

/** The balance that the line shows at a part of the width, from 0 (left) to 1 (right). */
function balanceAt(shown: Drawing | null, part: number): number {
  let x = 0;
  let y = HEIGHT;
  for (const [, command, coordinates = ''] of (shown?.line ?? '').matchAll(/([MHV])([\d. ]+)/g)) {
    const [first = 0, second = 0] = coordinates.split(' ').map(Number);
    if (command === 'H' && first > part * WIDTH) break;
    if (command === 'M') [x, y] = [first, second];
    else if (command === 'H') x = first;
    else y = first;
  }
  expect(x).toBeLessThanOrEqual(part * WIDTH);
  return ((HEIGHT - y) / HEIGHT) * (shown?.top ?? 0);
}

test('a balance is shown from the day of its entry, and the last one until the end of today', () => {
  const points = [
    { day: '2026-11-02', change: 5000, balance: 5000 },
    { day: '2026-11-06', change: 5000, balance: 10_000 },
  ];
  const shown = drawing(points, '2026-11-10');
  expect(shown).toMatchObject({ top: 10_000, from: '2026-11-01' });
  // Ten days: the axis starts on 1 November and ends after 10 November.
  const balances = [0, 0.5, 1.5, 4.5, 5.5, 9.5].map((days) => balanceAt(shown, days / 10));
  expect(balances).toEqual([0, 0, 5000, 5000, 10_000, 10_000]);
  expect(shown?.line.endsWith(`H${WIDTH}`)).toBe(true);
  expect(shown?.area.startsWith(shown.line)).toBe(true);
});

test('an entry of today is visible; a shortened history starts with its opening balance', () => {
  const today = drawing([{ day: '2026-11-21', change: 10, balance: 10 }], '2026-11-21');
  expect([balanceAt(today, 0.25), balanceAt(today, 0.75)]).toEqual([0, 10]);
  const shortened = drawing([{ day: '2026-11-20', change: 5, balance: 10 }], '2026-11-20');
  expect([balanceAt(shortened, 0.25), balanceAt(shortened, 0.75)]).toEqual([5, 10]);
});
