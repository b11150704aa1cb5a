/**
 * The rules of docs/architecture.md apply to every source, and each rule reports the breach planted in its fixture.
 */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breachesIn, readProject, shown } from '../support/tidy/house.ts';
import { readSources, type Source } from '../support/tidy/sources.ts';

const FIXTURES = 'tests/unit/fixtures';

test('no source breaks a rule', () => {
  const sources = readProject();
  expect(sources.size).toBeGreaterThan(150);
  expect(breachesIn(sources).map(shown)).toEqual([]);
  // Four seconds of pure computation on a free core.
}, 120_000);

describe('each planted breach is reported, and nothing else', () => {
  /** Marked in the fixture on the line itself: `breach: rule` (twice for two of one rule). */
  const planted = (all: ReadonlyMap<string, Source>): string[] =>
    [...all.values()].flatMap(({ path, lines }) =>
      lines.flatMap((text, index) =>
        [...text.matchAll(/breach: ([a-z-]+)/g)].map((match) => `${path}:${index + 1} ${match[1]}`),
      ),
    );

  test.each(fs.readdirSync(FIXTURES))('%s', (name) => {
    const sources = readSources(`${FIXTURES}/${name}`, ['src', 'tests', 'docs'], '.txt');
    const expected = planted(sources);
    expect(expected.length).toBeGreaterThan(0);
    expect(
      breachesIn(sources)
        .map(({ rule, path, line }) => `${path}:${line} ${rule}`)
        .sort(),
    ).toEqual(expected.sort());
  });
});
