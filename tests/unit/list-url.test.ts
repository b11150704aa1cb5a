import { describe, expect, test } from 'vitest';
import { choiceParam, flagParam, listAddress, pageParam, searchParam, textParam } from '../../src/lib/core/list-url.ts';

const address = listAddress(
  '/list',
  {
    tab: choiceParam('tab', ['open', 'done'], 'open'),
    search: searchParam(),
    status: choiceParam<'yes' | 'no' | null>('status', ['yes', 'no'], null),
    from: textParam('from', (text) => /^\d{4}$/.test(text)),
    isLeaving: flagParam('deletion', 'requested'),
    limit: choiceParam('limit', [10, 25, 50], 10),
    page: pageParam(),
  },
  (query) => (query.tab === 'open' ? { ...query, status: null } : query),
);
const read = (text: string) => address.read(new URLSearchParams(text));
const initial = { tab: 'open', search: '', status: null, from: '', isLeaving: false, limit: 10, page: 1 };

describe('the address of a list', () => {
  test('without parameters is its path, and reads as the defaults', () => {
    expect(read('')).toEqual(initial);
    expect(address.path(read(''))).toBe('/list');
  });

  test.each([
    'tab=done',
    'search=Asha+Rao',
    'tab=done&search=a%26b&status=yes&from=2025&deletion=requested&limit=25&page=3',
  ])('%s reads and writes alike', (text) => {
    expect(address.path(read(text))).toBe(`/list?${text}`);
  });

  test.each([
    'tab=other',
    'limit=11',
    'page=0',
    'page=1.5',
    'page=-1',
    'page=x',
    'page=1e9',
    'from=20',
    'deletion=yes',
    'search=+++',
  ])('%s is not readable and leaves the default', (text) => {
    expect(read(text)).toEqual(initial);
  });

  test('drops parameters that do not fit together, on reading and writing', () => {
    expect(read('status=yes')).toEqual(initial);
    expect(address.path({ ...read('tab=done&status=yes'), tab: 'open' })).toBe('/list');
  });

  test('a search is one line of bounded length', () => {
    expect(read(`search=${'a'.repeat(500)}`).search.length).toBeLessThanOrEqual(100);
    expect(read('search=a%0Ab').search).not.toContain('\n');
  });
});
