/**
 * The audit trail: who did what to what, sealed in a chain a scope. An entry is written in the transaction of what it
 * tells about, so that neither is there without the other.
 */
import type { RawBuilder } from 'kysely';
import type { Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import type { Actor } from '../scope.ts';
import type { AuditAction } from './actions-rules.ts';
import { type ChainFault, type Head, sealOf, verifyChain } from './chain.ts';
import { type ActorKind, canonicalAudit } from './rules.ts';
import * as store from './store.ts';

export interface AuditEvent {
  /** The company, or `PLATFORM_ID` for what the platform itself does. */
  readonly scopeId: string;
  /** Null when the program itself did it. */
  readonly actor: Actor | null;
  readonly action: AuditAction;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** What changed, without secrets and without personal data that an erasure would have to reach. */
  readonly before?: Jsonable;
  readonly after?: Jsonable;
}

/**
 * Adds an entry. It locks the scope's head until the commit, and everybody who writes there waits for it: call it as the
 * last thing of the transaction, after all other locks.
 */
export async function record(tx: Db, event: AuditEvent): Promise<void> {
  await store.append(tx, recording(event));
}

/** The same as an expression, for a statement that does the last thing of the transaction and records it at once. */
export function recording(event: AuditEvent): RawBuilder<bigint> {
  return store.appendCall({
    scopeId: event.scopeId,
    actorKind: event.actor?.kind ?? 'system',
    actorId: event.actor?.id ?? null,
    action: event.action,
    subjectKind: event.subjectKind,
    subjectId: event.subjectId,
    before: event.before ?? null,
    after: event.after ?? null,
  });
}

/** What was done before the trail was kept here, as a demonstration enters it. */
export interface PastEvent extends Omit<AuditEvent, 'scopeId' | 'actor'> {
  /** Null when the program itself did it. */
  readonly actor: { readonly kind: ActorKind; readonly id: string } | null;
  readonly at: Date;
}

/** Adds entries with times of their own, in the order given, behind what there is. Locks the head as `record` does. */
export async function recordPast(tx: Db, scopeId: string, events: readonly PastEvent[]): Promise<void> {
  let head: Head = await store.lockHead(tx, scopeId);
  const entries = events.map((event) => {
    const content = {
      scopeId,
      seq: head.seq + 1n,
      actorKind: event.actor?.kind ?? 'system',
      actorId: event.actor?.id ?? null,
      action: event.action,
      subjectKind: event.subjectKind,
      subjectId: event.subjectId,
      before: event.before ?? null,
      after: event.after ?? null,
      createdAt: event.at.toISOString(),
      prevHash: head.hash,
    } as const;
    const entry = { ...content, hash: sealOf(canonicalAudit(content)) };
    head = entry;
    return entry;
  });
  await store.appendSealed(tx, scopeId, entries);
}

export interface TrailReport {
  readonly scopeId: string;
  readonly entries: bigint;
  readonly fault: ChainFault | null;
}

/** Recomputes every trail. Give it a transaction that sees one state of the database. */
export async function* verifyTrails(db: Db): AsyncGenerator<TrailReport> {
  for (const { scopeId, ...head } of await store.listHeads(db)) {
    const fault = await verifyChain(store.readTrail(db, scopeId), canonicalAudit, head);
    yield { scopeId, entries: head.seq, fault };
  }
  for (const scopeId of await store.listHeadless(db)) {
    yield { scopeId, entries: 0n, fault: { seq: 1n, reason: 'the head of the trail is missing' } };
  }
}
