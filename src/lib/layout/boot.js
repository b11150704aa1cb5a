/*
 * Runs in the head before anything is drawn, so that neither the theme nor the folded sidebar flashes. A file of its own,
 * because the content security policy allows no script in the page.
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
})();
