import { SPEC_TEXTS } from '../core/spec-texts.ts';
import { type Label, t } from '../core/texts.ts';

/*
 * The bank's number of a payment, as buyers copy it. Sources disagree about its formats, so the format is used to help the
 * buyer and never to refuse the payment.
 */

const LENGTH_MIN = 6;
const LENGTH_MAX = 35;

/**
 * The form in which references are stored and compared: NFKC, upper case, without spaces, dashes, slashes and invisible
 * characters. Removes the four leading zeros of a UPI number that a statement padded to sixteen digits, and puts back the
 * one that a spreadsheet removed from twelve, unless the eleven digits look like a phone number.
 */
export function normaliseReference(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\p{Cc}\u2212/]/gu, '')
    // An accent after a removed character now follows another letter and may combine with it.
    .normalize('NFKC');
  if (/^0000\d{12}$/.test(bare)) return bare.slice(4);
  return /^(?!0[6-9])\d{11}$/.test(bare) ? `0${bare}` : bare;
}

/** The reference numbers that mean the same payment: earlier versions stored eleven digits as they came. */
export function sameReferences(reference: string): string[] {
  return /^0\d{11}$/.test(reference) ? [reference, reference.slice(1)] : [reference];
}

/** Why a normalised reference can't be accepted; null if it can. */
export function referenceProblem(reference: string): string | null {
  if (reference === '') return t(SPEC_TEXTS.referenceMissing);
  if (!/^[A-Z0-9]+$/.test(reference)) return t('The UTR or Transaction Number can have only letters and digits.');
  if (reference.length < LENGTH_MIN || reference.length > LENGTH_MAX) {
    return t('The UTR or Transaction Number must have {least} to {most} letters and digits.', {
      least: LENGTH_MIN,
      most: LENGTH_MAX,
    });
  }
  return null;
}

export type ReferenceKind = 'UPI_IMPS' | 'NEFT' | 'RTGS' | 'GOOGLE_ID' | 'ORDER_NUMBER' | 'PHONE' | 'UNKNOWN';

/** The kind of a normalised reference, by its format. */
export function recogniseReference(reference: string): ReferenceKind {
  if (/^CICAG/.test(reference)) return 'GOOGLE_ID';
  if (/^PUR\d{6,}$/.test(reference)) return 'ORDER_NUMBER';
  if (/^\d{12}$/.test(reference)) return 'UPI_IMPS';
  if (/^0?[6-9]\d{9}$/.test(reference) || /^\+91[6-9]\d{9}$/.test(reference)) return 'PHONE';
  // 'N' and 15 digits, or the four letters of the sending bank first; in 22 characters the fifth says which of the two.
  if (/^N\d{15}$|^[A-Z]{4}[A-Z0-9]{12}$|^[A-Z]{4}N[A-Z0-9]{17}$/.test(reference)) return 'NEFT';
  if (/^[A-Z]{4}R[A-Z0-9]{17}$/.test(reference)) return 'RTGS';
  return 'UNKNOWN';
}

const WHERE = 'Open the payment in your app and look for "UTR", "UPI transaction ID" or "RRN": 12 digits.';
/** What each kind is instead of the number; null where it is the number, or may be. */
const MISTAKES: Readonly<Record<ReferenceKind, Label | null>> = {
  UPI_IMPS: null,
  NEFT: null,
  RTGS: null,
  GOOGLE_ID: "This is Google's own transaction ID, which your bank does not know.",
  ORDER_NUMBER: "This is our order number, not your bank's.",
  PHONE: 'This looks like a phone number.',
  UNKNOWN: null,
};
const UNKNOWN_HINT =
  'A UPI or IMPS number has 12 digits, a NEFT number 16 or 22 characters, an RTGS number 22. Please check it once more.';

/** The first digit of a UPI or IMPS number is the last one of its year. A missing digit, or a spreadsheet, makes a number with a 0. */
const ZERO_HINT =
  'A UPI or IMPS number has 12 digits and seldom begins with 0. If yours has 11, a digit is missing: please check it once more.';

/** Advice next to the field; null when the number looks right. Never a reason to refuse. */
export function referenceHint(reference: string, kind = recogniseReference(reference)): string | null {
  if (reference === '') return null;
  if (kind === 'UNKNOWN') return t(UNKNOWN_HINT);
  if (/^0\d{11}$/.test(reference)) return t(ZERO_HINT);
  const mistake = MISTAKES[kind];
  return mistake === null ? null : `${t(mistake)} ${t(WHERE)}`;
}
