import { forgetTyped } from './typed.ts';

/**
 * Ends the session on the server and forgets what the browser kept of it.
 * @throws when the server was not reached or did not do it: the session lives on
 */
export async function logOut(url: string): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    credentials: 'same-origin',
  });
  // 401: the session was gone already, which is what was asked for.
  if (!ok && status !== 401) throw new Error(`the logout answered ${status}`);
  forgetTyped();
  try {
    for (const key of ['authToken', 'isLoggedIn', 'reloadCount', 'member']) localStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}
