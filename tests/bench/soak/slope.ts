/** Whether a figure that was read again and again grows: a straight line through its readings (least squares). */

export interface Slope {
  /** Per unit of x. */
  readonly perUnit: number;
  /** The standard error of `perUnit`: what readings that only scatter would give. */
  readonly error: number;
}

/** @param points at least three readings with different x */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope {
  const count = points.length;
  const mean = (pick: 0 | 1): number => points.reduce((sum, it) => sum + it[pick], 0) / count;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, it) => sum + (it[0] - x) ** 2, 0);
  if (count < 3 || spread === 0) throw new RangeError('a line needs three readings at different times');
  const perUnit = points.reduce((sum, it) => sum + (it[0] - x) * (it[1] - y), 0) / spread;
  const rest = points.reduce((sum, it) => sum + (it[1] - y - perUnit * (it[0] - x)) ** 2, 0);
  return { perUnit, error: Math.sqrt(rest / (count - 2) / spread) };
}

/** Whether a rise is more than scatter: more than twice its standard error. */
export const isRising = ({ perUnit, error }: Slope): boolean => perUnit > 2 * error;

export function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}
