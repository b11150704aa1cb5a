/*
 * Runs in the head before anything is drawn, so that neither the theme nor the folded sidebar flashes, and no tap is lost
 * that comes before the rest of the script. A file of its own, because the content security policy allows no script in
 * the page.
 */
(() => {
  const root = document.documentElement;
  root.setAttribute('data-js', '');
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme);
    if (localStorage.getItem('sidebar') === 'collapsed') root.setAttribute('data-sidebar', 'collapsed');
  } catch {
    // Storage may be shut off; then the system's theme holds.
  }

  // A page is read, and tapped, before the script of its islands has come: what was tapped last is tapped again then.
  const soon = window.requestIdleCallback ?? ((run) => setTimeout(run, 200));
  let tapped = null;
  addEventListener(
    'click',
    (event) => {
      const button = event.target.closest?.('button');
      const island = button?.closest('astro-island[ssr]');
      if (!island) return;
      event.preventDefault();
      tapped = button;
      const again = () => {
        if (tapped !== button) return;
        tapped = null;
        button.click();
      };
      island.addEventListener('astro:hydrate', () => soon(again), { once: true });
    },
    true,
  );
})();
