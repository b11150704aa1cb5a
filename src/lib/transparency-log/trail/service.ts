/** The audit trails as logs: which entries are sealed next, and whether a trail is as it was sealed. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { GENESIS_HASH, sealOf } from '../../audit/chain.ts';
import { findChangedValues } from '../../audit/rows/service.ts';
import { canonicalAudit, type StoredAudit } from '../../audit/rules.ts';
import { findChangedState, type RecordedStates, remember } from '../../audit/states/service.ts';
import type { Db } from '../../db/client.ts';
import type { Secrets } from '../../secrets.ts';
import { LeftToAnother, SealingFault, type TakeRows } from '../sealing/steps/service.ts';
import { leafHash } from '../tree.rules.ts';
import { type Leaf, type LogReport, type VerifyOptions, verifyLog } from '../verification/service.ts';
import * as store from './store.ts';
import { findForeign } from './writers/service.ts';

/** The hash that admins read with an entry: the stored one of an entry of a chain, else that of its leaf. */
export function auditHash(entry: StoredAudit): string {
  return entry.hash ?? `0x${bytesToHex(leafHash(canonicalAudit(entry)))}`;
}

/** Seals entries that no connection of the program wrote as such, so that their mark cannot be taken off. */
export const takeTrail =
  (secrets: Pick<Secrets, 'keys'>): TakeRows =>
  async (tx, scopeId, size, limit) => {
    const { placed, entries } = await store.takeQueued(tx, scopeId, size, limit);
    if (entries.length < placed) throw new SealingFault('an entry that waits to be sealed is missing');
    const foreign = new Set(await findForeign(tx, secrets, entries));
    if (foreign.size > 0) {
      // While APP_SECRET is changed node by node, another node knows the secret of what it wrote.
      if (await store.mayBeAnothers(tx, scopeId, [...foreign])) throw new LeftToAnother();
      await store.markForeign(tx, scopeId, [...foreign]);
    }
    return entries.map((entry) => leafHash(canonicalAudit({ ...entry, isForeign: foreign.has(entry.seq) })));
  };

export interface TrailReport extends LogReport {
  readonly scopeId: string;
  /** A sentence for each value of a row that the program did not change, by table, row and column, and for each entry that it did not write. */
  readonly values: readonly string[];
}

/** Recomputes every trail. Call it in a snapshot transaction. */
export async function* verifyTrails(db: Db, options: VerifyOptions): AsyncGenerator<TrailReport> {
  for (const scopeId of await store.listScopes(db)) yield verifyTrail(db, scopeId, options);
}

/** Recomputes the trail of a company, or of the platform. Call it in a snapshot transaction. */
export async function verifyTrail(db: Db, scopeId: string, options: VerifyOptions): Promise<TrailReport> {
  const waiting = await store.countQueued(db, scopeId);
  const recorded: RecordedStates = new Map();
  const foreign: bigint[] = [];
  const leaves = leavesOf(store.readTrail(db, scopeId), recorded, foreign);
  const report = await verifyLog(db, { kind: 'audit', scopeId }, leaves, options);
  const fault =
    report.fault ??
    placedFault(report) ??
    (await strayFault(db, scopeId, report.entries)) ??
    (await queueFault(db, scopeId, report.entries, { waiting, recorded }));
  const queued = await findForeign(db, options.secrets, await store.listQueued(db, scopeId));
  const values = [
    ...foreign.map((seq) => `entry ${seq} was not written by the program`),
    ...queued.map((id) => `the entry with the id ${id}, which waits to be sealed, was not written by the program`),
    ...(await Array.fromAsync(findChangedValues(db, scopeId))),
  ];
  return { scopeId, ...report, entries: report.entries + waiting, waiting, fault, values };
}

/** An entry has its position only when it is sealed. */
function placedFault({ entries, waiting }: LogReport): LogReport['fault'] {
  const seq = entries - waiting + 1n;
  return waiting > 0n ? { seq, reason: `entry ${seq} has a position, but is not sealed` } : null;
}

async function strayFault(db: Db, scopeId: string, sealed: bigint): Promise<LogReport['fault']> {
  const stray = await store.findStray(db, scopeId);
  return stray === null
    ? null
    : { seq: sealed + 1n, reason: `the entry with the id ${stray} is in no order and no queue` };
}

/** Reads the entries that are not sealed yet, and compares the rows of today with the last state of each kind. */
async function queueFault(
  db: Db,
  scopeId: string,
  sealed: bigint,
  { waiting, recorded }: { readonly waiting: bigint; readonly recorded: RecordedStates },
): Promise<LogReport['fault']> {
  const queued = await store.listQueued(db, scopeId);
  if (BigInt(queued.length) !== waiting)
    return { seq: sealed + 1n, reason: 'an entry that waits to be sealed is missing' };
  for (const [index, entry] of queued.entries()) {
    const seq = sealed + BigInt(index) + 1n;
    if (entry.prevHash === null && entry.hash !== null) return { seq, reason: strangeHash(seq) };
    remember(recorded, seq, entry);
  }
  return findChangedState(db, scopeId, recorded);
}

/** Entries of a chain alone carry hashes. */
const strangeHash = (seq: bigint): string => `entry ${seq} has a hash, which only entries of a chain have`;

/** @param foreign gets the numbers of entries that the program did not write */
async function* leavesOf(
  rows: AsyncIterable<store.PlacedAudit>,
  recorded: RecordedStates,
  foreign: bigint[],
): AsyncGenerator<Leaf> {
  let last: StoredAudit | null = null;
  for await (const { position, entry } of rows) {
    const seq = position + 1n;
    if (entry === null) {
      yield { seq, hash: null, fault: `entry ${seq} is missing` };
      continue;
    }
    yield { seq, hash: leafHash(canonicalAudit(entry)), fault: chainFault(entry, last, seq) };
    remember(recorded, seq, entry);
    if (entry.isForeign) foreign.push(seq);
    last = entry;
  }
}

function chainFault(entry: StoredAudit, last: StoredAudit | null, seq: bigint): string | null {
  if (entry.prevHash === null) return entry.hash === null ? null : strangeHash(seq);
  if (entry.hash !== sealOf(canonicalAudit(entry))) return `the content of entry ${seq} was changed`;
  return entry.prevHash === (last ? last.hash : GENESIS_HASH)
    ? null
    : `entry ${seq} does not continue entry ${seq - 1n}`;
}
