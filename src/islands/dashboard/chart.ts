import type { StockPoint } from '@/lib/ledger/history/contract.ts';

/* Where the lines of the stock chart run: days to the right, tokens upwards, in units of the drawing. */

export const WIDTH = 600;
export const HEIGHT = 200;

const DAY_MS = 86_400_000;
const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** The next round figure at or above: 1, 2 or 5 and zeros, never below 10. */
export function roundUp(value: number): number {
  let unit = 10;
  while (unit * 10 <= value) unit *= 10;
  for (const step of [unit, unit * 2, unit * 5]) if (value <= step) return step;
  return unit * 10;
}

export interface Drawing {
  /** For `d` of the line, and of the area under it. */
  readonly line: string;
  readonly area: string;
  /** What the upper edge stands for, in tokens. */
  readonly top: number;
  /** `YYYY-MM-DD` at the left edge: the day before the first change, so that it is seen to rise from nothing. */
  readonly from: string;
}

/** Steps, for a balance holds until the next entry. Null without points. */
export function drawing(points: readonly StockPoint[], today: string): Drawing | null {
  const [first] = points;
  if (!first) return null;
  const start = dayNumber(first.day) - 1;
  // To the end of today, so that what came today is a step and not an edge.
  const span = dayNumber(today) + 1 - start;
  const top = roundUp(Math.max(...points.map((point) => point.balance)));
  const x = (day: string): string => at(((dayNumber(day) - start) / span) * WIDTH);
  const y = (balance: number): string => at(HEIGHT - (balance / top) * HEIGHT);
  const opening = first.balance - first.change;
  const steps = points.map((point) => `H${x(point.day)}V${y(point.balance)}`).join('');
  const line = `M0 ${y(opening)}${steps}H${WIDTH}`;
  return {
    line,
    area: `${line}V${HEIGHT}H0Z`,
    top,
    from: new Date(start * DAY_MS).toISOString().slice(0, 10),
  };
}

/** With one decimal: finer than a pixel. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
