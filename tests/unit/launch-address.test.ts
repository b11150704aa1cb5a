import { expect, test } from 'vitest';
import { checkHolderAddress } from '@/lib/launch/address.rules.ts';

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s may receive tokens, with its checksum and in one case', (address) => {
  expect(checkHolderAddress(address)).toEqual({ address, problem: null });
  expect(checkHolderAddress(address.toLowerCase())).toEqual({ address, problem: null });
  expect(checkHolderAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address, problem: null });
});

const short = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`;

test.each([
  ['the zero address', short(0), /zero address/],
  ['the first precompile', short(1), /precompiled/],
  ['the last precompile of Prague', short(0x11), /precompiled/],
  ['the first one after them', short(0x12), /reserved/],
  ['the precompile of Osaka', short(0x100), /reserved/],
  ['the burn address', short(0xdead), /reserved/],
  ['the end of the reserved range', short(0xffff), /reserved/],
  ['a predeploy', '0x4200000000000000000000000000000000000006', /system contract/],
  ['another burn address', '0xdead000000000000000042069420694206942069', /burnt/],
  ['the placeholder of the coin', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', /placeholder/],
  ['the system address', '0xfffffffffffffffffffffffffffffffffffffffe', /system address/],
  ['all ones', `0x${'f'.repeat(40)}`, /without an owner/],
  ['a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', /capital letters/],
  ['the contract of a token', '0xdAC17F958D2ee523a2206206994597C13D831ec7', /contract of the token USDT/],
  ['39 digits', `0x${'1'.repeat(39)}`, /40 digits/],
  ['41 digits', `0x${'1'.repeat(41)}`, /40 digits/],
  ['no prefix', '1'.repeat(40), /40 digits/],
  ['a space', ` ${short(0x10000)}`, /40 digits/],
  ['a name', 'vitalik.eth', /40 digits/],
  ['nothing', '', /40 digits/],
])('%s is refused with a sentence', (_, text, sentence) => {
  const { address, problem } = checkHolderAddress(text);
  expect(address).toBeNull();
  expect(problem).toMatch(sentence);
});

test('the first address after the reserved range may receive tokens', () => {
  expect(checkHolderAddress(short(0x10000)).problem).toBeNull();
  expect(checkHolderAddress('0x4200000000000000000000000000000000010000').problem).toBeNull();
});
