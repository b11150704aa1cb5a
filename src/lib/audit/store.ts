/** The SQL that adds to the audit trail. Entries are never changed. */
import { sql } from 'kysely';
import { canonicalJson, type Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import type { AuditContent } from './rules.ts';
import { statesFor } from './states/store.ts';

/**
 * Adds an entry and queues it for the log. Locks nothing that others write.
 * @param extra.at the date of the entry; null for now
 * @param extra.states what the entry also holds, as the rows are now
 */
export async function append(
  tx: Db,
  entry: Omit<AuditContent, 'createdAt'>,
  { at, states }: { readonly at: Date | null; readonly states: Parameters<typeof statesFor>[0] },
): Promise<void> {
  const recorded = jsonOf(entry.after);
  const after =
    states.length === 0
      ? sql`${recorded}`
      : sql`coalesce(${recorded}::jsonb, '{}') || ${statesFor(states, entry.scopeId)}`;
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (scope_id, actor_kind, actor_id, action, subject_kind, subject_id, before, after, created_at)
      VALUES (${entry.scopeId}, ${entry.actorKind}, ${entry.actorId}, ${entry.action}, ${entry.subjectKind},
        ${entry.subjectId}, ${jsonOf(entry.before)}, ${after},
        date_trunc('milliseconds', coalesce(${at}, clock_timestamp())))
      RETURNING scope_id, seq)
    INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx);
}

function jsonOf(value: Jsonable): string | null {
  return value === null || value === undefined ? null : canonicalJson(value);
}
