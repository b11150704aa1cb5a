/** Which upload ends for another one when all places are taken, and how fast uploads have to be. */
import { describe, expect, test } from 'vitest';
import { type ArrivingUpload, paceTimes, standingOf, uploadToEnd } from '@/lib/http/upload-slots.rules.ts';

const NOW = new Date('2026-11-30T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

test.each([
  [0, 'new'],
  [23.9, 'new'],
  [24, 'old'],
  [2400, 'old'],
])('an account of %d hours is %s', (hours, standing) => {
  expect(standingOf(hoursAgo(hours), NOW)).toBe(standing);
});

test.each([
  [0, 1],
  [0.49, 1],
  [0.5, 2],
  [0.74, 2],
  [0.75, 4],
  [1, 4],
])('with %d of the places taken, the pace is %d times the usual one', (share, times) => {
  expect(paceTimes(share)).toBe(times);
});

describe('the upload that ends', () => {
  const upload = (standing: ArrivingUpload['standing'], receivedBytes: number, ageMs = 10_000) => ({
    standing,
    receivedBytes,
    ageMs,
  });
  const [slow, fast] = [upload('new', 20_000), upload('new', 200_000)];
  const [old, verified] = [upload('old', 10_000), upload('verified', 5_000)];
  const beginning = upload('new', 0, 1_999);

  test.each([
    ['the slowest of new accounts', [fast, slow, old, verified], 'verified', slow],
    ['the same for a new account', [fast, slow, old, verified], 'new', slow],
    ['one of an older account for a verified one', [old, verified], 'verified', old],
    ['none of an equal standing', [old, verified], 'old', undefined],
    ['none of a higher standing', [old, verified], 'new', undefined],
    ['none whose pace is not known yet', [beginning], 'verified', undefined],
    ['by bytes for its age', [upload('new', 30_000, 3_000), upload('new', 60_000, 10_000)], 'new', undefined],
  ] as const)('is %s', (what, uploads, standing, ended) => {
    const expected = what.startsWith('by') ? uploads[1] : ended;
    expect(uploadToEnd(uploads, standing)).toEqual(expected);
  });
});
