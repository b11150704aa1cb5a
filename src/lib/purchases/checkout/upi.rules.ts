import { formatPaise, type Paise } from '../../core/money.ts';

/*
 * The UPI payment link (NPCI linking specification 1.6), for the QR code and for the buttons of the apps. It has no `tid`
 * (the payer's provider makes it) and no `mc`, `mode` or `sign` (they need a registration with a bank).
 */

/** Longer links make QR modules too small for cheap cameras: 110 bytes give 4 px per module at level H and 256 px. */
export const UPI_LINK_BYTES_MAX = 110;
const REFERENCE_LENGTH_MAX = 35;
const NOTE_LENGTH_MAX = 50;

export interface UpiPayment {
  /** The payee's UPI ID. */
  readonly payeeAddress: string;
  readonly payeeName: string;
  /** Our order number; the link has only its letters and digits. */
  readonly reference: string;
  /** What the payer's statement shows: whole or not at all. */
  readonly note: string;
  readonly amountPaise: Paise;
}

/** Whole characters of a text that can be percent-encoded: an unpaired surrogate can't. */
function charactersOf(text: string): string[] {
  return [...text.replace(/\p{Cs}/gu, '').trim()];
}

/**
 * `upi://pay?…`, in ASCII. Shortens a link that is too long: first the name, down to one character, then it leaves the note
 * out. It never shortens the address, the reference, the note or the amount: a cut order number would look like another
 * order. So a link with a very long UPI ID may stay too long.
 */
export function upiLink(payment: UpiPayment): string {
  // The specification keeps `@` as it is; apps show `%40` to people.
  const address = encodeURIComponent(payment.payeeAddress).replaceAll('%40', '@');
  const reference = payment.reference.replace(/[^A-Za-z0-9]/g, '').slice(0, REFERENCE_LENGTH_MAX);
  const note = charactersOf(payment.note).join('');
  const build = (name: readonly string[], noteText: string): string =>
    [
      `upi://pay?pa=${address}`,
      `&pn=${encodeURIComponent(name.join('').trim())}`,
      reference && `&tr=${reference}`,
      noteText && `&tn=${encodeURIComponent(noteText)}`,
      `&am=${formatPaise(payment.amountPaise)}&cu=INR`,
    ].join('');
  const whole = charactersOf(payment.payeeName);
  for (const noteText of [...note].length > NOTE_LENGTH_MAX ? [''] : [note, '']) {
    for (let length = whole.length; length > 0; length--) {
      const link = build(whole.slice(0, length), noteText);
      if (link.length <= UPI_LINK_BYTES_MAX) return link;
    }
  }
  return build(whole.slice(0, 1), '');
}

/** The schemes that the apps open; with `upi` the phone chooses the app. */
export const UPI_APPS = [
  { id: 'phonepe', label: 'PhonePe', opens: 'phonepe://pay' },
  { id: 'gpay', label: 'Google Pay', opens: 'tez://upi/pay' },
  { id: 'paytm', label: 'Paytm', opens: 'paytmmp://pay' },
  { id: 'bhim', label: 'BHIM', opens: 'bhim://pay' },
  { id: 'upi', label: 'Any UPI app', opens: 'upi://pay' },
] as const;

/** The same payment as links for each app. */
export function appLinks(link: string): { id: string; label: string; href: string }[] {
  const query = link.slice(link.indexOf('?'));
  return UPI_APPS.map(({ id, label, opens }) => ({ id, label, href: opens + query }));
}
