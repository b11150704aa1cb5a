/** How a number that is only similar is described, and the rest of an order that is short. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

describe('a suggestion', () => {
  it.each([
    ['632112345687', 'Two neighbouring characters are swapped'],
    ['632112345679', 'The number differs by one character'],
    ['63211234567', 'The number differs by one character'],
  ])('of %s says how the numbers differ', (reference, reason) => {
    const row = bankRow({ references: [{ reference, source: 'REFERENCE' }], narration: 'UPI' });
    expect(rowOutcome(indexOf([row], [claimOf()]), row).suggestions[0]?.reasons[0]).toBe(reason);
  });

  it.each([
    ['is the rest of an order whose number has less', 50_000n, ['purchase-1']],
    ['is no part of an order whose number has the whole amount', 118_000n, []],
  ])('by the order number alone %s', (_, firstPaise, expected) => {
    const first = bankRow({ amountPaise: firstPaise });
    const rest = bankRow({
      id: 'row-2',
      reference: '632187654321',
      amountPaise: 68_000n,
      narration: 'UPI/CR/632187654321/ASHA RAO/HDFC/x@y/PUR-700001 REST',
    });
    const { suggestions } = rowOutcome(indexOf([first, rest], [claimOf()]), rest);
    expect(suggestions.map((it) => it.purchaseId)).toEqual(expected);
  });
});
