import { Hash } from '@/islands/ui/Hash.tsx';
import type { AuditRow } from '@/lib/members/audit-contract.ts';

/** What an entry says beyond its sentence: what was before and after, and its seal. */
export function EntryDetails({ it }: { it: AuditRow }) {
  // Of what is new nothing was before.
  const hasBefore = it.changes.some(({ before }) => before !== null);
  return (
    <div className="audit-details">
      {it.changes.length === 0 ? (
        <p className="text-sm text-muted">No field was changed.</p>
      ) : (
        <dl className="audit-changes">
          {it.changes.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt>{label}</dt>
              {hasBefore && (
                <dd>
                  <span className="audit-label">Before</span> {before ?? '--'}
                </dd>
              )}
              <dd>
                {hasBefore && <span className="audit-label">After</span>} {after ?? '--'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="audit-seal text-sm text-muted">
        <span>
          Entry {it.seq} · {it.title} · by {it.actor.name}
        </span>
        <Hash value={it.hash} what="entry hash" />
      </p>
    </div>
  );
}
