import { canonicalJson, type Jsonable } from '@/lib/core/canonical.ts';

/** Who did it: the kinds of session, and the program itself. */
export type ActorKind = 'member' | 'admin' | 'super' | 'system';

/** What an entry of the audit trail says, before it is sealed. */
export interface AuditContent {
  /** The company, or the id that stands for the platform. */
  readonly scopeId: string;
  readonly seq: bigint;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  /** What was done, as `purchase.approve`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly before: Jsonable;
  readonly after: Jsonable;
  /** ISO 8601 in UTC with milliseconds, as the database keeps it. */
  readonly createdAt: string;
  readonly prevHash: string;
}

/** The text that is sealed. The version at its start lets a later form live beside this one. */
export function canonicalAudit(entry: AuditContent): string {
  return canonicalJson([
    'audit.1',
    entry.scopeId,
    entry.seq,
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.before ?? null,
    entry.after ?? null,
    entry.createdAt,
    entry.prevHash,
  ]);
}
