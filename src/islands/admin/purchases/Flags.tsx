import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { flagsOf } from './flags.ts';

/**
 * Everything that should be looked at, each with its words. Nothing where nothing is.
 * @param isBrief several flags by their titles alone, where a question needs the room
 */
export function FlagList({ purchase, isBrief = false }: { purchase: AdminTransaction; isBrief?: boolean }) {
  const flags = flagsOf(purchase);
  if (flags.length === 0) return null;
  const hasDetails = !isBrief || flags.length < 3;
  return (
    <ul className={hasDetails ? 'grid gap-2' : 'flex flex-wrap gap-2'} aria-label="To be checked">
      {flags.map((flag) => (
        <li
          key={flag.key}
          className="flag flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning data-[tone=danger]:bg-danger-soft data-[tone=danger]:text-danger"
          data-tone={flag.isGrave ? 'danger' : 'warning'}
        >
          <Icon name={flag.isGrave ? 'warning' : 'info'} size={16} className="mt-0.5" />
          <span>
            <strong>{flag.title}.</strong> {hasDetails && flag.detail}
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
    <span
      className="inline-flex items-center gap-1 text-xs font-medium text-danger"
      title={flags.map((flag) => `${flag.title}: ${flag.detail}`).join('\n')}
    >
      <Icon name="warning" size={16} />
      <span className="sr-only">To be checked: </span>
      {flags.length > 1 ? `${flags.length} flags` : titles}
      {flags.length > 1 && <span className="sr-only"> {titles}</span>}
    </span>
  );
}
