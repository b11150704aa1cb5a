import { canonicalJson } from '@/lib/core/canonical.ts';

export type EntryKind = 'PURCHASE' | 'REWARD' | 'ADJUSTMENT';

/** What an entry of the stock ledger says, before it is sealed. */
export interface EntryContent {
  readonly companyId: string;
  readonly seq: bigint;
  readonly userId: string;
  /** Whole tokens; below 0 only in an adjustment. */
  readonly quantity: bigint;
  readonly kind: EntryKind;
  /** The purchase that it comes from, also of an adjustment that takes back what the purchase gave. */
  readonly sourceId: string;
  /** ISO 8601 in UTC with milliseconds, as the database keeps it. */
  readonly createdAt: string;
  readonly prevHash: string;
}

/** The text that is sealed. The version at its start lets a later form live beside this one. */
export function canonicalEntry(entry: EntryContent): string {
  return canonicalJson([
    'stock.1',
    entry.companyId,
    entry.seq,
    entry.userId,
    entry.quantity,
    entry.kind,
    entry.sourceId,
    entry.createdAt,
    entry.prevHash,
  ]);
}

/** Why an entry may not be written, null if it may: a member's stock never falls below 0. */
export function entryProblem(kind: EntryKind, quantity: bigint, balance: bigint): string | null {
  if (quantity === 0n) return 'A stock entry needs a quantity.';
  if (quantity < 0n && kind !== 'ADJUSTMENT') return 'Only an adjustment can take stock away.';
  return balance + quantity < 0n ? 'The member has less stock than that.' : null;
}

/** What can still be sold: the private supply less what is credited and what pending purchases hold; never below 0. */
export function remainingSupply(supply: { privateSupply: bigint; credited: bigint; held: bigint }): bigint {
  const left = supply.privateSupply - supply.credited - supply.held;
  return left > 0n ? left : 0n;
}
