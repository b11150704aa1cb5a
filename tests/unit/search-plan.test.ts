import { describe, expect, it } from 'vitest';
import { hasMoreHitsThan, isSearchFirst, NO_SAMPLE, probeRows } from '@/lib/db/search/plan.ts';

describe('whether a search matches many rows', () => {
  it.each([
    // share  most    blocks  many
    [0, 1_000, 0, false],
    [0.004, 1_000, 0, false],
    [0.004, 1_000, 15, false],
    [0.004, 1_000, 16, true],
    [0.004, 10_000, 69, false],
    [0.004, 10_000, 70, true],
    [0.1, 1_000, 144, true],
  ])('of a sample of %d, more than %d in %d blocks: %s', (share, most, blocks, many) => {
    expect(hasMoreHitsThan({ ...NO_SAMPLE, share, blocks }, most)).toBe(many);
  });

  it('is false at the bound, for any distribution over blocks', () => {
    // Each in a block of its own is what looks like most.
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (const share of [0.002, 0.02, 0.1])
      for (let times = 0; times < 2_000; times++) {
        let blocks = 0;
        for (let block = 0; block < 1_000; block++) if (random() < share) blocks++;
        expect(hasMoreHitsThan({ ...NO_SAMPLE, share, blocks }, 1_000)).toBe(false);
      }
  });
});

describe('rows to read to fill a page', () => {
  it.each([
    // listed hits wanted  rows
    [4_000, 0, 10, null],
    [4_000, 4_000, 10, 5_000],
    [4_000, 400, 1_000, 30_000],
    [4_000, 80, 1_000, 150_000],
    [4_000, 79, 1_000, null],
  ])('of %d listed %d fit, %d wanted: %s', (listed, hits, wanted, rows) => {
    expect(probeRows({ ...NO_SAMPLE, listed, hits }, wanted)).toBe(rows);
  });
});

it.each([
  [0, 0, false],
  [99, 0, false],
  [100, 0, true],
  [450, 22, true],
  [450, 23, false],
])('with %d of the list and %d found in the sample, matches are read first: %s', (listed, matching, first) => {
  expect(isSearchFirst({ ...NO_SAMPLE, listed, matching })).toBe(first);
});
