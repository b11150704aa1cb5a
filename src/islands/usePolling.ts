import { useEffect } from 'react';
import type { Call } from '@/lib/core/contract.ts';
import { refresh } from './refresh.ts';

/** How often figures are read again while the page is in view. */
const FIGURES_MS = 60_000;

/** Reads these calls again every `everyMs`, and when the page comes back into view. `calls` stay the same. */
export function usePolling(calls: readonly Call[], everyMs = FIGURES_MS): void {
  useEffect(() => {
    const again = (): void => {
      if (document.visibilityState === 'visible') refresh(...calls);
    };
    const timer = setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [calls, everyMs]);
}
