/** The desk says what an approval does with a payment, before it is confirmed. */
import { expect, test } from 'vitest';
import { paymentOf, planText, shortTexts } from '@/islands/admin/reconciliation/payment.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { BankRowView } from '@/lib/reconciliation/contract.ts';

const rowOf = (row: Pick<BankRowView, 'rest'> & Partial<BankRowView>) =>
  ({ id: 'row-1', allocations: [], ...row }) as unknown as BankRowView;
/** @param part a payment of before, of another row unless `rowId` says which */
const claimOf = (finalAmount: string, part: string | null = null, rowId = 'row-2') => {
  const parts = part === null ? [] : [{ rowId, date: '2026-11-20', amount: part }];
  return { id: 'purchase-1', orderNumber: 'PUR-1', finalAmount, parts } as unknown as AdminTransaction;
};
const allocation = (state: 'PART' | 'WAITING') => ({
  purchaseId: 'purchase-1',
  orderNumber: 'PUR-1',
  amount: '1416.00',
  state,
});

test.each([
  ['a short payment', rowOf({ rest: '1416.00' }), claimOf('2360.00'), [141_600n, 94_400n, 0n]],
  ['the last part', rowOf({ rest: '944.00' }), claimOf('2360.00', '1416.00'), [94_400n, 0n, 0n]],
  ['a part that is still short', rowOf({ rest: '900.00' }), claimOf('2360.00', '1416.00'), [90_000n, 4_400n, 0n]],
  ['a payment for two orders', rowOf({ rest: '4720.00' }), claimOf('2360.00'), [236_000n, 0n, 236_000n]],
  ['a rest for a smaller order', rowOf({ rest: '500.00' }), claimOf('118.00'), [11_800n, 0n, 38_200n]],
  ['the whole', rowOf({ rest: '2360.00' }), claimOf('2360.00'), [236_000n, 0n, 0n]],
  [
    'its own part payment again',
    rowOf({ rest: '0.00', allocations: [allocation('PART')] }),
    claimOf('2360.00', '1416.00', 'row-1'),
    [141_600n, 94_400n, 0n],
  ],
  [
    'a match that waits for the second admin',
    rowOf({ rest: '0.00', allocations: [allocation('WAITING')] }),
    claimOf('2360.00'),
    [141_600n, 94_400n, 0n],
  ],
  [
    'the last part, which waits for the second admin',
    rowOf({ rest: '0.00', allocations: [{ ...allocation('WAITING'), amount: '944.00' }] }),
    claimOf('2360.00', '1416.00'),
    [94_400n, 0n, 0n],
  ],
])('%s', (_, row, claim, [takes, short, rest]) => {
  expect(paymentOf(row, claim)).toMatchObject({ takes, short, rest });
});

test('a short payment has two ways, in plain words with the figures', () => {
  const payment = paymentOf(rowOf({ rest: '1416.00' }), claimOf('2360.00'));
  expect(shortTexts(payment)).toEqual({
    part: 'Count ₹1,416.00 as a part payment (₹944.00 remain due)',
    whole: 'Accept ₹1,416.00 as full payment, ₹944.00 short',
  });
  expect(planText(payment, 'PUR-1', false)).toMatch(/^PUR-1 stays pending/);
  expect(planText(payment, 'PUR-1', true)).toMatch(/^PUR-1 is approved.*₹944.00/);
});

test('a larger payment says what stays open, and a whole one nothing', () => {
  const plan = (rest: string, received: string | null = null) =>
    planText(paymentOf(rowOf({ rest }), claimOf('2360.00', received)), 'PUR-1', false);
  expect(plan('2680.00')).toContain('₹320.00 of the payment stay open');
  expect(plan('944.00', '1416.00')).toBe('With the ₹1,416.00 of before, the order is paid in full.');
  expect(plan('2360.00')).toBeNull();
});
