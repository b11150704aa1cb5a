/*
 * Digits as people type them. A keyboard of an Indian script types digits of its own, and a pasted number may be full width.
 * Every field of numbers, in the browser and on the server, reads digits by these functions.
 */

const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

const isDigit = (codePoint: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** Unicode encodes the decimal digits of a script together, from 0 to 9, so the distance from the first is the value. */
function latinDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero--;
  return String((codePoint - zero) % 10);
}

/** The text with the digits of every script as 0 to 9, and full-width letters and signs as ASCII. */
export function latinDigits(text: string): string {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(FOREIGN_DIGIT, latinDigit);
}

/** The text with digits as 0 to 9, and without spaces, dashes and invisible characters. */
export function withoutGaps(text: string): string {
  return latinDigits(text).replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '');
}
