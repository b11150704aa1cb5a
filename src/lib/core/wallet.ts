/* Wallet addresses of EVM chains as people paste them, and secrets that people paste in their place. */
import { latinDigits } from './digits.ts';

/** Chain ids by the short names that wallets write before an address (EIP-3770). */
const CHAINS: Readonly<Record<string, bigint>> = {
  eth: 1n,
  oeth: 10n,
  bnb: 56n,
  gno: 100n,
  matic: 137n,
  pol: 137n,
  base: 8_453n,
  arb1: 42_161n,
  avax: 43_114n,
};
const ETHEREUM = 1n;

export interface TypedWallet {
  /** `0x` and 40 hex digits in the case that was typed. */
  readonly address: string;
  /** The chain that a prefix or suffix names; null for none. */
  readonly chainId: bigint | null;
}

/** `ethereum:` is the scheme of links for every EVM chain (EIP-681), and `eip155:1:` names a chain by its id (CAIP-10). */
const TYPED = /^(?:eip155:(\d{1,18}):|ethereum:(?:pay-)?|([a-z0-9]{2,8}):)?0x([0-9a-f]{40})(?:@(\d{1,18}))?$/i;

/** @returns null for anything but one address, with or without the name of its chain */
export function parseWallet(typed: string): TypedWallet | null {
  const match = TYPED.exec(latinDigits(typed).replace(/[\s\p{Cf}]/gu, ''));
  if (!match) return null;
  const [, byId, shortName, digits, suffix] = match;
  const named = shortName === undefined ? null : CHAINS[shortName.toLowerCase()];
  if (named === undefined) return null;
  const ids = [byId, suffix].filter((id) => id !== undefined).map(BigInt);
  const chains = new Set(named === null ? ids : [named, ...ids]);
  const [chainId = null] = chains;
  return chains.size > 1 ? null : { address: `0x${digits}`, chainId };
}

/** Whether an address may be used on a chain. @param of the token; null while it is not set, which counts as Ethereum */
export function fitsChain({ chainId }: TypedWallet, of: bigint | null): boolean {
  return chainId === null || chainId === (of ?? ETHEREUM);
}

/** 64 hex digits, or the base 58 of an extended private key. */
const PRIVATE_KEY = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])|(?<![0-9a-z])[xyz]prv[0-9a-z]{100,}/i;
/** In words: a recovery phrase has 12 to 24, and one may be lost. */
const PHRASE_LENGTH_MIN = 11;

/** The kind of secret that a text seems to contain; null for none. */
export function secretIn(typed: string): 'key' | 'phrase' | null {
  const text = latinDigits(typed).replace(/\p{Cf}/gu, '');
  if (PRIVATE_KEY.test(text) || PRIVATE_KEY.test(text.replace(/\s/g, ''))) return 'key';
  const parts = text.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  return parts.length >= PHRASE_LENGTH_MIN ? 'phrase' : null;
}
