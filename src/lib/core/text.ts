/*
 * Makes text safe to store, show and compare: without hidden characters that change the reading direction, end a line or
 * that PostgreSQL rejects.
 */

// Controls, line separators, zero-width and direction marks, byte-order mark, unpaired surrogates, non-characters.
// The joiners U+200C and U+200D are allowed: Indian scripts need them.
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** One line in NFC, trimmed, without invisible characters; tabs and line ends become a space. Empty if nothing is visible. */
export function cleanLine(text: string): string {
  const line = text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .trim();
  return /[^\s\u200c\u200d]/u.test(line) ? line : '';
}
