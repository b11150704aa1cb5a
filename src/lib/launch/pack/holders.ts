/** Checks allocations and merges them by address, before anything is made from them. */

import { toChecksumAddress } from '../../accounts/wallet.rules.ts';
import { ApiError } from '../../core/errors.ts';
import { checkReceiver, tokenAddressProblem } from '../address.rules.ts';
import { HOLDERS_MAX } from '../rules.ts';
import { keccak256 } from './keccak.ts';
import type { Allocation, Holder, PackSettings } from './types.ts';

/** Sablier takes amounts of 128 bits. */
const UNITS_END = 1n << 128n;

/** The files with a row for each date need days that exist. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const refuse = (message: string): never => {
  throw new ApiError('invalid', message);
};

/** @throws ApiError `invalid` for a wrong token address or chain id */
export function checkSettings({ tokenAddress, chainId }: PackSettings): string {
  const problem = tokenAddressProblem(tokenAddress, keccak256);
  if (problem !== null) return refuse(problem);
  if (!Number.isSafeInteger(chainId) || chainId < 1) return refuse('Enter the chain id as a whole number, such as 1.');
  return toChecksumAddress(tokenAddress, keccak256);
}

/** Allocations with checked addresses, by lower-case address, then by date, what is free first; equal ones are added up. */
export function mergedAllocations(allocations: readonly Allocation[], tokenAddress: string): Allocation[] {
  const known = new Map<string, string>();
  const merged = new Map<string, Allocation>();
  for (const { address: text, units, unlockAt } of allocations) {
    const address = known.get(text) ?? checkedAddress(text, tokenAddress);
    known.set(text, address);
    if (units <= 0n) refuse(`The allocation of ${address} is ${units} units. It must be more than 0.`);
    if (unlockAt !== null && !isDay(unlockAt)) refuse(`The unlock date of ${address} must be like 2027-01-31.`);
    const key = `${address.toLowerCase()} ${unlockAt ?? ''}`;
    merged.set(key, { address, unlockAt, units: units + (merged.get(key)?.units ?? 0n) });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, allocation]) => allocation);
}

function checkedAddress(text: string, tokenAddress: string): string {
  const { address, problem } = checkReceiver(text, tokenAddress, keccak256);
  return problem === null ? address : refuse(`${text}: ${problem}`);
}

/** One holder for each address. @param allocations in the order of `mergedAllocations` */
export function holdersOf(allocations: readonly Allocation[]): Holder[] {
  const holders: { address: string; units: bigint }[] = [];
  for (const { address, units } of allocations) {
    const last = holders.at(-1);
    if (last?.address === address) last.units += units;
    else holders.push({ address, units });
  }
  return holders;
}

export const sumOf = (parts: readonly { readonly units: bigint }[]): bigint =>
  parts.reduce((sum, { units }) => sum + units, 0n);

/** @throws ApiError `invalid` for what a contract or the ledger would not accept */
export function checkHolders(holders: readonly Holder[], totalUnits: bigint): void {
  if (holders.length === 0) refuse('Nobody holds stock with a wallet address, so there is nothing to pack.');
  if (holders.length > HOLDERS_MAX) refuse('A pack can have 1,000,000 addresses at most.');
  const total = sumOf(holders);
  if (total !== totalUnits)
    refuse(`The allocations add up to ${total} units, but the ledger has ${totalUnits}. Nothing was packed.`);
  if (total >= UNITS_END) refuse('The allocations add up to more than a contract can count (128 bits).');
}
