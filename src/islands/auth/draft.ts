/*
 * Drafts of forms, stored for the tab: on a phone the mail app often takes the page's memory, and the form must be as it
 * was when a person comes back with the code. Passwords and codes are never stored.
 */

export type Draft = Readonly<Record<string, string>>;

export function readDraft(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return null;
  }
}

export function storeDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage may be shut off; then a reload begins with an empty form.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}

const LOGIN = 'login';

/** Before the login opens: the address that was registered, or that has a new password. */
export function storeLoginEmail(email: string): void {
  storeDraft(LOGIN, { email });
}

/** The address for the login, once; null without one. */
export function takeLoginEmail(): string | null {
  const email = readDraft(LOGIN)?.email ?? null;
  dropDraft(LOGIN);
  return email;
}
