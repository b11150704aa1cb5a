/** Each call of a contract is served by the page file of its own path, and each API page serves a contract. */
import { expect, test } from 'vitest';
import { isContract, mismatches, type NamedContract } from '../support/tidy/routes.ts';
import { parse, readSources } from '../support/tidy/sources.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../src/lib/*/**/contract.ts', { eager: true });
const contracts: NamedContract[] = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, contract]) =>
    isContract(contract) ? [{ name, file: file.replace('../../', ''), contract }] : [],
  ),
);
/** Responds with a file, not with the envelope. */
const WITHOUT_CONTRACT = new Set(['src/pages/api/v1/media/[id].ts']);
const pages = [...readSources('.', ['src']).values()].filter(
  ({ path }) => path.startsWith('src/pages/api/v1/') && !WITHOUT_CONTRACT.has(path),
);

test('contracts and API pages match', () => {
  expect(contracts.length).toBeGreaterThan(10);
  expect(mismatches(contracts, pages)).toEqual([]);
});

const call = (name: string, path: string, method: 'GET' | 'POST' = 'GET'): NamedContract => ({
  name,
  file: 'src/lib/accounts/contract.ts',
  contract: { method, path },
});
const pageOf = (path: string, ...names: string[]) =>
  parse(
    `src/pages/api/v1/${path}.ts`,
    `import { ${names.join(', ')} } from '@/lib/accounts/contract.ts';\nexport const ALL = endpoint(${names.join(', ')});\n`,
    () => true,
  );

test.each([
  ['a call without a page', [call('list', '/api/v1/list')], [], 'GET /api/v1/list (list) has no page'],
  [
    'a page that serves the call of another path',
    [call('list', '/api/v1/list'), call('add', '/api/v1/add')],
    [pageOf('list', 'add'), pageOf('add', 'add')],
    'src/pages/api/v1/list.ts serves add, whose path is /api/v1/add',
  ],
  ['a page without a contract', [], [pageOf('raw', 'nothing')], 'src/pages/api/v1/raw.ts serves no contract'],
  [
    'two contracts of one call',
    [call('list', '/api/v1/list'), call('other', '/api/v1/list')],
    [pageOf('list', 'list', 'other')],
    'GET /api/v1/list has two contracts',
  ],
  ['a call outside the prefix', [call('list', '/list')], [], 'list lies outside /api/v1'],
])('%s is reported', (_, some, files, says) => {
  expect(mismatches(some, files)).toContain(says);
});

test('several methods of one path, and an index file, match', () => {
  const both = [call('list', '/api/v1/things'), call('add', '/api/v1/things', 'POST')];
  expect(mismatches(both, [pageOf('things/index', 'list', 'add')])).toEqual([]);
});
