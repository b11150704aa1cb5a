/*
 * What forms and orders store in the browser belongs to the person who typed it: on a shared phone the next person must
 * not find it. Flags and settings of the browser itself stay.
 */

function clear(storage: Storage, isTyped: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (isTyped(key)) storage.removeItem(key);
}

/** Forgets all that was typed, as at a logout. */
export function forgetTyped(): void {
  try {
    clear(sessionStorage, (key) => key !== 'toasts');
    clear(localStorage, (key) => key.startsWith('order:'));
  } catch {
    // Storage may be shut off; then nothing was kept.
  }
}
