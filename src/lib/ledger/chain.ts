import { type ChainFault, type Head, type Link, sealOf, verifyChain } from '@/lib/audit/chain.ts';
import { canonicalEntry, type EntryContent } from './rules.ts';

/** An entry of the stock ledger with its own hash, which screens show as the 'Transaction Hash'. */
export interface SealedEntry extends EntryContent, Link {}

/** The entry that follows `head`, sealed. */
export function sealEntry(content: Omit<EntryContent, 'seq' | 'prevHash'>, head: Head): SealedEntry {
  const entry = { ...content, seq: head.seq + 1n, prevHash: head.hash };
  return { ...entry, hash: sealOf(canonicalEntry(entry)) };
}

export interface LedgerReport {
  readonly fault: ChainFault | null;
  /** The sum of each member over the entries read, by user id; whole only when there is no fault. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** Recomputes a company's whole ledger: every hash, and every balance. */
export async function verifyLedger(
  entries: Iterable<SealedEntry> | AsyncIterable<SealedEntry>,
  kept: Head,
): Promise<LedgerReport> {
  const balances = new Map<string, bigint>();
  async function* summed() {
    for await (const entry of entries) {
      balances.set(entry.userId, (balances.get(entry.userId) ?? 0n) + entry.quantity);
      yield entry;
    }
  }
  return { fault: await verifyChain(summed(), canonicalEntry, kept), balances };
}
