import { describe, expect, test } from 'vitest';
import { identityOf } from '@/lib/reconciliation/statement/identity.ts';
import type { ReadOptions } from '@/lib/reconciliation/statement/reading/rules.ts';
import { BOUNDS, readStatementFile } from '@/lib/reconciliation/statement/reading/service.ts';
import { makePlan } from '../support/statements/plan.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';

const HEADER = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance';
const ROWS = [
  '01/11/26 ,UPI-RAM KUMAR-ram.k-1@okhdfcbank-HDFC0001234-412345678901-PAY ,01/11/26, 0.00, 1180.00,0000412345678901, 11180.00',
  '15/11/26 ,NEFT CR-ICIC0000001-ASHA PATEL-COWL-N325261234567890 ,15/11/26, 0.00, 2500.00,000000000000, 13680.00',
  '16/11/26 ,ACH D- RENT ,16/11/26, 100.00, 0.00,0, 13580.00',
];
const file = (...lines: string[]): Uint8Array => new TextEncoder().encode(`${[HEADER, ...lines].join('\r\n')}\r\n`);
const read = (bytes: Uint8Array, options: Partial<ReadOptions> = {}) =>
  readStatementFile(bytes, { companyId: 'company', account: null, ...options });

describe('a delimited statement', () => {
  test('is read with its rows, sums and references, in a process that reports progress', async () => {
    const shares: number[] = [];
    const reading = await readStatementFile(file(...ROWS), { companyId: 'company', account: null }, (share) =>
      shares.push(share),
    );
    expect(reading).toMatchObject({
      layout: 'HDFC',
      period: { from: '2026-11-01', to: '2026-11-16' },
      openingPaise: 1_000_000n,
      creditsPaise: 368_000n,
      debitsPaise: 10_000n,
      closingPaise: 1_358_000n,
      balanceCheck: 'RUNS',
      problems: [],
      question: null,
    });
    expect(reading.rows[0]).toEqual({
      line: 2,
      date: '2026-11-01',
      time: null,
      valueDate: '2026-11-01',
      side: 'CREDIT',
      amountPaise: 118_000n,
      balancePaise: 1_118_000n,
      transactionId: null,
      narration: 'UPI-RAM KUMAR-ram.k-1@okhdfcbank-HDFC0001234-412345678901-PAY',
      references: [
        { reference: '412345678901', source: 'REFERENCE' },
        { reference: '412345678901', source: 'NARRATION' },
      ],
      payerName: 'RAM KUMAR',
      vpa: 'ram.k-1@okhdfcbank',
    });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  test('with a changed amount is refused at its line', async () => {
    const changed = ROWS.map((row) => row.replace(' 2500.00', ' 2600.00'));
    const { problems } = await read(file(...changed));
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('should be ₹13,780.00') }]);
  });

  test.each([
    ['time', { ...BOUNDS, deadlineMs: 1 }, /takes too long/],
    ['processor', { ...BOUNDS, processorMs: 300 }, /takes too long/],
    ['memory', { ...BOUNDS, residentMegabytes: 100 }, /too large to read/],
    ['heap', { ...BOUNDS, heapMegabytes: 16 }, /too large to read/],
  ])('that needs more %s than allowed is refused, and the next one is read', async (_, limits, message) => {
    const long = makePlan({ seed: 1, rows: 20_000 });
    const bytes = TEXT_LAYOUTS['PNB ONE']?.make(long) ?? new Uint8Array();
    await expect(readStatementFile(bytes, { companyId: 'company', account: null }, undefined, limits)).rejects.toThrow(
      message,
    );
    expect((await read(file(...ROWS))).rows).toHaveLength(3);
  });

  test('stops when its request ends', async () => {
    const stopped = readStatementFile(file(...ROWS), {
      companyId: 'company',
      account: null,
      signal: AbortSignal.abort(new Error('gone')),
    });
    await expect(stopped).rejects.toThrow('gone');
  });
});

test('two equal rows on one day have two identities, in whatever order the file has them', async () => {
  const twice = [
    '13/11/26,UPI-A,13/11/26,0.00,5.00,0,5.00',
    '13/11/26,X,13/11/26,5.00,0.00,0,0.00',
    '13/11/26,UPI-A,13/11/26,0.00,5.00,0,5.00',
  ];
  const { rows } = await read(file(...twice));
  const identities = identityOf(rows, 'account');
  expect(new Set(identities).size).toBe(3);
  expect(new Set(identityOf(rows.toReversed(), 'account'))).toEqual(new Set(identities));
  const occurrences = new Map<string, number>();
  expect(rows.flatMap((row) => identityOf([row], 'account', occurrences))).toEqual(identities);
  expect(new Set(identityOf(rows, 'other'))).not.toEqual(new Set(identities));
});
