import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { flagsOf } from './flags.ts';

/** Everything that should be looked at, each with its words. Nothing where nothing is. */
export function FlagList({ purchase }: { purchase: AdminTransaction }) {
  const flags = flagsOf(purchase);
  if (flags.length === 0) return null;
  return (
    <ul className="flags" aria-label="To be checked">
      {flags.map((flag) => (
        <li key={flag.key} className="flag" data-tone={flag.isGrave ? 'danger' : 'warning'}>
          <Icon name={flag.isGrave ? 'warning' : 'info'} size={16} />
          <span>
            <strong>{flag.title}</strong> {flag.detail}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** In a row of the table: how many flags, and which on hover. */
export function FlagMark({ purchase }: { purchase: AdminTransaction }) {
  const flags = flagsOf(purchase).filter((flag) => flag.isGrave);
  if (flags.length === 0) return null;
  const titles = flags.map((flag) => flag.title).join(', ');
  return (
    <span className="flag-mark" title={flags.map((flag) => `${flag.title}: ${flag.detail}`).join('\n')}>
      <Icon name="warning" size={16} />
      <span className="sr-only">To be checked: </span>
      {flags.length > 1 ? `${flags.length} flags` : titles}
      {flags.length > 1 && <span className="sr-only"> {titles}</span>}
    </span>
  );
}
