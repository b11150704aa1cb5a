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
