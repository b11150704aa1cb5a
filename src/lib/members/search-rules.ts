/* What a search text means: each of its words must be found, in whatever order. */
import { indexed, type SearchText } from '../core/search.ts';

const WORDS_MAX = 6;

/** '98765-43210' and '98765 43210' are how people write a number that is kept without a gap. */
function withoutDashes(word: string): string {
  return /^\+?[\d-]+$/.test(word) ? word.replaceAll('-', '') : word;
}

export function searchWords(search: string): SearchText[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map(withoutDashes)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map(indexed);
}
