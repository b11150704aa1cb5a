import { Icon } from '@/islands/ui/Icon.tsx';
import type { Health, PlatformTotals } from '@/lib/stats/platform-contract.ts';
import { concernsOf } from '@/lib/stats/platform-rules.ts';

/** What somebody should look at, before all figures; or that there is nothing. */
export function Concerns({ totals, health }: { totals: PlatformTotals; health: Health }) {
  const found = concernsOf(totals, health);
  if (found.length === 0) {
    return (
      <p className="notice" data-tone="success">
        <Icon name="approved" />
        All is well: nothing has waited too long, mail is going out, and all records are intact.
      </p>
    );
  }
  return (
    <ul className="concerns" aria-label="To look at">
      {found.map(({ state, text }) => (
        <li key={text} className="notice" data-tone={state === 'bad' ? 'danger' : 'warning'}>
          <Icon name="warning" />
          {text}
        </li>
      ))}
    </ul>
  );
}
