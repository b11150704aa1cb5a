/*
 * What a search of purchases means: its text as it is, anywhere in order number, reference, transaction ID, and the buyer's
 * name, member ID, mobile number and address. Patterns are for LIKE, escaped.
 */
import { escapeLike } from '@/lib/core/text.ts';
import { normaliseReference } from '@/lib/purchases/reference.ts';

export interface SearchText {
  /** Any of these patterns. */
  readonly like: readonly string[];
  /** And this text, as it is. */
  readonly holds?: string;
}

/**
 * As typed, and as a reference number would be kept: statements print them with spaces and dashes.
 *
 * `among: 'all'` is for what the trigram index has to find among the purchases of a whole company. One or two characters have
 * no trigram: they are found where a word begins. An address is looked up by what stands before its @, for most people's go on
 * alike.
 */
export function searchTexts(search: string, among: 'own' | 'all'): SearchText[] {
  if (search === '') return [];
  const reference = normaliseReference(search);
  const texts = /\d/.test(reference) && reference.length >= 6 ? [search, reference] : [search];
  const seen = new Map(texts.map((text) => [text.toLowerCase(), text]));
  return [...seen.values()].map((text) => (among === 'own' ? anywhere(text) : indexed(text)));
}

const anywhere = (text: string): SearchText => ({ like: [`%${escapeLike(text)}%`] });

function indexed(text: string): SearchText {
  if ([...text].length < 3) return { like: [`${escapeLike(text)}%`, `% ${escapeLike(text)}%`] };
  const [mailbox = '', ...rest] = text.split('@');
  if (mailbox.length < 3 || rest.length === 0) return anywhere(text);
  return { like: [`%${escapeLike(mailbox)}@%`], holds: text };
}
