/*
 * What the browser remembers of a sign-in: no secret, only that there was one (docs/contract.md). The session
 * itself is a cookie that no script can read.
 */

const LOGGED_IN = 'isLoggedIn';
const RELOADS = 'reloadCount';

function attempt(work: (storage: Storage) => void): void {
  try {
    work(localStorage);
  } catch {
    // Storage may be shut off; the flags only spare a reload.
  }
}

/** After a sign-in. The dashboards of admins and super admins count their one reload from 1. */
export function rememberSignIn(countsReloads: boolean): void {
  attempt((storage) => {
    storage.setItem(LOGGED_IN, 'true');
    if (countsReloads) storage.setItem(RELOADS, '1');
  });
}

/** Whether the browser remembers a sign-in that nobody has ended by hand. */
export function wasSignedIn(): boolean {
  let was = false;
  attempt((storage) => {
    was = storage.getItem(LOGGED_IN) === 'true';
  });
  return was;
}

/** After a logout, and where the server has said that nobody is signed in. */
export function forgetSignIn(): void {
  attempt((storage) => {
    for (const key of [LOGGED_IN, RELOADS]) storage.removeItem(key);
  });
}

/** The dashboards of admins and super admins load once more after a sign-in (docs/product.md). */
const RELOADS_MAX = 2;

/** Below two, the page is loaded once more; at two, it stays. Without storage nothing could stop it, so it stays. */
export function reloadOnce(): void {
  attempt((storage) => {
    const isDone = Number(storage.getItem(RELOADS)) >= RELOADS_MAX;
    storage.setItem(RELOADS, String(RELOADS_MAX));
    if (!isDone) location.reload();
  });
}
