/*
 * Text that is safe to store, show and compare: nobody can hide a character in it that turns the reading direction, ends a
 * line or that PostgreSQL refuses.
 */

// Controls, line separators, zero-width and direction marks, byte-order mark, unpaired surrogates, non-characters.
// The joiners U+200C and U+200D stay: Indian scripts are written with them.
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** One line: NFC, unseen characters out (tabs and line ends become a space), trimmed; empty when nothing in it can be seen. */
export function cleanLine(text: string): string {
  const line = text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .trim();
  return /[^\s\u200c\u200d]/u.test(line) ? line : '';
}
