/** The rules of the house (docs/architecture.md) hold in every source, and each catches the breach planted in its fixture. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserSafe, layers } from '../support/tidy/layers.ts';
import { HOUSE_RULES } from '../support/tidy/rules.ts';
import { type Breach, readSources, type Source } from '../support/tidy/sources.ts';

const RULES = [layers, browserSafe, ...HOUSE_RULES];
const FIXTURES = 'tests/unit/fixtures';

const breachesIn = (all: ReadonlyMap<string, Source>): Breach[] =>
  [...all.values()].flatMap((source) => RULES.flatMap((rule) => rule(source, all)));

const shown = ({ rule, path, line, what }: Breach): string => `${path}:${line} ${rule}: ${what}`;

test('no source breaks a rule of the house', () => {
  const sources = readSources('.', ['src', 'scripts', 'tests']);
  expect(sources.size).toBeGreaterThan(150);
  expect(breachesIn(sources).map(shown)).toEqual([]);
});

describe('each planted breach is caught, and nothing else', () => {
  /** Marked in the fixture on the line itself: `breach: rule` (twice for two of one rule). */
  const planted = (all: ReadonlyMap<string, Source>): string[] =>
    [...all.values()].flatMap(({ path, lines }) =>
      lines.flatMap((text, index) =>
        [...text.matchAll(/breach: ([a-z-]+)/g)].map((match) => `${path}:${index + 1} ${match[1]}`),
      ),
    );

  test.each(fs.readdirSync(FIXTURES))('%s', (name) => {
    const sources = readSources(`${FIXTURES}/${name}`, ['src'], '.txt');
    const expected = planted(sources);
    expect(expected.length).toBeGreaterThan(0);
    expect(
      breachesIn(sources)
        .map(({ rule, path, line }) => `${path}:${line} ${rule}`)
        .sort(),
    ).toEqual(expected.sort());
  });
});
