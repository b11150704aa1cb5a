/** The stock chart draws what the ledger says: steps that hold until the next entry, under a round upper edge. */
import { expect, test } from 'vitest';
import { drawing, HEIGHT, roundUp, WIDTH } from '../../src/islands/stock/chart.ts';

test.each([
  [0, 10],
  [10, 10],
  [11, 20],
  [21, 50],
  [51, 100],
  [8000, 10_000],
  [12_000, 20_000],
  [999_999_999, 1_000_000_000],
])('above %i the edge is %i', (value, edge) => {
  expect(roundUp(value)).toBe(edge);
});

test('without entries there is nothing to draw', () => {
  expect(drawing([], '2026-11-21')).toBe(null);
});

test('each entry is a step at its day, and the last balance holds until today', () => {
  const points = [
    { day: '2026-11-02', change: 5000, balance: 5000 },
    { day: '2026-11-06', change: 5000, balance: 10_000 },
  ];
  const it = drawing(points, '2026-11-10');
  expect(it).toMatchObject({ top: 10_000, from: '2026-11-01' });
  expect(it?.line).toBe(`M0 200H60V100H300V0H${WIDTH}`);
  expect(it?.area).toBe(`${it?.line}V${HEIGHT}H0Z`);
});

test('a first entry of today is a step with its own length; a cut history begins at its opening balance', () => {
  expect(drawing([{ day: '2026-11-21', change: 10, balance: 10 }], '2026-11-21')?.line).toBe('M0 200H300V0H600');
  expect(drawing([{ day: '2026-11-20', change: 5, balance: 10 }], '2026-11-20')?.line).toBe('M0 100H300V0H600');
});
