/**
 * What the tests of docs/faults.md measured. `npm run test:faults` runs every file that reports a figure here, and ends with a table
 * of promise, test and figure.
 */
import { TestRunner } from 'vitest';

export interface FaultFigure {
  /** The first cell of its row in docs/faults.md. */
  readonly fault: string;
  /** Measured by this run of the test. */
  readonly figure: string;
}

declare module 'vitest' {
  interface TaskMeta {
    faults?: FaultFigure[];
  }
}

/** Reports what the running test measured. Call it before the expectations, so that a promise that is missed has its figure. */
export function reportFault(fault: string, figure: string): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('a figure belongs to a running test');
  test.meta.faults = [...(test.meta.faults ?? []), { fault, figure }];
  process.stdout.write(`${fault}: ${figure}\n`);
}

/** `1.2 s`. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
