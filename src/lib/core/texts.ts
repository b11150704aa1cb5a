/**
 * Texts for people in the language of the page or of the call (docs/languages.md). The English text is the key, so an English
 * page loads no catalogue and shows every text as it is written in the code.
 */
import type { HINDI } from './hindi/catalogue.ts';

export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Every text that has a translation. Any other does not compile. */
export type English = {
  [Part in keyof typeof HINDI]: keyof (typeof HINDI)[Part] & string;
}[keyof typeof HINDI];

/** A part of the catalogue. */
export type Part = keyof typeof HINDI;

/** Translations by the English text. Empty in English. */
export type Texts = Readonly<Record<string, string>>;

type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
/** A text without placeholders. */
export type Label = { [Text in English]: [NameIn<Text>] extends [never] ? Text : never }[English];
type Values<Text extends string, Value> = { readonly [Name in NameIn<Text>]: Value };
/** Nothing for a text without placeholders. */
export type ValuesOf<Text extends string, Value = string | number> = [NameIn<Text>] extends [never]
  ? []
  : [values: Values<Text, Value>];

interface Current {
  readonly language: Language;
  readonly texts: Texts;
}

const ENGLISH: Current = { language: 'en', texts: {} };
/** Where a page in another language carries its texts, as JSON. */
export const TEXTS_ID = 'texts';

/** Read once: a change of the language loads the page again. */
let ofPage: Current | undefined;

function readPage(): Current {
  if (typeof document === 'undefined') return ENGLISH;
  const json = document.getElementById(TEXTS_ID)?.getAttribute('content');
  return json ? { language: document.documentElement.lang as Language, texts: JSON.parse(json) } : ENGLISH;
}

let current = (): Current => {
  ofPage ??= readPage();
  return ofPage;
};

/** The server sets it once: its language is that of the request or mail at work. */
export function readLanguageFrom(read: () => Current | undefined): void {
  current = () => read() ?? ENGLISH;
}

/** The language of the page, of the call, or of the mail. */
export function languageNow(): Language {
  return current().language;
}

/** A text that is made elsewhere, as the message of a failed check. Without a translation it stays as it is. */
export function translated(text: string): string {
  const { texts } = current();
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}

/** A text of the catalogue. Call it where the text is shown: at the top of a module the language is not known yet. */
export function t<Text extends English>(text: Text, ...[values]: ValuesOf<Text>): string {
  const filled = values as Readonly<Record<string, string | number>> | undefined;
  const shown = translated(text);
  return filled ? shown.replace(/\{(\w+)\}/g, (_, name) => String(filled[name])) : shown;
}

/** One of two texts by a count, as the language forms its plural. */
export function plural<One extends English, Many extends English>(count: number, one: One, many: Many): One | Many {
  return new Intl.PluralRules(languageNow()).select(count) === 'one' ? one : many;
}
