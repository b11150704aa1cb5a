import { expect, it } from 'vitest';
import type { SearchText } from '@/lib/core/search.ts';
import { searchText } from '@/lib/purchases/list/search.rules.ts';

const like = (...patterns: string[]): SearchText => ({ like: patterns, holds: null });

it.each<[string, 'own' | 'all', SearchText | null]>([
  ['', 'all', null],
  ['Meera Iyer', 'all', like('%Meera Iyer%')],
  ['551234567890', 'all', { like: ['%67890%'], holds: ['551234567890'] }],
  ['5512 3456 7890', 'all', { like: ['%67890%'], holds: ['551234567890'] }],
  ['5512-34567890', 'all', { like: ['%67890%'], holds: ['5512-34567890', '551234567890'] }],
  ['5512-3456-7890', 'all', { like: ['%5512-3456-7890%', '%67890%'], holds: ['5512-3456-7890', '551234567890'] }],
  ['pur-123456', 'all', { like: ['%23456%'], holds: ['pur-123456', 'PUR123456'] }],
  ['PUR-123456-2', 'all', { like: ['%PUR-123456-2%', '%34562%'], holds: ['PUR-123456-2', 'PUR1234562'] }],
  ['67890', 'all', like('%67890%')],
  ['axis12', 'all', { like: ['%xis12%'], holds: ['axis12'] }],
  ['COWL0A1B2C3', 'all', { like: ['%1b2c3%'], holds: ['COWL0A1B2C3'] }],
  ['mukherjee', 'all', like('%mukherjee%')],
  ['ra', 'all', like('ra%', '% ra%')],
  ['ra', 'own', like('%ra%')],
  ['%', 'own', like('%\\%%')],
  ['a_\\%', 'all', like('%a\\_\\\\\\%%')],
  ['asha_1@example.com', 'all', { like: ['%asha\\_1@%'], holds: ['asha_1@example.com'] }],
  ['551234567890', 'own', like('%551234567890%')],
  ['@example.com', 'all', like('%@example.com%')],
])('%j among %s', (search, among, text) => {
  // Both the search terms and the text are in lower case.
  const lower = (it: SearchText | null) => JSON.stringify(it).toLowerCase();
  expect(lower(searchText(search, among))).toBe(lower(text));
});
