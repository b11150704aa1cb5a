import { createHash } from 'node:crypto';
import { canonicalJson } from '../core/canonical.ts';
import { assert } from '../core/errors.ts';

/*
 * Rows that are only ever added, each sealed with the hash of the one before, so that a row that was edited, taken out, put
 * in or moved is found. The ledger and the audit trail are both kept so. The hash of the last row is also kept beside the
 * chain (its head): without it, rows missing at the end could not be told.
 */

/** What the first row has for a previous hash. */
export const GENESIS_HASH = `0x${'0'.repeat(64)}`;

/** `0x` and the SHA-256 of the text in UTF-8, as 64 hex digits. */
export function sealOf(canonical: string): string {
  return `0x${createHash('sha256').update(canonical, 'utf8').digest('hex')}`;
}

/** What only the database knows of a row that it seals itself: to be left blank in the text that it is given. */
export const UNSEALED = { seq: 0n, createdAt: '', prevHash: '' } as const;

/**
 * The canonical text of an `UNSEALED` row, cut where the database puts the number (between `start` and `middle`), and the
 * time and the hash before (after `middle`).
 * @param begins what the text begins with, before the number
 */
export function openText(text: string, begins: readonly string[]): { start: string; middle: string } {
  const start = `${canonicalJson(begins).slice(0, -1)},`;
  assert(text.startsWith(`${start}"0",`) && text.endsWith(',"",""]'), 'a row is sealed in its known form');
  return { start, middle: text.slice(start.length + '"0"'.length, -'"",""]'.length) };
}

/** What a row of a chain has besides its content. `seq` counts from 1 without a gap. */
export interface Link {
  readonly seq: bigint;
  readonly prevHash: string;
  readonly hash: string;
}

export interface Head {
  readonly seq: bigint;
  readonly hash: string;
}

/** The head of a chain without a row. */
export const EMPTY_HEAD: Head = { seq: 0n, hash: GENESIS_HASH };

export interface ChainFault {
  /** The first row that does not fit; for a missing one, its number. */
  readonly seq: bigint;
  readonly reason: string;
}

/** What does not fit in a row that should follow `head`; null if all does. */
export function linkFault<T extends Link>(head: Head, row: T, canonical: (row: T) => string): ChainFault | null {
  const due = head.seq + 1n;
  if (row.seq !== due) {
    return row.seq > due
      ? { seq: due, reason: `entry ${due} is missing: ${row.seq} follows ${head.seq}` }
      : { seq: row.seq, reason: `entry ${row.seq} is out of order: it follows ${head.seq}` };
  }
  if (row.prevHash !== head.hash)
    return { seq: row.seq, reason: `entry ${row.seq} does not continue entry ${head.seq}` };
  if (row.hash !== sealOf(canonical(row)))
    return { seq: row.seq, reason: `the content of entry ${row.seq} was changed` };
  return null;
}

/** Reads a whole chain in order and names the first row that does not fit, or null. `kept` is the head beside it. */
export async function verifyChain<T extends Link>(
  rows: Iterable<T> | AsyncIterable<T>,
  canonical: (row: T) => string,
  kept: Head,
): Promise<ChainFault | null> {
  let head = EMPTY_HEAD;
  for await (const row of rows) {
    const fault = linkFault(head, row, canonical);
    if (fault) return fault;
    if (row.seq > kept.seq) return { seq: row.seq, reason: `entry ${row.seq} is beyond the head, ${kept.seq}` };
    head = row;
  }
  if (head.seq < kept.seq)
    return { seq: head.seq + 1n, reason: `entry ${head.seq + 1n} is missing: the head is ${kept.seq}` };
  if (head.hash !== kept.hash) return { seq: head.seq, reason: `entry ${head.seq} is not the one that the head names` };
  return null;
}
