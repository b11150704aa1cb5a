import { defineConfig } from 'vitest/config';

const alias = { '@': new URL('../src', import.meta.url).pathname };

/** Three projects, from quick to slow: rules alone, calls on a real database, people's ways in a real browser. */
export default defineConfig({
  resolve: { alias },
  test: {
    // What is waited for is a state, never a speed: a machine that pauses for a second is no fault of the program.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/property/**/*.test.ts'],
          // Properties and the rules of the house are all computing: a busy machine takes its time.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/global-db.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
