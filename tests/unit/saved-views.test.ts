/** Views keep filters and order of a list and nothing else. */
import { describe, expect, it } from 'vitest';
import { isOutdated, viewQuery } from '@/islands/admin/lists/viewQuery.ts';
import { MEMBER_ADDRESS } from '@/islands/admin/members/memberQuery.ts';
import { PURCHASE_ADDRESS } from '@/islands/admin/purchases/purchaseQuery.ts';
import * as z from '@/lib/core/zod.ts';
import { VIEW_PARAMS } from '@/lib/saved-views/calls.ts';
import { addSavedView } from '@/lib/saved-views/contract.ts';

const isAccepted = (query: string, list = 'users') =>
  z.safeParse(addSavedView.input, { list, name: 'Monday', query }).success;

describe('saved views', () => {
  it.each([
    ['users', MEMBER_ADDRESS.names],
    ['purchases', PURCHASE_ADDRESS.names],
  ] as const)('keep every parameter of %s but search and page', (list, names) => {
    expect(VIEW_PARAMS[list]).toEqual(names.filter((name) => !/search|page/i.test(name)));
  });

  it.each([
    ['status=waiting&sort=oldest', true],
    ['from=2026-11-01&to=2026-11-30', true],
    ['', false],
    ['search=asha', false],
    ['page=2', false],
    ['status=waiting&status=verified', false],
    ['status=asha%40example.com', false],
    ['status=Asha Rao', false],
    ['flag=amount', false],
    [`status=${'a'.repeat(21)}`, false],
  ])('%s of users: %s', (query, expected) => expect(isAccepted(query)).toBe(expected));

  it('take the amounts of purchases', () => {
    expect(isAccepted('tab=history&amountFrom=100.50&flag=amount', 'purchases')).toBe(true);
    expect(isAccepted('requestSearch=asha', 'purchases')).toBe(false);
  });

  it('are taken from a path without its search and page', () => {
    expect(viewQuery('users', '/admin/usermanage?search=asha&status=waiting&sort=oldest&page=3')).toBe(
      'status=waiting&sort=oldest',
    );
    expect(viewQuery('users', '/admin/usermanage')).toBe('');
  });

  it('are outdated when the list no longer knows a filter', () => {
    const pathOf = (saved: string) => MEMBER_ADDRESS.path(MEMBER_ADDRESS.read(new URLSearchParams(saved)));
    const shows = (saved: string) => isOutdated('users', saved, pathOf(saved));
    expect(shows('status=waiting&sort=oldest')).toBe(false);
    expect(shows('status=retired&sort=oldest')).toBe(true);
  });
});
