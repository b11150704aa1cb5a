/*
 * What a search text means: each of its words must be found. Patterns are for LIKE on text in lower case, escaped, and such
 * that the trigram index serves them all.
 */

/** Any of these patterns; all words have to be found. */
export type WordPatterns = readonly string[];

const WORDS_MAX = 6;

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** '98765-43210' and '98765 43210' are how people write a number that is kept without a gap. */
function withoutDashes(word: string): string {
  return /^\+?[\d-]+$/.test(word) ? word.replaceAll('-', '') : word;
}

/**
 * A word of three characters and more is found anywhere. A shorter one has no trigram, and finding it anywhere would read
 * every row: it is found where a word begins.
 */
export function searchPatterns(search: string): WordPatterns[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map(withoutDashes)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map((word) => {
      const text = escaped(word);
      return [...word].length >= 3 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
    });
}
