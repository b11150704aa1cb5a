import { describe, expect, it } from 'vitest';
import { decidedSentence } from '../../src/islands/admin/purchases/decide.ts';
import { flagsOf, spanOf } from '../../src/islands/admin/purchases/flags.ts';
import { inputOf, PURCHASE_ADDRESS, searchChange } from '../../src/islands/admin/purchases/purchaseQuery.ts';

const PATH = '/admin/purchaserequest';
const { path, read } = PURCHASE_ADDRESS;
const view = (query: string) => read(new URLSearchParams(query));

describe('the address of the purchase requests', () => {
  const table: readonly (readonly [string, string])[] = [
    // requested                                  canonical
    ['', ''],
    ['page=1&status=APPROVED', ''],
    ['page=3', '?page=3'],
    ['requestSearch=+asha++', '?requestSearch=asha'],
    ['tab=history&status=REJECTED&page=2', '?tab=history&status=REJECTED&page=2'],
    ['tab=other&status=PENDING&page=-1', ''],
    ['page=1e9', ''],
    ['waiting=second', '?waiting=second'],
    ['tab=history&status=REJECTED&waiting=second', '?tab=history&status=REJECTED'],
    ['page=2.5', ''],
  ];
  it.each(table)('%s', (query, canonical) => {
    expect(path(view(query))).toBe(PATH + canonical);
    expect(path(read(new URL(path(view(query)), 'http://localhost').searchParams))).toBe(PATH + canonical);
  });
  it('requests pending purchases on the first tab, whatever the filter of the other tab', () => {
    expect(inputOf(view('status=REJECTED'))).toEqual({ page: 1, limit: 10, search: '', status: 'PENDING' });
    expect(inputOf(view('tab=history')).status).toBe('APPROVED');
  });
  it('a search drops the search of the other tab', () => {
    const before = view('tab=history&requestSearch=a&historySearch=b');
    expect(path({ ...before, ...searchChange(before, 'c') })).toBe(`${PATH}?tab=history&historySearch=c`);
    const requests = { ...before, tab: 'requests' } as const;
    expect(path({ ...requests, ...searchChange(requests, 'c') })).toBe(`${PATH}?requestSearch=c`);
  });
  it('a search that is too long is shortened, not rejected', () => {
    expect(inputOf(view(`requestSearch=${'x'.repeat(300)}`)).search).toHaveLength(100);
  });
});

describe('texts for an admin', () => {
  const spans: readonly (readonly [number, string])[] = [
    [0, 'less than a minute'],
    [60, '1 min'],
    [3599, '59 min'],
    [3600, '1 h'],
    [5000, '1 h 23 min'],
    [86_400, '1 d'],
    [90_000, '1 d 1 h'],
  ];
  it.each(spans)('%s seconds are %s', (seconds, text) => {
    expect(spanOf(seconds)).toBe(text);
  });
  it('names every flag, the most serious first, and none if there are none', () => {
    const none = {
      amountDiffers: null,
      referenceConflict: [],
      referenceReversed: [],
      sameFileSeen: [],
      memberNotVerified: false,
      lateProofSeconds: null,
      newAccountSeconds: null,
    };
    expect(flagsOf({ flags: none, status: 'PENDING', holdEndedAt: null })).toEqual([]);
    const all = {
      amountDiffers: '₹10.00 less than due',
      referenceConflict: ['PUR-000001', 'PUR-000002'],
      referenceReversed: [],
      sameFileSeen: ['PUR-000003'],
      memberNotVerified: true,
      lateProofSeconds: 1000,
      newAccountSeconds: 30,
    };
    const holdEndedAt = '2026-11-22T04:00:00.000Z';
    expect(flagsOf({ flags: all, status: 'PENDING', holdEndedAt }).map(({ key, isGrave }) => [key, isGrave])).toEqual([
      ['amount', true],
      ['reference', true],
      ['file', true],
      ['hold', true],
      ['late', false],
      ['new', false],
      ['unverified', false],
    ]);
  });
  it('names who decided, and when if it was not just now', () => {
    const decidedAt = '2026-11-21T04:30:00.000Z';
    const at = new Date(decidedAt).getTime();
    const it = {
      orderNumber: 'PUR-000001',
      status: 'APPROVED',
      decidedAt,
      decidedBy: 'Leela Nair',
      reversedAt: null,
      reversedBy: null,
      isDecidedByMe: false,
    } as const;
    expect(decidedSentence(it, at + 59_000)).toBe('PUR-000001 was approved by Leela Nair just now.');
    expect(decidedSentence({ ...it, status: 'REJECTED', decidedBy: null }, at + 60_000)).toBe(
      'PUR-000001 was rejected at 10:00:00 am.',
    );
    const reversed = { ...it, status: 'REVERSED', reversedAt: decidedAt, reversedBy: 'Vikram Shah' } as const;
    expect(decidedSentence(reversed, at)).toBe('PUR-000001 was reversed by Vikram Shah just now.');
    expect(decidedSentence({ ...it, isDecidedByMe: true }, at)).toBe('PUR-000001 was approved by you just now.');
    expect(decidedSentence({ ...it, status: 'PENDING', decidedAt: null }, at)).toBeNull();
  });
});
