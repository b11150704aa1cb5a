import fs from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './support/sequencer.ts';

const alias = { '@': new URL('../src', import.meta.url).pathname };

/** Calls as an attacker makes them, one file for each finding of docs/security.md. */
const ATTACKS = 'tests/api/attack-*.test.ts';
/** No proxy has a part in mail servers, backups and SQL, and passkeys need https, without which the proxies of tests run. */
const WITHOUT_PROXY = 'tests/api/attack-{h5-passkeys,m4,m5,m6}.test.ts';
/** What every client may do, which a proxy must let pass. */
const CLIENT = 'tests/api/spec-calls.test.ts';
const isProxied = Boolean(process.env.ATTACK_PROXY);

/** What every file needs that starts programs. */
const WATCH = 'tests/support/watch/setup.ts';

/** Each new connection costs the server a tenth of a second of a processor; tests of load have the default. */
const FEW_CONNECTIONS = { DATABASE_CONNECTIONS: '10' };

const CLUSTER = 'tests/faults/cluster*.test.ts';
/** Every file that reports a figure for docs/faults.md, whichever suite it is part of. */
const FAULTS = fs
  .globSync('tests/{api,long,faults}/*.test.ts')
  .filter((file) => fs.readFileSync(file, 'utf8').includes('reportFault('));

/**
 * Seven projects: rules without a database, calls on a real database, attacks on it, screens in a real browser, the tests of
 * these kinds that take long, all tests of docs/faults.md, and those of them that need a cluster. docs/testing.md says which command runs which.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // Tests wait for a state and never measure speed: a machine that pauses for a second is not a fault of the program.
    expect: { poll: { timeout: 10_000 } },
    // The files of a worker share their modules: reading them again took a fifth of the time. No test replaces a module, and
    // what must be done for every file is in a set-up file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/property/**/*.test.ts'],
          // Properties and tidy rules only compute: a busy machine needs time for them.
          testTimeout: 30_000,
          // Files of bombs and of commands wait for their processes.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: [ATTACKS],
          env: FEW_CONNECTIONS,
          globalSetup: ['tests/support/global-db.ts'],
          setupFiles: [WATCH],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // They wait for commits and programs during a third of their time.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: isProxied ? [ATTACKS, CLIENT] : [ATTACKS],
          exclude: isProxied ? [WITHOUT_PROXY] : [],
          globalSetup: ['tests/support/global-db.ts'],
          setupFiles: [WATCH],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // They wait for limits and time spans during a third of their time.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          env: FEW_CONNECTIONS,
          globalSetup: ['tests/support/global-db.ts'],
          setupFiles: [WATCH, 'tests/support/browser-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/support/global-db.ts'],
          setupFiles: [WATCH, 'tests/support/browser-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // They wait for programs that start, stop and die during half of their time.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: FAULTS,
          exclude: [CLUSTER],
          globalSetup: ['tests/support/global-db.ts'],
          setupFiles: [WATCH],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Many measure how long a fault lasts: others must not take the machine meanwhile.
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: [CLUSTER],
          maxWorkers: 1,
        },
      },
    ],
  },
});
