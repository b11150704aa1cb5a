/**
 * Registers the service worker that shows the offline page (docs/decisions/0330), after the page and all that it needs have
 * loaded. Only shells do: a visitor without an account has nothing to come back to. Browsers have service workers under https and
 * on localhost alone.
 */
export function registerOfflineWorker(): void {
  // Some browsers refuse it in private windows: they show a page of their own.
  addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(() => {}));
}
