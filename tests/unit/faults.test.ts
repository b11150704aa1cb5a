/** docs/faults.md against the tests: each row has a test that reports its figure, each figure a row, each promise a row. */
import fs from 'node:fs';
import { expect, test } from 'vitest';

const ROW = /^\| ([^|]+) \| ([^|]+) \| `(tests\/[^|`]+)` \| ([^|]+) \|$/gm;
const rows = [...fs.readFileSync('docs/faults.md', 'utf8').matchAll(ROW)].map(
  ([, fault = '', , file = '', figure]) => ({
    fault,
    file,
    figure,
  }),
);
const files = fs.globSync('tests/{api,long,faults}/*.test.ts');
const read = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
/** Tests of a cluster add this to the name of a fault. */
const nameOf = (fault: string): string => fault.replace(/^cluster: /, '');

/** What a sale promises to survive, and the rows that show it. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  'kill -9 of the program': ['kill -9 of the program'],
  'kill -9 or restart of the database': ['kill -9 or restart of the database under two nodes'],
  'failover of a replicated PostgreSQL': ['cluster: the machine of the primary dies', 'cluster: both standbys die'],
  'repeated writes': ['every write three times, in any order, and after a restart'],
  'racing decisions': ['10,000 racing approvals and rejections on two nodes'],
  'a full disk': ['the disk is full', 'the disk is full, for the log of the database too'],
  'object store away': ['the object store is away, broken or full, under 16 writers'],
  'mail server away': ['the mail server is down, silent or refuses', 'kill -9 while mails are under way'],
  'rolling restart': ['SIGTERM in a rolling restart of two nodes'],
  'a cut connection': ['the connection is cut between commit and answer'],
  'a second program': ['a second program on the same data folder', 'a start while another program stops'],
  'clocks apart': ['clocks of two nodes 20 minutes apart'],
  'every path of the state machine': ['a random walk of the state machine'],
  'backup and restore': ['backup and restore', 'backup and restore at 100,000 purchases'],
  upgrades: [
    'kill -9 of the program in the middle of a migration',
    'kill -9 of the database in the middle of a migration',
    'old and new version side by side during an upgrade',
  ],
  'change of the secret': ['APP_SECRET changes node by node, under 16 writers'],
};

test('each row names a test that reports its figure', () => {
  const missing = rows.filter(({ fault, file }) => {
    const text = read(file);
    return !text.includes('reportFault(') || !text.includes(`${nameOf(fault)}'`);
  });
  expect(rows.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
  expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
});

test('each figure that a test reports has a row', () => {
  const reported = files.flatMap((file) =>
    [...read(file).matchAll(/reportFault\(\s*'([^']+)'/g)].map(([, fault = '']) => ({ fault, file })),
  );
  const known = new Set(rows.map(({ fault, file }) => `${file} ${fault}`));
  expect(reported.filter(({ fault, file }) => !known.has(`${file} ${fault}`))).toEqual([]);
});

test.each(Object.entries(PROMISED))('the table shows what happens after %s', (_, faults) => {
  const known = rows.map(({ fault }) => fault);
  expect(faults.filter((fault) => !known.includes(fault))).toEqual([]);
});
