/* How a text is looked for in a million rows by their trigrams. Patterns are for LIKE, escaped; case is the caller's. */

/** A row fits with any of the patterns and any of the texts. */
export interface SearchText {
  /** What the index is asked. */
  readonly like: readonly string[];
  /** Compared, as they are, in what it has found; null where the patterns say all. */
  readonly holds: readonly string[] | null;
}

/** The text for a pattern of LIKE, standing for itself alone. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The text anywhere, whatever that costs. */
export function anywhere(text: string): SearchText {
  return { like: [`%${escaped(text)}%`], holds: null };
}

/** So much of the end of a number is spread evenly, and each character more costs the index as much as the first ones. */
const END_OF_NUMBER = /(?=[a-z]*\d)[a-z\d]{5}$/i;

/**
 * The text anywhere, but for one of one or two characters: that has no trigram, and is found where a word begins. Of what
 * ends like a number or a member ID the index is asked for the last characters; of an address, for what stands before its @,
 * because most people's go on alike.
 */
export function indexed(text: string): SearchText {
  if ([...text].length < 3) return { like: [`${escaped(text)}%`, `% ${escaped(text)}%`], holds: null };
  const [mailbox = '', ...rest] = text.split('@');
  if (mailbox.length >= 3 && rest.length > 0) return { like: [`%${escaped(mailbox)}@%`], holds: [text] };
  const [end] = END_OF_NUMBER.exec(text) ?? [];
  if (end !== undefined && end !== text) return { like: [`%${end}%`], holds: [text] };
  return anywhere(text);
}
