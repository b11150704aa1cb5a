/*
 * What a search text means: each of its words must be found. Patterns are for LIKE on text in lower case, escaped, and such
 * that the trigram index serves them all.
 */

import { escapeLike } from '../core/text.ts';

/** One word; all have to be found. */
export interface SearchWord {
  /** Any of these patterns. */
  readonly like: readonly string[];
  /** And this text, as it is: compared in the rows that the patterns have found. */
  readonly holds?: string;
}

const WORDS_MAX = 6;

/** '98765-43210' and '98765 43210' are how people write a number that is kept without a gap. */
function withoutDashes(word: string): string {
  return /^\+?[\d-]+$/.test(word) ? word.replaceAll('-', '') : word;
}

/**
 * A word of three characters and more is found anywhere. A shorter one has no trigram, and finding it anywhere would read
 * every row: it is found where a word begins. An address is looked up by what stands before its @: most people's go on alike,
 * and the index would have to go through all of them.
 */
export function searchWords(search: string): SearchWord[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map(withoutDashes)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map((word) => {
      const text = escapeLike(word);
      if ([...word].length < 3) return { like: [`${text}%`, `% ${text}%`] };
      const [mailbox = '', ...rest] = word.split('@');
      if (mailbox.length < 3 || rest.length === 0) return { like: [`%${text}%`] };
      return { like: [`%${escapeLike(mailbox)}@%`], holds: word };
    });
}
