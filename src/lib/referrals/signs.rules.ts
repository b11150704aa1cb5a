/**
 * Signs that a buyer and their referrer may be one person, or that a code was used for invented accounts. A sign never
 * refuses a reward: an admin reviews it (docs/decisions/0411). Families share phones, wallets and computers.
 */
import { REWARD_SIGNS, type RewardSign } from '../core/rewards.ts';
import { isIpv4, networkOf } from '../rate-limits/network.rules.ts';

/** Sign-ups with one code from one network within `SIGN_UP_DAYS` of the buyer's that are a sign. */
export const SIGN_UPS_OF_NETWORK = 5;
export const SIGN_UP_DAYS = 7;

/** Whom a bank's row names as payer. */
export interface Payer {
  readonly name: string | null;
  /** UPI address. */
  readonly vpa: string | null;
}

export interface Account {
  readonly name: string;
  /** E.164; '' once erased. */
  readonly mobile: string;
  readonly walletAddress: string | null;
}

export interface SignFacts {
  readonly buyer: Account;
  readonly referrer: Account;
  /** Of the bank's rows with this purchase; none if no statement shows it. */
  readonly payers: readonly Payer[];
  /** Of the bank's rows with the referrer's own purchases. */
  readonly referrerPayers: readonly Payer[];
  /** The buyer has used a browser that had signed in to the referrer's account. */
  readonly isSameBrowser: boolean;
  /** Sign-ups with the referrer's code from the buyer's network, with the buyer's, in the days around it. */
  readonly signUpsOfNetwork: number;
}

const TITLES = new Set(['MR', 'MRS', 'MS', 'DR', 'SHRI', 'SMT', 'KUM']);

/** The words of a name in one order, since banks turn names round; null for one word, which many people share. */
function nameKey(name: string | null): string | null {
  const parts = (name ?? '')
    .normalize('NFKD')
    .toUpperCase()
    // Accents of Latin letters; the vowel signs of Indian scripts are letters of their own.
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((part) => part !== '' && !TITLES.has(part));
  return parts.length < 2 ? null : parts.sort().join(' ');
}

function isSamePayer({ referrer, payers, referrerPayers }: SignFacts): boolean {
  const names = new Set([referrer, ...referrerPayers].map(({ name }) => nameKey(name)));
  names.delete(null);
  const addresses = new Set(referrerPayers.map(({ vpa }) => vpa?.toLowerCase() ?? null));
  addresses.delete(null);
  return payers.some(({ name, vpa }) => names.has(nameKey(name)) || addresses.has(vpa?.toLowerCase() ?? null));
}

/** The signs, in the order of `REWARD_SIGNS`. */
export function signsOf(facts: SignFacts): RewardSign[] {
  const { buyer, referrer } = facts;
  const wallet = buyer.walletAddress?.toLowerCase();
  const isThere: Readonly<Record<RewardSign, boolean>> = {
    mobile: buyer.mobile !== '' && buyer.mobile === referrer.mobile,
    wallet: wallet !== undefined && wallet === referrer.walletAddress?.toLowerCase(),
    payer: isSamePayer(facts),
    browser: facts.isSameBrowser,
    network: facts.signUpsOfNetwork >= SIGN_UPS_OF_NETWORK,
  };
  return REWARD_SIGNS.filter((sign) => isThere[sign]);
}

/** Of one machine or one building: a proxy that is not trusted, or an office. Many sign-ups from there say nothing. */
const LOCAL_IPV4 =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** Unspecified, loopback and IPv4 in IPv6; unique local and link-local addresses. */
const LOCAL_IPV6 = /^(?:0:0:0:0:|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** The network of a sign-up: a /24, or a /64 of IPv6; null for an address that says nothing. */
export function signUpNetwork(ip: string): string | null {
  if (isIpv4(ip)) return LOCAL_IPV4.test(ip) ? null : ip.replace(/(?<!\d)\d+$/, '0/24');
  const { narrow, wide } = networkOf(ip);
  return wide === null || LOCAL_IPV6.test(narrow) ? null : narrow;
}
