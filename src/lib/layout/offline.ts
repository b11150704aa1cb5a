/** Says while the browser has no network that nothing is lost, on every page. */
export function bindOfflineHint(): void {
  const hint = document.querySelector<HTMLElement>('[data-offline]');
  if (!hint) return;
  const show = (): void => {
    hint.hidden = navigator.onLine;
    if (typeof hint.showPopover !== 'function') return;
    // Before an open dialog, where most of what can be lost is typed.
    if (navigator.onLine) hint.hidePopover();
    else hint.showPopover();
  };
  // A page that has just come was reached, whatever the browser thinks of its network: it begins without the hint.
  addEventListener('online', show);
  addEventListener('offline', show);
}
