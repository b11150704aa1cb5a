import { useFetched } from '@/islands/data.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import { secondInput } from './purchaseQuery.ts';

export interface FourEyesFilterProps {
  /** Of the tab: what waits for the second approval, or for the second who agrees to a reversal. */
  status: 'PENDING' | 'APPROVED';
  /** Undefined where the page was not read with it. */
  initial: OutputOf<typeof listTransactionsAsAdmin> | undefined;
  on: boolean;
  onToggle: (on: boolean) => void;
}

/** Shows only what waits for a second admin; itself it shows only where something does. */
export function FourEyesFilter({ status, initial, on, onToggle }: FourEyesFilterProps) {
  const { data } = useFetched(listTransactionsAsAdmin, secondInput(status), initial);
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
