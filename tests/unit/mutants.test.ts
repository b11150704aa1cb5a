/** The table of planted bugs fits the sources and the tests of today; `npm run mutants` plants them. */
import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { type Mutant, mutate } from '../mutants/mutant.ts';
import { mutantSwitch } from '../mutants/switch.ts';
import { MUTANTS } from '../mutants/table.ts';

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const FOLDERS: Readonly<Record<Mutant['project'], RegExp>> = {
  unit: /^tests\/(unit|property)\//,
  api: /^tests\/api\/(?!attack-)/,
  attack: /^tests\/api\/attack-/,
  e2e: /^tests\/e2e\//,
  long: /^tests\/long\//,
};

test('there are enough of them, each with a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s can be planted', (name, mutant) => {
  expect(name).toMatch(/^[a-z][a-z0-9-]+$/);
  expect(mutate(read(mutant.file), mutant)).not.toBe(read(mutant.file));
  expect(mutant.test).toMatch(FOLDERS[mutant.project]);
  expect(mutant.title).not.toBe('');
  // No test runs under the title of a table before its values are in it.
  expect(mutant.title).not.toMatch(/%[a-z]|\$/);
  expect(read(mutant.test)).toContain(mutant.title);
});

const planted: Mutant = {
  name: 'planted',
  file: 'tests/mutants/mutant.ts',
  text: 'times !== 1',
  replacement: 'times > 1',
  cost: 'a mutant that changes nothing',
  project: 'unit',
  test: 'tests/unit/mutants.test.ts',
  title: 'a text that',
};

describe('a mutant', () => {
  it.each([
    ['a text that is missing', 'one'],
    ['a text that occurs twice', 'three three'],
  ])('with %s is refused, by its name', (_, source) => {
    expect(() => mutate(source, { ...planted, text: 'three' })).toThrow(/^planted: its text occurs [02] times/);
  });

  it('that changes nothing is refused', () => {
    expect(() => mutate('three', { ...planted, text: 'three', replacement: 'three' })).toThrow('changes nothing');
  });

  it('changes its text alone', () => {
    expect(mutate('a $& b', { ...planted, text: '$&', replacement: "$'" })).toBe("a $' b");
  });
});

describe('the program with all mutants', () => {
  const { load } = mutantSwitch(process.cwd(), [planted], '/chosen');
  const file = `${process.cwd()}/${planted.file}`;

  it('has a module in each of its variants, with the names that it exports', () => {
    const code = load(file) ?? '';
    expect(code).toContain('import * as original from');
    expect(code).toContain('export const mutate = chosen.mutate;');
    expect(load(`${file}?mutant=none`)).toBe(read(planted.file));
    expect(load(`${file}?mutant=planted`)).toBe(mutate(read(planted.file), planted));
  });

  it('has a migration as a text that is chosen', () => {
    expect(load(`${file}?raw`)).toContain(JSON.stringify(read(planted.file)));
  });

  it('leaves other modules alone', () => {
    expect(load(`${process.cwd()}/tests/mutants/table.ts`)).toBeNull();
  });
});
