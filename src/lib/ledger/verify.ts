/** Recomputes the ledger of every company: each hash, each balance, and the sums that the sale goes by. */
import type { ChainFault } from '../audit/chain.ts';
import type { Db } from '../db/client.ts';
import { type SealedEntry, verifyLedger } from './chain.ts';
import * as store from './verify-store.ts';

export interface CompanyReport {
  readonly companyId: string;
  readonly symbol: string;
  readonly entries: bigint;
  readonly credited: bigint;
  /** What does not fit, the first of it; null if all fits. */
  readonly fault: ChainFault | null;
}

/** Give it a transaction that sees one state of the database. */
export async function* verifyLedgers(db: Db): AsyncGenerator<CompanyReport> {
  for (const supply of await store.listSupplies(db)) {
    const { companyId, symbol } = supply;
    yield {
      companyId,
      symbol,
      entries: supply.seq ?? 0n,
      credited: supply.credited ?? 0n,
      fault: await firstFault(db, supply),
    };
  }
}

type Supply = Awaited<ReturnType<typeof store.listSupplies>>[number];

async function firstFault(db: Db, { companyId, ...kept }: Supply): Promise<ChainFault | null> {
  if (kept.seq === null || kept.hash === null || kept.credited === null || kept.held === null)
    return { seq: 0n, reason: 'the supply of the company is missing' };
  const last = new Map<string, SealedEntry>();
  async function* noted() {
    for await (const entry of store.readLedger(db, companyId)) {
      last.set(entry.userId, entry);
      yield entry;
    }
  }
  const { fault, balances } = await verifyLedger(noted(), { seq: kept.seq, hash: kept.hash });
  if (fault) return fault;
  const wrongBalance = await firstWrongBalance(db, companyId, balances, last);
  if (wrongBalance) return wrongBalance;
  let sum = 0n;
  for (const quantity of balances.values()) sum += quantity;
  const head = kept.seq;
  if (sum !== kept.credited)
    return { seq: head, reason: `the entries up to ${head} sum to ${sum}, but ${kept.credited} is kept as credited` };
  const pending = await store.sumPending(db, companyId);
  if (pending !== kept.held)
    return { seq: head, reason: `pending purchases sum to ${pending}, but ${kept.held} is kept as held` };
  if (sum + pending > kept.privateSupply)
    return { seq: head, reason: `${sum + pending} is credited or held, more than the ${kept.privateSupply} there are` };
  const unbooked = await store.findUnbooked(db, companyId);
  if (!unbooked) return null;
  return unbooked.seq === null
    ? { seq: head, reason: `the approved purchase ${unbooked.purchaseId} has no entry` }
    : { seq: unbooked.seq, reason: `entry ${unbooked.seq} does not agree with the purchase ${unbooked.purchaseId}` };
}

/** The balance whose latest entry is the earliest of those that do not fit. */
async function firstWrongBalance(
  db: Db,
  companyId: string,
  balances: ReadonlyMap<string, bigint>,
  last: ReadonlyMap<string, SealedEntry>,
): Promise<ChainFault | null> {
  let first: ChainFault | null = null;
  const found = (seq: bigint, reason: string): void => {
    if (first === null || seq < first.seq) first = { seq, reason };
  };
  const unseen = new Set(balances.keys());
  for await (const kept of store.readBalances(db, companyId)) {
    unseen.delete(kept.userId);
    const entry = last.get(kept.userId);
    const sum = balances.get(kept.userId) ?? 0n;
    if (!entry) found(0n, `a balance of ${kept.quantity} is kept for member ${kept.userId}, who has no entry`);
    else if (kept.quantity !== sum)
      found(
        entry.seq,
        `the entries of member ${kept.userId} sum to ${sum}, but ${kept.quantity} is kept; the last is ${entry.seq}`,
      );
    else if (kept.hash !== entry.hash || kept.at !== entry.createdAt)
      found(entry.seq, `the balance of member ${kept.userId} does not name the last entry, ${entry.seq}`);
  }
  for (const userId of unseen) {
    const seq = last.get(userId)?.seq ?? 0n;
    found(seq, `no balance is kept for member ${userId}, whose last entry is ${seq}`);
  }
  return first;
}
