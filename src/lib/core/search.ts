import { latinDigits, withoutGaps } from './digits.ts';
import { readIndianMobile } from './phone.ts';
import { cleanLine } from './text.ts';

/* How search texts become LIKE patterns that a trigram index can answer. Patterns are escaped; the caller handles case. */

/** A row matches if it contains any of the patterns and, where `holds` is given, any of those texts. */
export interface SearchText {
  /** Patterns for the index. */
  readonly like: readonly string[];
  /** Texts to compare exactly with the rows that the index returns; null if the patterns are exact. */
  readonly holds: readonly string[] | null;
}

const RUPEE_SIGN = /(?:₹|(?<!\p{L})(?:rs\.?|inr))\s*(?=\d)|(?<=\d)(?:\/-|\s*₹)(?!\S)/giu;
/** The commas and dots of '1,00,000.50' and '1,416'. A list of numbers, as '1,2', is not one. */
const COMMAS = /(?<![\d,])\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d,])/g;
/** Digits of a number that people write in groups: a mobile, a reference, a card or an account. */
const GROUPED_DIGITS_MIN = 10;

/**
 * A search text with its numbers as the program stores them: digits 0 to 9; amounts without rupee sign and commas; and, if
 * the text is a number in groups, without its gaps.
 */
export function searchLine(text: string): string {
  const line = latinDigits(cleanLine(text))
    .replace(/\s+/g, ' ')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(RUPEE_SIGN, '')
    .replace(COMMAS, (amount) => amount.replaceAll(',', ''));
  return joinedNumber(line) ?? line;
}

function joinedNumber(line: string): string | null {
  if (!/^[+\d\s().\p{Pd}\p{Cf}\u2212]+$/u.test(line) || /^\d+\.\d+$/.test(line)) return null;
  const digits = withoutGaps(line);
  if (digits === line) return null;
  const mobile = readIndianMobile(line);
  if (mobile !== null) return mobile.slice('+91'.length);
  // If one group is long enough to be a number, the line has several numbers.
  const longest = Math.max(...line.split(/\D+/).map((group) => group.length));
  const isOne = /^\d+$/.test(digits) && digits.length >= GROUPED_DIGITS_MIN && longest < GROUPED_DIGITS_MIN;
  return isOne ? digits : null;
}

/**
 * A stored text as `searchLine` writes numbers, for comparing with it: without the commas and the gaps between digits.
 * The text itself may have to be compared too.
 */
export function withPlainNumbers(text: string): string {
  return latinDigits(text).replace(/(?<=\d)[,\s\p{Pd}](?=\d)/gu, '');
}

const TERMS_MAX = 6;

/** '98765-43210' and '98765 43210' are two ways to write a number that is stored without gaps. */
function withoutDashes(term: string): string {
  return /^\+?[\d\p{Pd}\u2212]+$/u.test(term) ? withoutGaps(term) : term;
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
