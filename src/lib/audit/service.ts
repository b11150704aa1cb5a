/**
 * The audit trail: who did what, in one log for each company and one for the platform. An entry is written in the same
 * transaction as the change that it describes, so that neither exists without the other. It is sealed after the commit
 * (`transparency-log/sealing`).
 */
import type { Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import type { Actor } from '../scope.ts';
import type { AuditAction } from './actions.rules.ts';
import type { ActorKind } from './rules.ts';
import type { StateKind } from './states/rules.ts';
import * as store from './store.ts';

export interface AuditEvent {
  /** The company, or `PLATFORM_ID` for acts of the platform. */
  readonly scopeId: string;
  /** Null for an act of the program itself. */
  readonly actor: Actor | null;
  readonly action: AuditAction;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** What changed. No secrets, and no personal data: an entry can't be erased. */
  readonly before?: Jsonable;
  readonly after?: Jsonable;
  /**
   * States that the change leaves; the entry gets their digests. Give each state that the change touches, after its last
   * statement and under the lock of the company (of `super_admins` for the platform), or two changes at the same time leave a
   * state that no entry has.
   */
  readonly states?: readonly StateKind[];
}

/** Adds an entry. Waits for no other writer, and no other writer waits for it. */
export async function record(tx: Db, event: AuditEvent): Promise<void> {
  const { actor, after } = event;
  // The key that acted for the admin is a part of what happened.
  const byKey = actor?.apiKey === undefined ? {} : { after: { ...(after as object), apiKey: actor.apiKey } };
  await append(tx, { ...event, ...byKey }, null);
}

/** An event from before the trail began: demo data has these. */
export interface PastEvent extends Omit<AuditEvent, 'scopeId' | 'actor'> {
  /** Null for an act of the program itself. */
  readonly actor: { readonly kind: ActorKind; readonly id: string } | null;
  readonly at: Date;
}

/** Appends entries with their own dates, in the order given. */
export async function recordPast(tx: Db, scopeId: string, events: readonly PastEvent[]): Promise<void> {
  for (const { at, ...event } of events) await append(tx, { ...event, scopeId }, at);
}

/** @param at the date of the entry; null for now */
function append(tx: Db, event: Omit<AuditEvent, 'actor'> & Pick<PastEvent, 'actor'>, at: Date | null): Promise<void> {
  const content = {
    scopeId: event.scopeId,
    actorKind: event.actor?.kind ?? ('system' as const),
    actorId: event.actor?.id ?? null,
    action: event.action,
    subjectKind: event.subjectKind,
    subjectId: event.subjectId,
    before: event.before ?? null,
    after: event.after ?? null,
  };
  return store.append(tx, content, { at, states: event.states ?? [] });
}
