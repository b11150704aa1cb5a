import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkPrivateSupply, hostList, isHostName, partsAddUp } from '../../src/lib/platform/rules.ts';
import { PAUSE_GRACE_SECONDS, pauseProblem } from '../../src/lib/purchases/rules.ts';

describe('parts of a supply', () => {
  test.each([
    //total private public angel founder airdrop
    [100n, 30n, 50n, 10n, 7n, 3n, true],
    [100n, 100n, 0n, 0n, 0n, 0n, true],
    [100n, 30n, 50n, 10n, 7n, 2n, false],
    [100n, 30n, 50n, 10n, 7n, 4n, false],
    [0n, 0n, 0n, 0n, 0n, 0n, false],
  ])('%d = %d + %d + %d + %d + %d: %s', (total, priv, cell, angel, founder, airdrop, fits) => {
    expect(
      partsAddUp({
        totalSupply: total,
        privateSupply: priv,
        publicCellSupply: cell,
        angelInvestorSupply: angel,
        founderTeamSupply: founder,
        airdropSupply: airdrop,
      }),
    ).toBe(fits);
  });
});

test.each([
  ['sale.example.com', true],
  ['acw.localhost', true],
  ['a-b.example.in', true],
  ['localhost', false],
  ['-a.example.com', false],
  ['a-.example.com', false],
  ['a..b', false],
  ['sale.example.com:443', false],
  ['sale.example.com/x', false],
  ['127.0.0.1', false],
  ['exämple.com', false],
  ['a b.com', false],
  [`${'a'.repeat(64)}.com`, false],
])('%s is a host name: %s', (text, yes) => {
  expect(isHostName(text)).toBe(yes);
});

test('host names are taken as people paste them, each once', () => {
  const read = z.parse(hostList, [' HTTPS://Sale.Example.com/ ', 'sale.example.com', 'www.example.com', '']);
  expect(read).toEqual(['sale.example.com', 'www.example.com']);
  expect(z.safeParse(hostList, ['sale.example.com:8080']).success).toBe(false);
});

test('a private supply never falls below what is sold and promised', () => {
  expect(() => checkPrivateSupply(100n, 60n, 40n)).not.toThrow();
  expect(() => checkPrivateSupply(99n, 60n, 40n)).toThrow(/less than 100/);
});

describe('a paused sale', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  const after = (seconds: number): Date => new Date(at.getTime() + seconds * 1000);
  const paused = { paused_at: at, pause_reason: 'The bank is closed.' };
  test.each([
    ['goes on', { paused_at: null, pause_reason: null }, 0, 0, null],
    ['is closed to who begins at that moment', paused, 0, 0, 'The sale is paused: The bank is closed.'],
    ['takes what was paid before, to the end of the grace', paused, PAUSE_GRACE_SECONDS - 1, PAUSE_GRACE_SECONDS, null],
    ['and then no more', paused, PAUSE_GRACE_SECONDS, PAUSE_GRACE_SECONDS, 'The sale is paused: The bank is closed.'],
  ])('%s', (_, sale, seconds, grace, says) => {
    expect(pauseProblem(sale, after(seconds), grace)).toBe(says);
  });
});
