/** The pages that exist in every language, and the language of a request for one. */
import { isLanguage, type Language, type Part } from '../core/texts.ts';
import { readLanguageCookie } from './cookies.ts';

const OF_FORMS = ['common', 'fields', 'auth'] as const;
const OF_MEMBERS = ['common', 'fields', 'factors', 'member'] as const;

/** By the route, the parts of the catalogue that the islands of the page show. A page that is not listed is in English alone. */
export const TRANSLATED: Readonly<Record<string, readonly Part[]>> = {
  '/': [...OF_FORMS, 'factors'],
  '/register': OF_FORMS,
  '/fogot-password': OF_FORMS,
  '/privacy-policy': ['common'],
  '/token': ['common'],
  '/ledger': ['common'],
  '/ledger/verify': ['common', 'dashboard', 'verify'],
  '/404': ['common'],
  '/500': ['common'],
  '/503': ['common'],
  '/unsubscribe': ['common', 'profile'],
  '/take-back': ['common', 'profile'],
  '/let-in': ['common', 'factors'],
  '/user/dashboard': [...OF_MEMBERS, 'dashboard'],
  '/user/buy-token': [...OF_MEMBERS, 'buy'],
  '/user/payment': [...OF_MEMBERS, 'buy', 'pay'],
  '/user/payment-history': [...OF_MEMBERS, 'buy', 'dashboard', 'pay', 'history'],
  '/user/choose-password': [...OF_MEMBERS, 'auth', 'choose'],
  '/user/receipt/[id]': [...OF_MEMBERS],
  '/user/notifications': [...OF_MEMBERS],
  '/user/profile': [...OF_MEMBERS, 'auth', 'pay', 'history', 'profile'],
  '/user/security': [...OF_MEMBERS, 'auth', 'security'],
  '/user/refunds': [...OF_MEMBERS, 'pay', 'refunds'],
};

/** The parts that a page carries in its language. */
export function partsOf(route: string): readonly Part[] {
  return TRANSLATED[route] ?? [];
}

export function isTranslated(route: string): boolean {
  return Object.hasOwn(TRANSLATED, route);
}

/** The chosen language, on a page that exists in it. Never guessed from what the browser prefers: the page offers that. */
export function languageOfPage(cookies: string | null, route: string): Language {
  return (isTranslated(route) && readLanguageCookie(cookies)) || 'en';
}

/** The second is that of sign-ins. */
const TRANSLATED_CALLS = ['/api/v1/user/', '/api/v1/site/auth/'];

/** The language that a call of members asks for its `message` in (docs/contract.md, Language). */
export function languageOfCall(headers: Headers, path: string): Language {
  const language = headers.get('x-language');
  return isLanguage(language) && TRANSLATED_CALLS.some((prefix) => path.startsWith(prefix)) ? language : 'en';
}
