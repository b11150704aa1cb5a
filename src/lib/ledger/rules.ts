import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Jsonable } from '../core/canonical.ts';
import { leafHash } from '../transparency-log/tree.rules.ts';

/** What happened to the ledger as a whole. */
export type EventKind = 'RESTORE' | 'SET_BACK' | 'LEAVE' | 'ARRIVE' | 'RETURN';

export type EntryKind = 'PURCHASE' | 'REWARD' | 'ADJUSTMENT';

/** The content of a ledger entry. */
export interface EntryContent {
  readonly companyId: string;
  readonly userId: string;
  /** Whole tokens; below 0 only in an adjustment. */
  readonly quantity: bigint;
  readonly kind: EntryKind;
  /** The purchase that it comes from; for an adjustment, the reversed purchase. */
  readonly sourceId: string;
  /** ISO 8601 in UTC with milliseconds, the precision of the database. */
  readonly createdAt: string;
}

/** An entry as it is stored. `hash` is what screens show as the 'Transaction Hash'. */
export interface StockEntry extends EntryContent {
  /** Its position in the log, from 1. */
  readonly seq: bigint;
  /** The hash of the entry before, in an entry of a chain; null in all others. */
  readonly prevHash: string | null;
  readonly hash: string;
}

/**
 * The leaf of the log: the text whose hash is the entry's. It begins with a version, so that formats can coexist; 'stock.1' is
 * an entry of a chain.
 */
export function canonicalEntry(entry: EntryContent & Partial<Pick<StockEntry, 'seq' | 'prevHash'>>): string {
  const { seq, prevHash = null } = entry;
  const isChained = prevHash !== null && seq !== undefined;
  return canonicalJson([
    isChained ? 'stock.1' : 'stock.2',
    entry.companyId,
    ...(isChained ? [seq] : []),
    entry.userId,
    entry.quantity,
    entry.kind,
    entry.sourceId,
    entry.createdAt,
    ...(isChained ? [prevHash] : []),
  ]);
}

/** The transaction hash of a new entry: the hash of its leaf. It needs no other entry. */
export function transactionHash(content: EntryContent): string {
  return `0x${bytesToHex(leafHash(canonicalEntry(content)))}`;
}

/** Whether the entry has its own hash. That of an entry of a chain is the SHA-256 of its text. */
export function hasOwnHash(entry: StockEntry): boolean {
  if (entry.prevHash === null) return entry.hash === transactionHash(entry);
  return entry.hash === `0x${bytesToHex(sha256(utf8ToBytes(canonicalEntry(entry))))}`;
}

/** The content of an entry about the ledger itself. It credits nothing. */
export interface EventContent {
  readonly companyId: string;
  readonly kind: EventKind;
  readonly detail: Jsonable;
  /** ISO 8601 in UTC with milliseconds. */
  readonly createdAt: string;
}

export interface LedgerEvent extends EventContent {
  readonly seq: bigint;
  readonly hash: string;
}

/** The leaf of such an entry. Its version differs from those of stock entries, so that neither can be read as the other. */
export function canonicalEvent({ companyId, kind, detail, createdAt }: EventContent): string {
  return canonicalJson(['event.1', companyId, kind, detail, createdAt]);
}

export function eventHash(content: EventContent): string {
  return `0x${bytesToHex(leafHash(canonicalEvent(content)))}`;
}

/** Any entry of the ledger. */
export type LedgerEntry = StockEntry | LedgerEvent;

export const isEvent = (entry: LedgerEntry): entry is LedgerEvent => 'detail' in entry;

export function canonicalLeaf(entry: LedgerEntry): string {
  return isEvent(entry) ? canonicalEvent(entry) : canonicalEntry(entry);
}

/** Whether an entry has the hash of its own content. */
export function isIntact(entry: LedgerEntry): boolean {
  return isEvent(entry) ? entry.hash === eventHash(entry) : hasOwnHash(entry);
}
