import { languageNow } from '@/lib/core/texts.ts';

/** Remembers the language for this browser for a year, and loads the page again in it. */
export function chooseLanguage(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way
  document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  // Browsers may write a cookie later than the next request leaves. Reading waits for the write.
  if (document.cookie.includes(`language=${language}`)) location.reload();
}

/** Asks a call for its message in the language of the page. English is what it answers otherwise. */
export function languageHeaders(): Record<string, string> {
  return languageNow() === 'en' ? {} : { 'X-Language': languageNow() };
}
