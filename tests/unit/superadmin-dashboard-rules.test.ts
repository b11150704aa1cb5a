import { describe, expect, test } from 'vitest';
import { diskWellness, mailWellness, nodeWellness, verificationWellness } from '@/lib/health/rules.ts';
import type { CompanyFigures, Health } from '@/lib/superadmin/dashboard/contract.ts';
import {
  collectionSeries,
  purchaseFigures,
  statusSeries,
  supplySeries,
  totalsOf,
  warningsOf,
} from '@/lib/superadmin/dashboard/rules.ts';

const company = (symbol: string, more: Partial<CompanyFigures> = {}): CompanyFigures => ({
  id: symbol,
  companyName: `${symbol} Limited`,
  tokenName: symbol,
  tokenSymbol: symbol,
  iconUrl: null,
  isPaused: false,
  isMoved: false,
  members: 10,
  verified: 4,
  ...purchaseFigures([
    { status: 'APPROVED', method: 'UPI', purchases: 3n, finalAmountPaise: 300_001n },
    { status: 'APPROVED', method: 'BANK', purchases: 1n, finalAmountPaise: 99n },
    { status: 'PENDING', method: 'MANUAL', purchases: 2n, finalAmountPaise: 7n },
    { status: 'REVERSED', method: 'UPI', purchases: 1n, finalAmountPaise: 5_000n },
  ]),
  privateSupply: 1000,
  sold: 250,
  held: 125,
  remaining: 625,
  waitingLong: 1,
  mailsStuck: 2,
  ...more,
});

test('totals are the sums of all companies to the paisa, including the platform’s own mails', () => {
  const totals = totalsOf([company('A'), company('B', { members: 1, verified: 0 })], 3);
  expect(totals).toEqual({
    companies: 2,
    members: 11,
    verified: 4,
    purchases: {
      pending: { total: 4, bank: 0, upi: 0, manual: 4, crypto: 0 },
      approved: { total: 8, bank: 2, upi: 6, manual: 0, crypto: 0 },
      rejected: { total: 0, bank: 0, upi: 0, manual: 0, crypto: 0 },
      reversed: { total: 2, bank: 0, upi: 2, manual: 0, crypto: 0 },
    },
    collected: { total: '6002.00', bank: '1.98', upi: '6000.02', manual: '0.00', crypto: '0.00' },
    privateSupply: 2000,
    sold: 500,
    held: 250,
    remaining: 1250,
    waitingLong: 2,
    mailsStuck: 7,
  });
  expect(totalsOf([], 0)).toMatchObject({ companies: 0, collected: { total: '0.00' }, mailsStuck: 0 });
});

test('charts have a row for each company, in the order of the companies', () => {
  const both = [company('A'), company('B', { sold: 0, held: 0, remaining: 1000 })];
  expect(collectionSeries(both).map((it) => [it.label, it.rows.map((row) => row.text)])).toEqual([
    ['Bank', ['₹0.99', '₹0.99']],
    ['UPI', ['₹3,000.01', '₹3,000.01']],
    ['Manual', ['₹0.00', '₹0.00']],
    ['Crypto', ['₹0.00', '₹0.00']],
  ]);
  expect(supplySeries(both).map((it) => [it.label, it.rows.map((row) => row.text)])).toEqual([
    ['Sold', ['25.00%', '0.00%']],
    ['Held', ['12.50%', '0.00%']],
    ['Remaining', ['62.50%', '100.00%']],
  ]);
  expect(statusSeries(both).map((it) => [it.label, it.rows.map((row) => row.value)])).toEqual([
    ['Pending', [2, 2]],
    ['Approved', [4, 4]],
    ['Rejected', [0, 0]],
    ['Reversed', [1, 1]],
  ]);
});

describe('wellness', () => {
  test.each([
    [0, 'good'],
    [49, 'good'],
    [50, 'bad'],
  ])('a node silent for %i s is %s', (secondsSilent, state) => {
    expect(nodeWellness({ secondsSilent })).toBe(state);
  });

  test.each([
    [50, 100, 'good'],
    [10, 100, 'good'],
    [9, 100, 'warning'],
    [2, 100, 'warning'],
    [1, 100, 'bad'],
    [null, null, 'warning'],
    [1, 0, 'warning'],
  ])('%s of %s bytes free is %s', (diskFreeBytes, diskTotalBytes, state) => {
    expect(diskWellness({ diskFreeBytes, diskTotalBytes })).toBe(state);
  });

  test.each([
    [0, 0, null, 'good'],
    [0, 1, null, 'warning'],
    [1, 0, null, 'bad'],
    [0, 0, 'The mail server is unreachable.', 'bad'],
  ])('%i mails stuck, %i given up and the problem %j is %s', (stuck, failed, problem, state) => {
    expect(mailWellness({ stuck, failed }, problem)).toBe(state);
  });

  const day = 86_400;
  test.each([
    [null, 0, 10 * day, 'good'],
    [null, 3 * day - 1, 10 * day, 'good'],
    [null, 3 * day, 10 * day, 'warning'],
    [null, null, 60, 'good'],
    [null, null, 3_600, 'warning'],
    ['entry 3: …', 0, 10 * day, 'bad'],
  ])('a fault of %s, verified %s s ago, up for %s s is %s', (fault, secondsAgo, secondsUp, state) => {
    expect(verificationWellness({ fault, secondsAgo, secondsUp })).toBe(state);
  });
});

test('warningsOf returns only problems, the worst first', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const disk = { state: 'good', freeBytes: 50, totalBytes: 100 } as const;
  const node = { name: 'a:1', state: 'good', version: '1', startedAt: at, seenAt: at, disk } as const;
  const health: Health = {
    database: { state: 'good', version: '18.4', roundTripMs: 1, sizeBytes: 1 },
    mail: {
      state: 'good',
      way: 'smtp',
      waiting: 3,
      stuck: 0,
      failed: 0,
      problem: null,
      oldestWaitingAt: at,
      lastSentAt: at,
    },
    nodes: [node],
    verifications: [{ kind: 'ledger', state: 'good', ranAt: at, entries: 1, fault: null }],
  };
  const calm = totalsOf([company('A', { waitingLong: 0 })], 0);
  expect(warningsOf(calm, health)).toEqual([]);
  const warnings = warningsOf(totalsOf([company('A')], 0), {
    ...health,
    mail: { ...health.mail, state: 'bad', stuck: 2, failed: 1 },
    nodes: [
      node,
      { ...node, name: 'b:1', state: 'bad' },
      { ...node, name: 'c:1', disk: { ...disk, state: 'warning' } },
    ],
    verifications: [
      { kind: 'ledger', state: 'bad', ranAt: at, entries: 1, fault: 'ledger of A: entry 1: changed' },
      { kind: 'audit', state: 'warning', ranAt: null, entries: 0, fault: null },
      { kind: 'files', state: 'bad', ranAt: at, entries: 7, fault: '1 of 7 files, the first is x' },
    ],
  });
  expect(warnings.map(({ state, text }) => `${state} ${text}`)).toEqual([
    'bad Records were altered: ledger of A: entry 1: changed.',
    'bad Uploaded files are missing: 1 of 7 files, the first is x.',
    'bad The node b:1 has not been seen for a while.',
    'bad 2 mails are stuck.',
    'warning The audit trail has not been verified yet.',
    'warning The disk of c:1 is nearly full.',
    'warning 1 mail was given up.',
    'warning 1 purchase has waited longer than 24 hours.',
  ]);
});
