/** The form of API keys, and which of them are refused. */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  BASE62,
  checksumOf,
  hintOf,
  isKey,
  isWhole,
  keyOf,
  refusalOf,
  stateOf,
} from '@/lib/integrations/keys/rules.ts';
import { isIn, isNetwork } from '@/lib/integrations/networks.ts';

const SECRET = 'abcdefghijABCDEFGHIJ0123456789';
const KEY = keyOf(SECRET);

describe('a key', () => {
  it('has a prefix, 30 characters and a checksum', () => {
    expect(KEY).toMatch(/^lb_live_[0-9A-Za-z]{36}$/);
    expect(KEY.startsWith(`lb_live_${SECRET}`)).toBe(true);
    expect(hintOf(KEY)).toBe('lb_live_abcd');
    expect([isKey(KEY), isWhole(KEY), isKey('A'.repeat(43))]).toEqual([true, true, false]);
  });

  it('has the CRC-32 of zip files as its checksum', () => {
    for (const text of ['', 'lb_live_', SECRET, KEY]) {
      const value = [...checksumOf(text)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      expect([text, value]).toEqual([text, crc32(text)]);
    }
  });

  it.each([
    ['one character is another', KEY.replace('abcd', 'abcD')],
    ['one character is missing', KEY.slice(0, -1)],
    ['one character is too many', `${KEY}0`],
    ['another alphabet is used', KEY.replace('abcd', 'ab-d')],
    ['the secret is missing', 'lb_live_'],
  ])('is not whole when %s', (_, damaged) => {
    expect(isWhole(damaged)).toBe(false);
  });
});

const GOOD = {
  isRevoked: false,
  isExpired: false,
  isMakerAdmin: true,
  isFromNetwork: true,
  scopes: ['read:purchases', 'write:decisions'],
};

describe('a key is refused', () => {
  it.each([
    ['never, with the scope of the call', {}, 'read:purchases', null],
    ['without the scope of the call', {}, 'read:members', 'forbidden'],
    ['by a call that takes no keys', {}, null, 'forbidden'],
    ['from another network', { isFromNetwork: false }, 'read:purchases', 'forbidden'],
    ['once it is revoked', { isRevoked: true }, 'read:purchases', 'unauthenticated'],
    ['once it has expired', { isExpired: true }, 'read:purchases', 'unauthenticated'],
    ['once its maker is no admin', { isMakerAdmin: false }, 'read:purchases', 'unauthenticated'],
    ['as revoked before all else', { isRevoked: true, isFromNetwork: false }, null, 'unauthenticated'],
  ] as const)('%s', (_, facts, scope, code) => {
    expect(refusalOf({ ...GOOD, ...facts }, scope)?.code ?? null).toBe(code);
  });

  it.each([
    [{}, 'ACTIVE'],
    [{ isMakerAdmin: false }, 'STOPPED'],
    [{ isExpired: true, isMakerAdmin: false }, 'EXPIRED'],
    [{ isRevoked: true, isExpired: true }, 'REVOKED'],
  ])('%j: it is %s', (facts, state) => {
    expect(stateOf({ ...GOOD, ...facts })).toBe(state);
  });
});

describe('networks', () => {
  it.each([
    ['203.0.113.7', true],
    ['203.0.113.0/24', true],
    ['2001:db8::/32', true],
    ['203.0.113.0/33', false],
    ['2001:db8::/129', false],
    ['203.0.113', false],
    ['fe80::1%eth0', false],
    ['example.com', false],
    ['', false],
  ])('%s is one: %s', (text, is) => {
    expect(isNetwork(text)).toBe(is);
  });

  it.each([
    ['203.0.113.9', true],
    ['203.0.114.9', false],
    ['2001:db8:1::1', true],
    ['2001:db9::1', false],
    ['::ffff:203.0.113.9', true],
    ['nobody', false],
  ])('%s is in the list: %s', (address, is) => {
    expect(isIn(['203.0.113.0/24', '2001:db8::/32'], address)).toBe(is);
  });
});
