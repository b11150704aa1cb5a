import { DateTime } from '@/islands/ui/Figures.tsx';
import type { SettingsChange } from '@/lib/settings/contract.ts';
import { SettingsChanges } from './SettingsChanges.tsx';

/** Who changed what, the newest first. */
export function SettingsHistory({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <section className="settings-history grid gap-3" aria-labelledby="settings-history">
      <h2 className="card-title" id="settings-history">
        Latest changes
      </h2>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">Nothing has been changed yet.</p>
      ) : (
        <ol className="grid gap-3">
          {changes.map((change) => (
            <li key={change.version} className="card grid gap-3 p-4">
              <p className="text-sm">
                <strong>{change.changedBy}</strong> <span className="text-muted">on</span>{' '}
                <DateTime value={change.changedAt} />
              </p>
              <SettingsChanges before={change.before} after={change.after} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
