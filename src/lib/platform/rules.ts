/** What holds of a company whoever changes it. */
import * as z from 'zod/mini';
import { ApiError } from '../core/errors.ts';

export const PARTS_DO_NOT_ADD_UP =
  'Total Supply must be the sum of Private, Public Cell, Angel Investor, Founder Team and Airdrop Supply.';

/** Whole tokens each. */
export interface Supply {
  readonly totalSupply: bigint;
  readonly privateSupply: bigint;
  readonly publicCellSupply: bigint;
  readonly angelInvestorSupply: bigint;
  readonly founderTeamSupply: bigint;
  readonly airdropSupply: bigint;
}

/** Decisions, point 5: total = public cell + private + angel investor + founder team + airdrop, and there is something. */
export function partsAddUp(it: Supply): boolean {
  const parts =
    it.privateSupply + it.publicCellSupply + it.angelInvestorSupply + it.founderTeamSupply + it.airdropSupply;
  return it.totalSupply > 0n && parts === it.totalSupply;
}

/** An absolute https address without credentials. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
}

const HOSTS_MAX = 10;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A host name in lower case (RFC 1123), of at least two labels, that is no address of the Internet Protocol. */
export function isHostName(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= 253 &&
    labels.length > 1 &&
    labels.every((it) => LABEL.test(it)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Names as they are typed, also with a scheme or a slash: lower-cased and bare, each once. */
export const hostList = z
  .array(z.string('Please send host names as text.'), 'Please send the host names as a list.')
  .check(
    z.overwrite((list: string[]) => [...new Set(list.map(bareHost).filter((it) => it !== ''))]),
    z.maxLength(HOSTS_MAX, `A company can have at most ${HOSTS_MAX} host names.`),
    z.refine(
      (list: string[]) => list.every(isHostName),
      'Please enter host names like sale.example.com, without port and path.',
    ),
  );

function bareHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

/**
 * A private supply can not fall below what is sold or promised.
 * @throws ApiError conflict, with the figure
 */
export function checkPrivateSupply(privateSupply: bigint, credited: bigint, held: bigint): void {
  const least = credited + held;
  if (privateSupply >= least) return;
  throw new ApiError(
    'conflict',
    `Private Supply can not be less than ${least.toLocaleString('en-IN')}: so many tokens are credited or held for pending purchases.`,
  );
}
