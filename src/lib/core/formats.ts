/* Numbers with a published format in India. Every function expects the number in upper case without spaces. */

/** Income Tax Department: five letters (the fourth is the type of holder), four digits, a letter. */
export function isPan(text: string): boolean {
  return /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/.test(text);
}

/** Reserve Bank of India: four letters of the bank, a zero, six characters of the branch. */
export function isIfsc(text: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
}

/** NPCI: a name and a handle, at most 100 characters in total. */
export function isUpiId(text: string): boolean {
  return text.length <= 100 && /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z]{2,64}$/.test(text);
}

/** UIDAI: twelve digits, the first from 2, not a palindrome, the last a Verhoeff check digit. */
export function isAadhaar(text: string): boolean {
  return /^[2-9]\d{11}$/.test(text) && [...text].reverse().join('') !== text && verhoeffHolds(text);
}

/** An existing day of the Gregorian calendar, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Product in the dihedral group of order ten: 0–4 are rotations, 5–9 are reflections. */
function dihedral(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (5 + a - b) % 5;
}

const VERHOEFF_PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff's check over all digits, check digit last. It detects every wrong digit and every swap of neighbours. */
export function verhoeffHolds(digits: string): boolean {
  let sum = 0;
  for (let position = 0; position < digits.length; position++) {
    let digit = Number(digits[digits.length - 1 - position]);
    for (let times = position % 8; times > 0; times--) digit = VERHOEFF_PERMUTATION[digit] ?? 0;
    sum = dihedral(sum, digit);
  }
  return sum === 0;
}
