/** Runs for every file of browser tests: what a page reported fails the test, or the file when it came after the last one. */
import { afterAll, afterEach } from 'vitest';
import { closeVisitors, expectNoFaults } from './browser.ts';

afterEach(expectNoFaults);
afterAll(async () => {
  try {
    expectNoFaults();
  } finally {
    await closeVisitors();
  }
});
