/** Every package of the lock file has a licence under which this program may use it. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { licencesPage } from '../../scripts/licences.mjs';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));

/** They ask for a notice at most. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);
/** Their terms concern changes of their own files alone. These packages are tools of the build, or not loaded. */
const OWN_FILES: readonly (readonly [name: RegExp, licence: string])[] = [
  [/^lightningcss(-|$)/, 'MPL-2.0'],
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
];
/** For tests alone, and not passed on to anybody. */
const ONLY_TESTS: readonly (readonly [name: RegExp, licence: string])[] = [
  [/^axe-core$|^@axe-core\/|^@ethereumjs\//, 'MPL-2.0'],
  // Both lack the field: the first has the text of the MIT licence in its folder, the second nothing.
  [/^memorystream$|^@uniswap\/merkle-distributor$/, 'none'],
];

/** The licences of an expression that all apply; of alternatives the first that is permissive. */
const licencesOf = (expression: string): string[] =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .map((part) => part.split(' OR ').find((choice) => PERMISSIVE.has(choice)) ?? part);

const refused = Object.entries(packages).flatMap(([folder, { license = 'none', dev = false }]) => {
  if (folder === '') return [];
  const name = folder.replace(/^.*node_modules\//, '');
  const exceptions = dev ? [...OWN_FILES, ...ONLY_TESTS] : OWN_FILES;
  const unknown = licencesOf(license).filter(
    (licence) => !PERMISSIVE.has(licence) && !exceptions.some(([of, known]) => of.test(name) && licence === known),
  );
  return unknown.map((licence) => `${name}: ${licence}`);
});

test('every package may be used: its licence is permissive, or known and without terms for this program', () => {
  expect(refused).toEqual([]);
});

test('docs/licences.md is that of the lock file: `npm run licences` writes it', () => {
  expect(fs.readFileSync('docs/licences.md', 'utf8')).toBe(licencesPage(packages));
});

test.each([
  ['MIT', ['MIT']],
  ['(Apache-2.0 AND MIT)', ['Apache-2.0', 'MIT']],
  ['GPL-3.0 OR MIT', ['MIT']],
  ['AGPL-3.0-only', ['AGPL-3.0-only']],
])('%s means %j', (expression, licences) => expect(licencesOf(expression)).toEqual(licences));
