import { describe, expect, it } from 'vitest';
import { isFoundFirst, isMany, NO_SAMPLE, probeRows } from '@/lib/db/found-rules.ts';

describe('whether many fit', () => {
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
    expect(isMany({ ...NO_SAMPLE, share, blocks }, most)).toBe(many);
  });

  it('is never said of just so many, however the blocks fall', () => {
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
        expect(isMany({ ...NO_SAMPLE, share, blocks }, 1_000)).toBe(false);
      }
  });
});

describe('how many rows fill a page', () => {
  it.each([
    // listed fitting wanted  rows
    [4_000, 0, 10, null],
    [4_000, 4_000, 10, 5_000],
    [4_000, 400, 1_000, 30_000],
    [4_000, 80, 1_000, 150_000],
    [4_000, 79, 1_000, null],
  ])('of %d listed %d fit, %d wanted: %s', (listed, fitting, wanted, rows) => {
    expect(probeRows({ ...NO_SAMPLE, listed, fitting }, wanted)).toBe(rows);
  });
});

it.each([
  [0, 0, false],
  [99, 0, false],
  [100, 0, true],
  [450, 22, true],
  [450, 23, false],
])('with %d of the list and %d found in the sample, what is found is read first: %s', (listed, found, first) => {
  expect(isFoundFirst({ ...NO_SAMPLE, listed, found })).toBe(first);
});
