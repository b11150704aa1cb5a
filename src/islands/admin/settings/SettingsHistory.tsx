import { DateTime } from '@/islands/ui/Figures.tsx';
import type { SettingsChange } from '@/lib/settings/contract.ts';
import { SettingsChanges } from './SettingsChanges.tsx';

/** Who changed what, the newest first. */
export function SettingsHistory({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <section className="settings-history" aria-labelledby="settings-history">
      <h2 className="card-title" id="settings-history">
        Latest changes
      </h2>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">Nothing has been changed yet.</p>
      ) : (
        <ol>
          {changes.map((it) => (
            <li key={it.version} className="card">
              <p className="text-sm">
                <strong>{it.changedBy}</strong> <span className="text-muted">on</span> <DateTime value={it.changedAt} />
              </p>
              <SettingsChanges before={it.before} after={it.after} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
