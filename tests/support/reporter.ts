/** Writes what a run counted to the file named by `TEST_COUNTS`, for the summary line of `npm test`. */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Counts {
  passed: number;
  /** Failed tests, and besides each file, group or error outside of tests that failed by itself. */
  failed: number;
  skipped: number;
}

function countModule(module: TestModule, counts: Counts): void {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') counts.passed++;
    else if (state === 'skipped') counts.skipped++;
    // A test that was never finished has not passed.
    else counts.failed++;
  }
  // A hook that throws, or a file that can't be loaded: its tests did not run, and that is no success.
  if (module.errors().length > 0) counts.failed++;
  for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++;
}

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.TEST_COUNTS;
    if (!file) return;
    const counts: Counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) countModule(module, counts);
    writeFileSync(file, JSON.stringify(counts));
  }
}
