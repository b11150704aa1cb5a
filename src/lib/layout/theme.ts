/** The theme switch: any element with `data-theme-toggle`, on any page. Remembered for the browser. */

function isDark(root: HTMLElement): boolean {
  const chosen = root.getAttribute('data-theme');
  return chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}

export function bindThemeToggles(): void {
  const root = document.documentElement;
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.addEventListener('click', () => {
      const next = isDark(root) ? 'light' : 'dark';
      root.setAttribute('data-theme', next);
      try {
        localStorage.setItem('theme', next);
      } catch {
        // Without storage the choice lasts for this page.
      }
    });
  }
}
