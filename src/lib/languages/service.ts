/** The language of a request or mail. It follows the work through every `await`, so that no function has to pass it on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { HINDI } from '../core/hindi/catalogue.ts';
import { type Language, type Part, readLanguageFrom, type Texts } from '../core/texts.ts';

const TEXTS: Record<Language, Texts> = { en: {}, hi: Object.assign({}, ...Object.values(HINDI)) };

const ofWork = new AsyncLocalStorage<{ language: Language; texts: Texts }>();
readLanguageFrom(() => ofWork.getStore());

/** Runs `work` with every text in this language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return ofWork.run({ language, texts: TEXTS[language] }, work);
}

/** The texts of these parts in the language at work, for the page to carry. */
export function textsOfPage(parts: readonly Part[]): Texts {
  return Object.assign({}, ...parts.map((part) => HINDI[part]));
}
