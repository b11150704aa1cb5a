import { atom } from 'nanostores';
import type { Call } from '@/lib/core/contract.ts';

export interface EndedSession {
  /** Of the call that was refused: it decides between the sign-in over the page and a login page. */
  readonly access: Call['access'];
  /** The same member has signed in again. */
  readonly onRenewed: () => void;
}

/** Set while the page waits for a new sign-in. `SessionGuard` shows it. */
export const $endedSession = atom<EndedSession | null>(null);

let renewal: Promise<void> | null = null;

/**
 * Reports that the session has ended, once for all calls that notice it.
 * @returns resolves when the same member has signed in again, so that the call can be retried; stays pending when the page
 *   is left instead
 */
export function sessionEnded({ access }: Pick<Call, 'access'>): Promise<void> {
  renewal ??= new Promise((resolve) => {
    const onRenewed = (): void => {
      $endedSession.set(null);
      renewal = null;
      resolve();
    };
    $endedSession.set({ access, onRenewed });
  });
  return renewal;
}
