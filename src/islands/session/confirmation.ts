import { atom } from 'nanostores';

/** Of the calls that may ask for a confirmation. */
export type ConfirmedAccess = 'member' | 'admin' | 'super';

export interface Confirmation {
  /** Members and admins confirm by password, super admins by code, each by their second factor if they have one. */
  readonly access: ConfirmedAccess;
  readonly settle: (isConfirmed: boolean) => void;
}

/** Set while a refused call waits until the person confirms who they are. `SessionGuard` shows the dialog. */
export const $confirmation = atom<Confirmation | null>(null);

let pending: Promise<boolean> | null = null;
let confirmedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Asks the person to confirm who they are, once for all calls that wait for it (docs/contract.md, Re-authentication).
 * @param sentAtMs when the refused call was sent, by `performance.now()`: a confirmation since then counts for it too
 * @returns whether to repeat the call; false if the person cancelled
 */
export function confirmIdentity(access: ConfirmedAccess, sentAtMs: number): Promise<boolean> {
  if (confirmedAtMs > sentAtMs) return Promise.resolve(true);
  pending ??= new Promise((resolve) => {
    const settle = (isConfirmed: boolean): void => {
      if (isConfirmed) confirmedAtMs = performance.now();
      $confirmation.set(null);
      pending = null;
      resolve(isConfirmed);
    };
    $confirmation.set({ access, settle });
  });
  return pending;
}
