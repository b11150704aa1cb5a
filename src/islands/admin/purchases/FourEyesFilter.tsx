import { useFetched } from '@/islands/data.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import { groupIndian } from '@/lib/core/format.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';

export interface FourEyesFilterProps {
  /** Of the tab: what waits for the second approval, or for the second who agrees to a reversal. */
  status: 'PENDING' | 'APPROVED';
  on: boolean;
  onToggle: (on: boolean) => void;
}

/** Shows only what waits for a second admin; itself it shows only where something does. */
export function FourEyesFilter({ status, on, onToggle }: FourEyesFilterProps) {
  const { data } = useFetched(listTransactionsAsAdmin, { page: 1, limit: 1, search: '', status, waiting: 'second' });
  const total = data?.total ?? 0;
  if (total === 0 && !on) return null;
  return (
    <button type="button" className="filter-pill" aria-pressed={on} onClick={() => onToggle(!on)}>
      <Icon name="users" size={16} />
      {groupIndian(String(total))} {total === 1 ? 'waits' : 'wait'} for a second admin
      {on && <Icon name="close" size={16} />}
    </button>
  );
}
