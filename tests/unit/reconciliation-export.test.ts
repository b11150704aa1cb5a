/** The lines of the export name every purchase that the comparison speaks about. */
import { describe, expect, it, test } from 'vitest';
import { purchaseIdsOf, reconciledOf } from '@/lib/reconciliation/export/rules.ts';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { ACCOUNT, bankRow, claimOf } from '../support/matching.ts';

const CREDIT = {
  id: 'row-1',
  beneficiaryId: ACCOUNT,
  date: '2026-11-18',
  amountPaise: 118_000n,
  narration: 'UPI',
  references: null,
  payerName: null,
  vpa: null,
  notOursReason: null,
  isSettlementCredit: false,
  matchKind: null,
  refundNumber: null,
  isCounted: false,
  reason: null,
  decidedBy: null,
  decidedAt: null,
  purchaseId: null,
  orderNumber: null,
  memberId: null,
  buyerName: null,
  duePaise: null,
};
const SECOND = { purchaseId: 'p2', buyerId: 'b2', buyerName: 'Ravi Menon', orderNumber: 'PUR-2' };

function lineOf(row: Partial<BankRow>, claims: readonly Partial<Claim>[]) {
  const list = claims.map(claimOf);
  const { rows } = matchAll([bankRow(row as Parameters<typeof bankRow>[0])], list, new Map());
  const outcome = rows.get('row-1') ?? expect.fail('no outcome');
  const ids = purchaseIdsOf(outcome);
  const named = ids.flatMap((id) => list.filter((it) => it.purchaseId === id));
  return reconciledOf(CREDIT, outcome.bucket, named, 'HDFC');
}

describe('an open credit', () => {
  it('has the order that it matches, with what is due', () => {
    const claim = claimOf();
    expect(lineOf({}, [{}])).toMatchObject({
      bucket: 'EXACT',
      orderNumber: claim.orderNumber,
      buyerName: claim.buyerName,
      duePaise: claim.duePaise,
    });
  });

  it('has all orders that compete for it', () => {
    const own = claimOf();
    expect(lineOf({}, [{}, SECOND])).toMatchObject({
      bucket: 'CONFLICT',
      orderNumber: `PUR-2 ${own.orderNumber}`,
      buyerName: `Ravi Menon, ${own.buyerName}`,
      duePaise: null,
    });
  });

  it('has the orders that it suggests, and none where it suggests none', () => {
    const references = [{ reference: '632112345679', source: 'NARRATION' as const }];
    expect(lineOf({ references }, [{}])).toMatchObject({ bucket: 'SUGGESTED', orderNumber: claimOf().orderNumber });
    expect(lineOf({}, [])).toMatchObject({ bucket: 'WITHOUT_CLAIM', orderNumber: null, buyerName: null });
  });
});

test.each([
  [true, 'Assigned'],
  [false, 'Waits for a second admin'],
])('of a match that counts, or not yet (%s): %s', (isCounted, decision) => {
  expect(reconciledOf({ ...CREDIT, matchKind: 'ASSIGNED', isCounted }, 'SUGGESTED', [], 'HDFC')).toMatchObject({
    decision,
  });
});
