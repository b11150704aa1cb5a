import { canonicalJson, type Jsonable } from '../core/canonical.ts';

/** Who acted: a kind of session, or the program itself (`system`). */
export type ActorKind = 'member' | 'admin' | 'super' | 'system';

/** The content of an audit entry. */
export interface AuditContent {
  /** The company, or `PLATFORM_ID` for the platform. */
  readonly scopeId: string;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  /** What was done, such as `purchase.approve`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly before: Jsonable;
  readonly after: Jsonable;
  /** Digests of the rows that its transaction changed; null in an entry that changed none. */
  readonly rows?: Jsonable;
  /** ISO 8601 in UTC with milliseconds, the precision of the database. */
  readonly createdAt: string;
}

/** What an entry of a chain has in addition. `seq` counts from 1 without a gap. */
export interface ChainedAudit extends AuditContent {
  readonly seq: bigint;
  readonly prevHash: string;
}

/** An entry as it is stored; those of a chain carry the hash of the entry before. */
export interface StoredAudit extends AuditContent {
  readonly seq: bigint;
  readonly prevHash: string | null;
  readonly hash: string | null;
  /** No connection of the program wrote it, or what it says of rows (docs/decisions/0753). */
  readonly isForeign: boolean;
}

/**
 * The leaf of the log: the text whose hash is the entry's. It begins with a version, so that formats can coexist; 'audit.1' is
 * an entry of a chain, 'audit.3' one with digests of rows, and 'audit.4' one that is not the program's.
 */
export function canonicalAudit(entry: AuditContent | ChainedAudit | StoredAudit): string {
  const hasRows = entry.rows !== null && entry.rows !== undefined;
  const chained = 'prevHash' in entry && entry.prevHash !== null ? entry : null;
  const isForeign = 'isForeign' in entry && entry.isForeign;
  return canonicalJson([
    isForeign ? 'audit.4' : chained ? 'audit.1' : hasRows ? 'audit.3' : 'audit.2',
    entry.scopeId,
    ...(chained ? [chained.seq] : []),
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.before ?? null,
    entry.after ?? null,
    entry.createdAt,
    ...(chained ? [chained.prevHash] : []),
    ...(hasRows ? [entry.rows] : []),
  ]);
}
