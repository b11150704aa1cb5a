/** The SQL that adds to the audit trail. Entries are never changed. */
import { sql } from 'kysely';
import { canonicalJson, type Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import type { AuditContent } from './rules.ts';

/**
 * Adds an entry and queues it for the log. Locks nothing that others write.
 * @param at the date of the entry; null for now
 */
export async function append(tx: Db, entry: Omit<AuditContent, 'createdAt'>, at: Date | null): Promise<void> {
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (scope_id, actor_kind, actor_id, action, subject_kind, subject_id, before, after, created_at)
      VALUES (${entry.scopeId}, ${entry.actorKind}, ${entry.actorId}, ${entry.action}, ${entry.subjectKind},
        ${entry.subjectId}, ${jsonOf(entry.before)}, ${jsonOf(entry.after)},
        date_trunc('milliseconds', coalesce(${at}, clock_timestamp())))
      RETURNING scope_id, seq)
    INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx);
}

function jsonOf(value: Jsonable): string | null {
  return value === null || value === undefined ? null : canonicalJson(value);
}
