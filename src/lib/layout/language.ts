/** The language switch: any element with `data-language`. */
import { chooseLanguage } from '@/islands/language.ts';

export function bindLanguageSwitch(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    const { language = '' } = button.dataset;
    // The browser's preference is offered and never applied: a page that changes its language by itself cannot be linked to.
    if (!document.cookie.includes('language=') && navigator.language.startsWith(language)) button.dataset.offered = '';
    button.addEventListener('click', () => chooseLanguage(language));
  }
}
