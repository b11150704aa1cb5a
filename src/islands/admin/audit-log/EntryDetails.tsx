import { Hash } from '@/islands/ui/Hash.tsx';
import type { AuditRow } from '@/lib/audit-log/contract.ts';

/** What an entry says beyond its sentence: what was before and after, and its seal. */
export function EntryDetails({ entry }: { entry: AuditRow }) {
  // Of what is new nothing was before.
  const hasBefore = entry.changes.some(({ before }) => before !== null);
  return (
    <div className="grid gap-3 text-start">
      {entry.changes.length === 0 ? (
        <p className="text-sm text-muted">No field was changed.</p>
      ) : (
        <dl className="grid gap-2 wrap-anywhere">
          {entry.changes.map(({ field, label, before, after }) => (
            <div key={field} className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_repeat(2,minmax(0,2fr))]">
              <dt className="font-medium">{label}</dt>
              {hasBefore && (
                <dd>
                  <span className="text-xs text-muted">Before</span> {before ?? '--'}
                </dd>
              )}
              <dd>
                {hasBefore && <span className="text-xs text-muted">After</span>} {after ?? '--'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          {entry.seq === null ? 'New entry' : `Entry ${entry.seq}`} · {entry.title}
          {/* Nobody is signed in before a sign-in: its sentence names the person as its subject. */}
          {entry.sentence.some((part) => 'who' in part && part.who === 'actor') && ` · by ${entry.actor.name}`}
        </span>
        <Hash value={entry.hash} what="entry hash" />
      </p>
    </div>
  );
}
