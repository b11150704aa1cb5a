/** The theme switch: any element with `data-theme-toggle`, on any page. Remembered for the browser. */

/** As the metas of Page.astro have them. */
const BAR = { light: '#ffffff', dark: '#15181d' };

function isDark(root: HTMLElement): boolean {
  const chosen = root.getAttribute('data-theme');
  return chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}

/** The browser's own bar follows the system; where the theme was chosen here, it follows the choice. */
function paintBar(root: HTMLElement): void {
  if (!root.hasAttribute('data-theme')) return;
  const colour = isDark(root) ? BAR.dark : BAR.light;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = colour;
}

export function bindThemeToggles(): void {
  const root = document.documentElement;
  paintBar(root);
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.addEventListener('click', () => {
      const next = isDark(root) ? 'light' : 'dark';
      root.setAttribute('data-theme', next);
      paintBar(root);
      try {
        localStorage.setItem('theme', next);
      } catch {
        // Without storage the choice lasts for this page.
      }
    });
  }
}
