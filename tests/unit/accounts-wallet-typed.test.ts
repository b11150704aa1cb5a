/** Wallet addresses as people paste them, and what they paste in their place. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { TOKEN_CONTRACTS } from '@/lib/accounts/token-contracts.rules.ts';
import { REFUSED_WALLETS, readTypedWallet, toChecksumAddress, walletProblem } from '@/lib/accounts/wallet.rules.ts';
import { issueMessages } from '@/lib/core/contract.ts';
import { parseWallet, secretIn } from '@/lib/core/wallet.ts';
import { WALLET_SECRETS, walletAddress } from '@/lib/core/wallet-field.ts';
import * as z from '@/lib/core/zod.ts';

const OWN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DIGITS = OWN.slice(2);

/** Through the field and the use case's rule: the address, or the sentence. */
function read(typed: string, chainId: bigint | null = null): string | null {
  const field = z.safeParse(walletAddress, typed);
  if (!field.success) return issueMessages(field.error).join(' ');
  const { address, problem } = readTypedWallet(field.data, chainId);
  return address ?? problem;
}

test.each([
  [OWN],
  [OWN.toLowerCase()],
  [`0x${DIGITS.toUpperCase()}`],
  [`0X${DIGITS.toUpperCase()}`],
  [`eth:${OWN}`],
  [`ETH:${OWN}`],
  [`ethereum:${OWN}`],
  [`ethereum:${OWN}@1`],
  [`ethereum:pay-${OWN}@1`],
  [`eip155:1:${OWN}`],
  [`${OWN}@1`],
  [` ${OWN}\n`],
  [`${OWN.slice(0, 22)} ${OWN.slice(22)}`],
  [`\u202a${OWN}\u202c`],
  [OWN.replaceAll('0', '０').replace('０x', '0x')],
])('%j is the own address', (typed) => {
  expect(read(typed)).toBe(OWN);
});

test('one case has no checksum, mixed case must have the right one', () => {
  expect(read(OWN.replace('5aAe', '5AAe'))).toBe('This wallet address has a wrong checksum. Please copy it again.');
  expect(read(`eth:${OWN.replace('5aAe', '5AAe')}`)).toBe(
    'This wallet address has a wrong checksum. Please copy it again.',
  );
});

describe('the name of a chain', () => {
  const other =
    'This address is for another chain. Please enter your address on the chain of the token, without a name before it.';
  test.each([
    [`eth:${OWN}`, 1n, OWN],
    [`eth:${OWN}`, null, OWN],
    [`eth:${OWN}`, 137n, other],
    [`matic:${OWN}`, 137n, OWN],
    [`pol:${OWN}`, 137n, OWN],
    [`matic:${OWN}`, null, other],
    [`matic:${OWN}`, 1n, other],
    [`ethereum:${OWN}@137`, 137n, OWN],
    [`ethereum:${OWN}@137`, 1n, other],
    [`ethereum:${OWN}`, 137n, OWN],
    [`eip155:8453:${OWN}`, 8453n, OWN],
    [`base:${OWN}`, 8453n, OWN],
    [`bnb:${OWN}`, 56n, OWN],
    [`arb1:${OWN}`, 42161n, OWN],
    [OWN, 137n, OWN],
  ])('%s on chain %s', (typed, chainId, result) => {
    expect(read(typed, chainId)).toBe(result);
  });
});

test.each([
  [`tron:${OWN}`],
  [`bitcoin:${OWN}`],
  [`eth:${OWN}@137`],
  [`constructor:${OWN}`],
  [`${OWN}0`],
  [OWN.slice(0, -1)],
  [DIGITS],
  [`${OWN}, ${OWN}`],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['vitalik.eth'],
  ['my address'],
  ['x'.repeat(1_999)],
  ['x'.repeat(2_001)],
])('%j is no address', (typed) => {
  expect(read(typed)).toBe('Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.');
});

const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PHRASE =
  'test test test test test test test test test test test junk abandon zebra ocean tiger river stone apple grape lemon mango peach plums'.split(
    ' ',
  );

describe('a secret in place of the address', () => {
  test.each([
    [`0x${KEY}`],
    [KEY],
    [KEY.toUpperCase()],
    [` 0x${KEY} `],
    [`${KEY.slice(0, 32)} ${KEY.slice(32)}`],
    [`Private key: 0x${KEY}`],
    [`"${KEY}"`],
    ['xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'],
  ])('%# is taken for a private key', (typed) => {
    expect(read(typed)).toBe(WALLET_SECRETS.key);
  });
  test.each([
    [PHRASE.slice(0, 12).join(' ')],
    [PHRASE.slice(0, 24).join(' ')],
    [PHRASE.slice(0, 15).join('\n')],
    [PHRASE.slice(0, 18).join(', ')],
    [
      PHRASE.slice(0, 12)
        .map((word, index) => `${index + 1}. ${word}`)
        .join(' '),
    ],
    [PHRASE.slice(0, 11).join(' ')],
    [PHRASE.slice(0, 12).join(' ').toUpperCase()],
    [Array(12).fill('सेब').join(' ')],
  ])('%# is taken for a recovery phrase', (typed) => {
    expect(read(typed)).toBe(WALLET_SECRETS.phrase);
  });
  it('is repeated in no message', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
    fc.assert(
      fc.property(hex, fc.constantFrom('', '0x', 'eth:0x', 'key '), (key, before) => {
        const field = z.safeParse(walletAddress, `${before}${key}`);
        expect(JSON.stringify(field.error) + String(field.error?.message)).not.toContain(key.slice(0, 12));
        expect(field.success).toBe(false);
      }),
    );
  });
  test.each([[OWN], [`ethereum:${OWN}@1`], ['my wallet address is not ready yet'], ['']])(
    '%j is no secret',
    (typed) => {
      expect(secretIn(typed)).toBeNull();
    },
  );
});

describe('the contracts of well-known tokens', () => {
  test.each(TOKEN_CONTRACTS)('%s (%s) is no wallet', (address, token) => {
    expect(toChecksumAddress(address)).toBe(address);
    for (const typed of [address, address.toLowerCase(), `eth:${address}`])
      expect(read(typed)).toBe(
        `This is the contract of the token ${token}, not a wallet. Tokens sent there are lost. Enter the address of your own wallet.`,
      );
    expect(address.toLowerCase()).toMatch(new RegExp(REFUSED_WALLETS));
  });
  test('each is listed once', () => {
    expect(new Set(TOKEN_CONTRACTS.map(([address]) => address)).size).toBe(TOKEN_CONTRACTS.length);
  });
  it('are what the search in the database refuses, and nothing else', () => {
    const address = fc.stringMatching(/^0x[0-9a-f]{40}$/);
    fc.assert(
      fc.property(address, (any) => {
        expect(new RegExp(REFUSED_WALLETS).test(any)).toBe(walletProblem(any) !== null);
      }),
    );
    expect(walletProblem(OWN)).toBeNull();
  });
});

it('reads any text without a failure', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const parsed = parseWallet(text);
      if (parsed) expect(parsed.address).toMatch(/^0x[0-9a-f]{40}$/i);
    }),
  );
});
