/** The language switch: any element with `data-language`. With `data-saved` the member's account takes the language too. */
import { chooseLanguage } from '@/islands/language.ts';
import { toast } from '@/islands/toasts.ts';
import { updateLanguage } from '../accounts/language/calls.ts';

export function bindLanguageSwitch(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    const { language = '', saved } = button.dataset;
    // The browser's preference is offered and never applied: a page that changes its language by itself cannot be linked to.
    if (!document.cookie.includes('language=') && navigator.language.startsWith(language)) button.dataset.offered = '';
    button.addEventListener('click', () => (saved === undefined ? chooseLanguage(language) : void save(language)));
  }
}

async function save(language: string): Promise<void> {
  try {
    const { saveLanguage } = await import('@/islands/profile/save-language.ts');
    await saveLanguage(language);
  } catch {
    toast.error(updateLanguage.failure);
  }
}
