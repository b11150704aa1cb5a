import { WORDS } from '@/lib/core/words.ts';

/*
 * The number that a bank gives a payment, as buyers copy it. Sources disagree about its shapes, so a shape is recognised
 * to help the buyer and never to refuse the money.
 */

const LENGTH_MIN = 6;
const LENGTH_MAX = 35;

/**
 * The one form in which references are kept and compared: NFKC, upper case, without spaces, dashes, slashes and unseen
 * characters; a UPI number that a statement padded to sixteen digits loses its padding.
 */
export function normaliseReference(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\p{Cc}\u2212/]/gu, '');
  return /^0000\d{12}$/.test(bare) ? bare.slice(4) : bare;
}

/** Why a normalised reference can't be taken, null if it can. */
export function referenceProblem(reference: string): string | null {
  if (reference === '') return WORDS.referenceMissing;
  if (!/^[A-Z0-9]+$/.test(reference)) return 'The UTR or Transaction Number has only letters and digits.';
  if (reference.length < LENGTH_MIN || reference.length > LENGTH_MAX) {
    return `The UTR or Transaction Number has ${LENGTH_MIN} to ${LENGTH_MAX} letters and digits.`;
  }
  return null;
}

export type ReferenceKind = 'UPI_IMPS' | 'NEFT' | 'RTGS' | 'GOOGLE_ID' | 'ORDER_NUMBER' | 'PHONE' | 'UNKNOWN';

/** What a normalised reference looks like. */
export function recogniseReference(reference: string): ReferenceKind {
  if (/^CICAG/.test(reference)) return 'GOOGLE_ID';
  if (/^PUR\d{6,}$/.test(reference)) return 'ORDER_NUMBER';
  if (/^\d{12}$/.test(reference)) return 'UPI_IMPS';
  if (/^0?[6-9]\d{9}$/.test(reference) || /^\+91[6-9]\d{9}$/.test(reference)) return 'PHONE';
  // Both begin with the four letters of the bank that sent it.
  if (/^[A-Z]{4}[A-Z0-9]{12}$/.test(reference)) return 'NEFT';
  if (/^[A-Z]{4}[A-Z0-9]{18}$/.test(reference)) return 'RTGS';
  return 'UNKNOWN';
}

const WHERE = 'Open the payment in your app and look for "UTR", "UPI transaction ID" or "RRN": 12 digits.';
const HINTS: Readonly<Record<ReferenceKind, string | null>> = {
  UPI_IMPS: null,
  NEFT: null,
  RTGS: null,
  GOOGLE_ID: `This is Google's own transaction ID, which your bank does not know. ${WHERE}`,
  ORDER_NUMBER: `This is our order number, not your bank's. ${WHERE}`,
  PHONE: `This looks like a phone number. ${WHERE}`,
  UNKNOWN: `A UPI or IMPS number has 12 digits, a NEFT number 16 characters, an RTGS number 22. Please check it once more.`,
};

/** Advice beside the field, null when the number looks right. Never a reason to refuse. */
export function referenceHint(reference: string): string | null {
  return reference === '' ? null : HINTS[recogniseReference(reference)];
}
