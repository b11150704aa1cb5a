/** Verifies the ledger of every company: recomputes each hash, each balance and the sums in `supplies`. */
import { GENESIS_HASH } from '../../audit/chain.ts';
import { assert } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { leafHash } from '../../transparency-log/tree.rules.ts';
import {
  type Leaf,
  type LogFault,
  type LogReport,
  type VerifyOptions,
  verifyLog,
} from '../../transparency-log/verification/service.ts';
import { listLedgerAfter } from '../events/service.ts';
import { canonicalLeaf, isEvent, isIntact, type LedgerEntry, type StockEntry } from '../rules.ts';
import * as store from './store.ts';

export interface CompanyReport extends LogReport {
  readonly companyId: string;
  readonly symbol: string;
  readonly credited: bigint;
}

/** Call it in a snapshot transaction. */
export async function* verifyLedgers(db: Db, options: VerifyOptions): AsyncGenerator<CompanyReport> {
  for (const supply of await store.listSupplies(db)) {
    const { companyId, symbol } = supply;
    yield { companyId, symbol, credited: supply.credited ?? 0n, ...(await verifyLedger(db, supply, options)) };
  }
}

/** Verifies the ledger of one company. Call it in a snapshot transaction. */
export async function findLedgerFault(db: Db, companyId: string, options: VerifyOptions): Promise<LogFault | null> {
  const supply = (await store.listSupplies(db)).find((it) => it.companyId === companyId);
  assert(supply, 'the company exists');
  return (await verifyLedger(db, supply, options)).fault;
}

type Supply = Awaited<ReturnType<typeof store.listSupplies>>[number];

/** What the entries of a ledger add up to. */
interface Sums {
  /** The sum of each member's entries by user id. */
  readonly balances: Map<string, bigint>;
  /** The last entry of each member. */
  readonly last: Map<string, StockEntry>;
}

async function verifyLedger(db: Db, supply: Supply, options: VerifyOptions): Promise<LogReport> {
  const { companyId, seq } = supply;
  if (seq === null)
    return { entries: 0n, waiting: 0n, fault: { seq: 0n, reason: 'the supply of the company is missing' } };
  const sums: Sums = { balances: new Map(), last: new Map() };
  const leaves = leavesOf(store.readLedger(db, companyId, listLedgerAfter), sums);
  const report = await verifyLog(db, { kind: 'ledger', scopeId: companyId }, leaves, options);
  const { entries } = report;
  if (report.fault) return report;
  const fault =
    seq === entries
      ? await firstFault(db, supply, sums)
      : { seq: entries, reason: `the last entry is ${entries}, but ${seq} is recorded as the last` };
  return { ...report, fault };
}

async function* leavesOf(rows: AsyncIterable<LedgerEntry>, { balances, last }: Sums): AsyncGenerator<Leaf> {
  let before: LedgerEntry | null = null;
  for await (const entry of rows) {
    yield { seq: entry.seq, hash: leafHash(canonicalLeaf(entry)), fault: entryFault(entry, before) };
    if (isEvent(entry)) {
      before = entry;
      continue;
    }
    balances.set(entry.userId, (balances.get(entry.userId) ?? 0n) + entry.quantity);
    last.set(entry.userId, entry);
    before = entry;
  }
}

function entryFault(entry: LedgerEntry, before: LedgerEntry | null): string | null {
  if (!isIntact(entry)) return `the content of entry ${entry.seq} was changed`;
  if (isEvent(entry) || entry.prevHash === null || entry.prevHash === (before ? before.hash : GENESIS_HASH))
    return null;
  return `entry ${entry.seq} does not continue entry ${entry.seq - 1n}`;
}

async function firstFault(
  db: Db,
  { companyId, ...stored }: Supply,
  { balances, last }: Sums,
): Promise<LogFault | null> {
  const wrongBalance = await firstWrongBalance(db, companyId, balances, last);
  if (wrongBalance) return wrongBalance;
  let sum = 0n;
  for (const quantity of balances.values()) sum += quantity;
  const head = stored.seq ?? 0n;
  if (sum !== stored.credited)
    return {
      seq: head,
      reason: `the entries up to ${head} sum to ${sum}, but ${stored.credited} is recorded as credited (supplies ${companyId}: credited)`,
    };
  const { pending, unproven, rewards } = await store.sumHeld(db, companyId);
  const held = pending + rewards;
  if (held !== stored.held) {
    const what = rewards === 0n ? 'pending purchases' : 'pending purchases and rewards on hold';
    return {
      seq: head,
      reason: `${what} sum to ${held}, but ${stored.held} is recorded as held (supplies ${companyId}: held)`,
    };
  }
  if (unproven !== stored.heldUnproven)
    return {
      seq: head,
      reason: `unproven holds sum to ${unproven}, but ${stored.heldUnproven} is recorded as held by them (supplies ${companyId}: held_unproven)`,
    };
  if (sum + held > stored.privateSupply)
    return { seq: head, reason: `${sum + held} is credited or held, more than the ${stored.privateSupply} there are` };
  const unbooked = await store.findUnbooked(db, companyId);
  if (!unbooked) return unrecordedFault(db, companyId, head);
  return unbooked.seq === null
    ? { seq: head, reason: `the approved purchase ${unbooked.purchaseId} has no entry` }
    : { seq: unbooked.seq, reason: `entry ${unbooked.seq} does not agree with the purchase ${unbooked.purchaseId}` };
}

async function unrecordedFault(db: Db, companyId: string, head: bigint): Promise<LogFault | null> {
  const unrecorded = await store.findUnrecorded(db, companyId);
  if (!unrecorded) return unrewardedFault(db, companyId, head);
  const { purchaseId, what, seq } = unrecorded;
  return { seq: seq ?? head, reason: `the ${what} of purchase ${purchaseId} is not the one in the audit trail` };
}

async function unrewardedFault(db: Db, companyId: string, head: bigint): Promise<LogFault | null> {
  const wrong = await store.findUnrewarded(db, companyId);
  if (!wrong) return null;
  return {
    seq: wrong.seq ?? head,
    reason: `the reward of purchase ${wrong.purchaseId} does not agree with its entry, purchase or rule`,
  };
}

/** Of the wrong balances, the one whose latest entry is the earliest. */
async function firstWrongBalance(
  db: Db,
  companyId: string,
  balances: ReadonlyMap<string, bigint>,
  last: ReadonlyMap<string, StockEntry>,
): Promise<LogFault | null> {
  let first: LogFault | null = null;
  const report = (seq: bigint, reason: string): void => {
    if (first === null || seq < first.seq) first = { seq, reason };
  };
  const unseen = new Set(balances.keys());
  for await (const stored of store.readBalances(db, companyId)) {
    unseen.delete(stored.userId);
    const entry = last.get(stored.userId);
    const sum = balances.get(stored.userId) ?? 0n;
    if (!entry) report(0n, `a balance of ${stored.quantity} is kept for member ${stored.userId}, who has no entry`);
    else if (stored.quantity !== sum)
      report(
        entry.seq,
        `the entries of member ${stored.userId} sum to ${sum}, but ${stored.quantity} is kept; the last is ${entry.seq}`,
      );
    else if (stored.hash !== entry.hash || stored.at !== entry.createdAt)
      report(entry.seq, `the balance of member ${stored.userId} does not name the last entry, ${entry.seq}`);
  }
  for (const userId of unseen) {
    const seq = last.get(userId)?.seq ?? 0n;
    report(seq, `no balance is kept for member ${userId}, whose last entry is ${seq}`);
  }
  return first;
}
