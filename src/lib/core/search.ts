/* How search texts become LIKE patterns that a trigram index can answer. Patterns are escaped; the caller handles case. */

/** A row matches if it contains any of the patterns and, where `holds` is given, any of those texts. */
export interface SearchText {
  /** Patterns for the index. */
  readonly like: readonly string[];
  /** Texts to compare exactly with the rows that the index returns; null if the patterns are exact. */
  readonly holds: readonly string[] | null;
}

const TERMS_MAX = 6;

/** '98765-43210' and '98765 43210' are two ways to write a number that is stored without gaps. */
function withoutDashes(term: string): string {
  return /^\+?[\d-]+$/.test(term) ? term.replaceAll('-', '') : term;
}

/** The terms of a search text, at most `TERMS_MAX`. A row must match all of them, in any order. */
export function searchTerms(search: string): SearchText[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map(withoutDashes)
    .filter((term) => term !== '')
    .slice(0, TERMS_MAX)
    .map(indexed);
}

/** Escapes the wildcards of LIKE. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The text anywhere, at any cost. */
export function anywhere(text: string): SearchText {
  return { like: [`%${escaped(text)}%`], holds: null };
}

/** The last five characters of a number are spread evenly; each further character costs the index as much as the first ones. */
const END_OF_NUMBER = /(?=[a-z]*\d)[a-z\d]{5}$/i;

/**
 * The text anywhere, except for texts of one or two characters: they have no trigram and match at the start of a word only.
 * For a text that ends like a number or a member ID the index searches its last five characters; for a mail address, the
 * part before the @, because most addresses share the rest.
 */
export function indexed(text: string): SearchText {
  if ([...text].length < 3) return { like: [`${escaped(text)}%`, `% ${escaped(text)}%`], holds: null };
  const [mailbox = '', ...rest] = text.split('@');
  if (mailbox.length >= 3 && rest.length > 0) return { like: [`%${escaped(mailbox)}@%`], holds: [text] };
  const [end] = END_OF_NUMBER.exec(text) ?? [];
  if (end !== undefined && end !== text) return { like: [`%${end}%`], holds: [text] };
  return anywhere(text);
}
