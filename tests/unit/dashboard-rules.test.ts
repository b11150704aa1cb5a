import { describe, expect, test } from 'vitest';
import {
  ageText,
  collectionOf,
  collectionRows,
  figureText,
  firstCollectionDay,
  memberStatisticsOf,
  type PurchaseTotal,
  referralRows,
  supplyRows,
  transactionStatisticsOf,
  type UserTotal,
} from '@/lib/dashboard/rules.ts';

test.each([
  [0, '--'],
  [null, '--'],
  [undefined, '--'],
  [1, '1'],
  [1_234_567, '12,34,567'],
])('a card shows %s as %s', (value, text) => {
  expect(figureText(value)).toBe(text);
});

test('members of every status count', () => {
  const totals: UserTotal[] = [
    { status: 'ACTIVE', isApproved: true, users: 5n },
    { status: 'ACTIVE', isApproved: false, users: 3n },
    { status: 'BLOCKED', isApproved: false, users: 2n },
  ];
  expect(memberStatisticsOf(totals)).toEqual({ total: 10, verificationCompleted: 5, verificationPending: 5 });
  expect(memberStatisticsOf([])).toEqual({ total: 0, verificationCompleted: 0, verificationPending: 0 });
});

test('only approved purchases count as collected', () => {
  const total = (status: string, method: PurchaseTotal['method'], finalAmountPaise: bigint): PurchaseTotal => ({
    status,
    method,
    purchases: 1n,
    finalAmountPaise,
  });
  expect(
    transactionStatisticsOf([
      total('APPROVED', 'UPI', 118_000n),
      total('APPROVED', 'BANK', 1n),
      total('APPROVED', 'UPI', 50n),
      total('PENDING', 'MANUAL', 7_777n),
      total('REJECTED', 'CRYPTO', 8_888n),
    ]),
  ).toEqual({ total: '1180.51', bank: '0.01', upi: '1180.50', manual: '0.00', crypto: '0.00' });
});

describe('charts', () => {
  const summary = {
    totalSupply: 1_000_000_000,
    privateSupply: 300_000_000,
    remainingPrivateSupply: 299_996_000,
    publicCellSupply: 500_000_000,
    angelInvestorSupply: 100_000_000,
    founderTeamSupply: 75_000_000,
    airdropSupply: 25_000_000,
    privateSupplyData: { total: 300_000_000, remaining: 299_996_000, stockBalance: 4_000 },
  };

  test('the supply has seven slices in order, with two decimals', () => {
    expect(supplyRows(summary)).toEqual([
      { label: 'Total Supply', value: 1_000_000_000, text: '1,00,00,00,000.00' },
      { label: 'Private Supply', value: 300_000_000, text: '30,00,00,000.00' },
      { label: 'Remaining Private Supply', value: 299_996_000, text: '29,99,96,000.00' },
      { label: 'Public Cell Supply', value: 500_000_000, text: '50,00,00,000.00' },
      { label: 'Angel Investor Supply', value: 100_000_000, text: '10,00,00,000.00' },
      { label: 'Founder Team Supply', value: 75_000_000, text: '7,50,00,000.00' },
      { label: 'Airdrop Supply', value: 25_000_000, text: '2,50,00,000.00' },
    ]);
  });

  test('the referral pool has three slices, in crore', () => {
    expect(referralRows(summary)).toEqual([
      { label: 'Total', value: 30, text: '30.00' },
      { label: 'Remaining', value: 30, text: '30.00' },
      { label: 'Stock Balance', value: 0, text: '0.00' },
    ]);
    const sold = { privateSupplyData: { total: 300_000_000, remaining: 250_049_999, stockBalance: 49_950_001 } };
    expect(referralRows(sold).map((row) => row.text)).toEqual(['30.00', '25.00', '5.00']);
  });

  test('missing figures are 0', () => {
    expect(supplyRows({}).map((row) => row.value)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(referralRows({}).map((row) => row.text)).toEqual(['0.00', '0.00', '0.00']);
  });

  test.each([
    [{ total: '4720.00', bank: '1180.00', upi: '2360.00', manual: '1180.00', crypto: '0.00' }, [25, 50, 25, 0]],
    [{ total: '3.00', bank: '1.00', upi: '1.00', manual: '1.00', crypto: '0.00' }, [33.33, 33.33, 33.33, 0]],
    [{ total: '0.00', bank: '0.00', upi: '0.00', manual: '0.00', crypto: '0.00' }, [0, 0, 0, 0]],
  ])('bars show per cent of the total', (statistics, values) => {
    const rows = collectionRows(statistics);
    expect(rows.map((row) => row.label)).toEqual(['Bank', 'UPI', 'Manual', 'Crypto']);
    expect(rows.map((row) => row.value)).toEqual(values);
    for (const row of rows) expect(row.text).toMatch(/^\d+\.\d{2}$/);
  });
});

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [18_240, '5 h 4 min'],
  [86_399, '23 h 59 min'],
  [86_400, '1 d'],
  [266_400, '3 d 2 h'],
])('a wait of %s seconds is shown as %s', (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});

describe('the collection by day', () => {
  const paid = (day: string, finalAmountPaise: bigint) => ({ day, purchases: 1n, finalAmountPaise });
  const totals: PurchaseTotal[] = [
    { status: 'APPROVED', method: 'UPI', purchases: 4n, finalAmountPaise: 1_000_000n },
    { status: 'PENDING', method: 'UPI', purchases: 9n, finalAmountPaise: 900n },
  ];

  test('fills the days without an approval, oldest first', () => {
    const { days, collected, approved } = collectionOf(totals, [paid('2026-11-01', 118_050n)], '2026-11-22');
    expect([days.length, days[0]?.day, days[29]?.day]).toEqual([30, '2026-10-24', '2026-11-22']);
    expect(days.filter(({ purchases }) => purchases > 0)).toEqual([
      { day: '2026-11-01', amount: '1180.50', purchases: 1 },
    ]);
    expect([collected, approved]).toEqual(['10000.00', 4]);
    expect(firstCollectionDay('2026-03-01')).toBe('2026-01-31');
  });

  test.each([
    ['2026-11-22', 'a Sunday', '70.00'],
    ['2026-11-23', 'a Monday', '10.00'],
  ])('the week of %s, %s, begins on Monday', (today, _, sum) => {
    const days = ['15', '16', '17', '18', '19', '20', '21', '22', '23'].map((day) => paid(`2026-11-${day}`, 1000n));
    const collection = collectionOf(
      totals,
      days.filter(({ day }) => day <= today),
      today,
    );
    expect([collection.today, collection.thisWeek]).toEqual(['10.00', sum]);
  });
});
