import { useEffect } from 'react';
import type { Contract } from '@/lib/core/contract.ts';
import { refresh } from './data.ts';

/** How often figures are read again while somebody looks at them. */
const FIGURES_MS = 60_000;

/** Reads these calls again now and then, and when the page comes back into view. `contracts` stay the same. */
export function useRefreshing(contracts: readonly Contract[], everyMs = FIGURES_MS): void {
  useEffect(() => {
    const again = (): void => {
      if (document.visibilityState === 'visible') refresh(...contracts);
    };
    const timer = setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [contracts, everyMs]);
}
