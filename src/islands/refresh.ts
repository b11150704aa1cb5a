import { atom } from 'nanostores';
import type { Call } from '@/lib/core/contract.ts';

/** The calls whose data a change has made out of date; `data.ts` reads them again. Forms need not load it for that. */
export const $outdated = atom<readonly Call[]>([]);

/** After a change: every list and figure of these calls is read again, wherever it shows. */
export function refresh(...calls: readonly Call[]): void {
  if (calls.length > 0) $outdated.set(calls);
}
