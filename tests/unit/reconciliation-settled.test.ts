/** What a rejection next to a bank row decides, and which rows can be linked together. */
import { describe, expect, it } from 'vitest';
import { matchAll } from '../../src/lib/reconciliation/matching/all.rules.ts';
import { indexOf } from '../../src/lib/reconciliation/matching/candidates.rules.ts';
import { linkOf, linksOf, rowOutcome } from '../../src/lib/reconciliation/matching/rules.ts';
import type { BankRow, Claim } from '../../src/lib/reconciliation/rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const bucketOf = (row: BankRow, claims: readonly Claim[], others: readonly BankRow[] = []): string =>
  rowOutcome(indexOf([row, ...others], claims), row).bucket;

describe('a row next to which a claim was rejected', () => {
  const rejected = claimOf({ status: 'REJECTED' });
  const row = (more: Parameters<typeof bankRow>[0] = {}): BankRow =>
    bankRow({ rejectedPurchaseId: 'purchase-1', ...more });
  const again = claimOf({
    purchaseId: 'purchase-2',
    orderNumber: 'PUR-700002',
    buyerId: 'buyer-2',
    buyerName: 'Asha K Rao',
  });
  const EARLIER = new Date('2026-11-19T10:00:00Z');
  const LATER = new Date('2026-11-19T10:00:01Z');
  const waiting = { ...again, unchangedSince: EARLIER };

  it.each<[string, BankRow, readonly Claim[], readonly BankRow[], string]>([
    ['is decided', row({ amountPaise: 100_000n }), [rejected], [], 'DECIDED'],
    ['also if it equals the claim: the admin knew it', row(), [rejected], [], 'DECIDED'],
    ['also without the claim’s number', row({ reference: '700000000001' }), [rejected], [], 'DECIDED'],
    ['matches a new claim in full', row(), [{ ...rejected, buyerName: 'Wolfgang Xi' }, again], [], 'EXACT'],
    ['competes with the new claim of another buyer if it fits, too', row(), [rejected, again], [], 'CONFLICT'],
    ['leaves it to the claim that waited then', row({ rejectedAt: LATER }), [rejected, waiting], [], 'EXACT'],
    [
      'competes with one that came after it',
      row({ rejectedAt: EARLIER }),
      [rejected, { ...again, unchangedSince: LATER }],
      [],
      'CONFLICT',
    ],
    ['competes with one that was corrected since', row({ rejectedAt: LATER }), [rejected, again], [], 'CONFLICT'],
    [
      'says nothing of one that was rejected elsewhere',
      row({ rejectedAt: LATER, rejectedPurchaseId: 'purchase-9' }),
      [rejected, waiting],
      [],
      'CONFLICT',
    ],
    ['differs from a new claim', row({ amountPaise: 5n }), [rejected, again], [], 'AMOUNT_DIFFERS'],
    [
      'reopens another claim that was rejected before',
      row(),
      [rejected, { ...again, status: 'REJECTED' }],
      [],
      'REOPEN',
    ],
    ['belongs to a purchase that was approved since', row(), [{ ...again, status: 'APPROVED' }], [], 'ALREADY_USED'],
    ['is decided when the bank took it back', row({ narration: 'REV 632112345678' }), [rejected], [], 'DECIDED'],
    [
      'waits when the bank took it back and a claim is pending',
      row({ narration: 'REV 632112345678' }),
      [again],
      [],
      'REVERSED',
    ],
    ['is not suggested for a similar claim', row(), [rejected, { ...again, reference: '632112345679' }], [], 'DECIDED'],
    [
      'is suggested for a similar claim if it only resembled the one that was rejected',
      row({ reference: '700000000001' }),
      [rejected, { ...again, reference: '700000000010' }],
      [],
      'SUGGESTED',
    ],
    ['is not ours when it is marked', row({ notOursReason: 'Interest' }), [rejected], [], 'NOT_OURS'],
    [
      'is decided next to an own debit',
      row(),
      [rejected],
      [bankRow({ id: 'row-2', side: 'DEBIT', amountPaise: 5n })],
      'DECIDED',
    ],
  ])('%s', (_, seen, claims, others, expected) => expect(bucketOf(seen, claims, others)).toBe(expected));

  it('says to the buyer what it said before', () => {
    const state = (seen: BankRow) => matchAll([seen], [rejected], new Map()).claims.get('purchase-1');
    for (const more of [{}, { amountPaise: 5n }]) expect(state(row(more))).toEqual(state(bankRow(more)));
  });
});

describe('a row that is linked together with others', () => {
  const approved = claimOf({ status: 'APPROVED' });
  const link = (row: BankRow, claims: readonly Claim[], others: readonly BankRow[] = []): string | null =>
    linkOf(indexOf([row, ...others], claims), row);

  it('belongs to one approved purchase alone', () => expect(link(bankRow(), [approved])).toBe('purchase-1'));

  it.each<[string, BankRow, readonly Claim[], readonly BankRow[]]>([
    ['another amount', bankRow({ amountPaise: 5n }), [approved], []],
    ['another time', bankRow({ date: '2026-12-18' }), [approved], []],
    ['a purchase that has its row', bankRow(), [{ ...approved, rowId: 'row-9' }], []],
    ['a second row', bankRow(), [approved], [bankRow({ id: 'row-2' })]],
    ['a second purchase', bankRow(), [approved, claimOf({ purchaseId: 'purchase-2' })], []],
    ['an own debit with the number', bankRow(), [approved], [bankRow({ id: 'row-2', side: 'DEBIT', amountPaise: 5n })]],
    ['a pending purchase', bankRow(), [claimOf()], []],
    ['a row that is not ours', bankRow({ notOursReason: 'Interest' }), [approved], []],
    ['a row that was taken back', bankRow({ narration: 'REV 632112345678' }), [approved], []],
  ])('is left out for %s', (_, row, claims, others) => {
    expect(link(row, claims, others)).toBeNull();
    const rows = [row, ...others];
    expect(linksOf(matchAll(rows, claims, new Map()), rows)).toEqual([]);
  });

  it('is found among all rows', () => {
    const rows = [bankRow({ id: 'row-2', references: [] }), bankRow()];
    const links = linksOf(matchAll(rows, [approved], new Map()), rows);
    expect(links.map(({ row, purchaseId }) => [row.id, purchaseId])).toEqual([[rows[1]?.id, 'purchase-1']]);
  });
});
