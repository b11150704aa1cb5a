/*
 * Mobile numbers as people write them. The hint of a form and the decision of the server come from `readIndianMobile`; what
 * it doesn't read is a number of another country, which only the server's numbering plans can check.
 */
import { latinDigits } from './digits.ts';

/** The country code with its international prefix, or the trunk prefix 0, or both as in '+91 (0) 98765 43210'. */
const INDIAN = /^(?:(?:\+|00)?91)?0?([6-9]\d{9})$/;

/** The digits of a typed number, with a leading `+`: without spaces, brackets, dots, dashes and the `tel:` of a link. */
export function bareMobile(typed: string): string {
  return latinDigits(typed)
    .replace(/^\s*tel:/i, '')
    .replace(/[\s().\p{Pd}\p{Cf}\u2212]/gu, '');
}

/** @returns E.164 (`+919876543210`); null for anything but an Indian mobile number */
export function readIndianMobile(typed: string): string | null {
  const [, national] = INDIAN.exec(bareMobile(typed)) ?? [];
  return national === undefined ? null : `+91${national}`;
}
