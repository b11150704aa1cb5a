import { formatPaise, type Paise } from '@/lib/core/money.ts';

/*
 * The UPI payment link (NPCI linking specification 1.6): what the QR shows and what apps open. No `tid` (the payer's
 * provider makes it), no `mc`, `mode` or `sign` (they need a registration with a bank).
 */

/** Above this the QR's modules get too small for cheap cameras: 110 bytes give 4 px each at level H and 256 px. */
export const UPI_LINK_BYTES_MAX = 110;
const REFERENCE_LENGTH_MAX = 35;
const NOTE_LENGTH_MAX = 50;

export interface UpiPayment {
  /** The payee's UPI ID. */
  readonly payeeAddress: string;
  readonly payeeName: string;
  /** Our order number; letters and digits of it are sent. */
  readonly reference: string;
  readonly note: string;
  readonly amountPaise: Paise;
}

/** Whole characters of a text that can be percent-encoded: an unpaired surrogate can't. */
function charactersOf(text: string): string[] {
  return [...text.replace(/\p{Cs}/gu, '').trim()];
}

/**
 * `upi://pay?…`, in ASCII. Of a link too long the note is shortened first, then the name, down to one character; never the
 * address, the reference or the amount, so with a very long UPI ID the link may stay longer.
 */
export function upiLink(payment: UpiPayment): string {
  // The specification keeps `@` as it is; apps show `%40` to people.
  const address = encodeURIComponent(payment.payeeAddress).replaceAll('%40', '@');
  const reference = payment.reference.replace(/[^A-Za-z0-9]/g, '').slice(0, REFERENCE_LENGTH_MAX);
  const name = charactersOf(payment.payeeName);
  const note = charactersOf(payment.note).slice(0, NOTE_LENGTH_MAX);
  const build = () => {
    const noteText = note.join('').trim();
    return [
      `upi://pay?pa=${address}`,
      `&pn=${encodeURIComponent(name.join('').trim())}`,
      reference && `&tr=${reference}`,
      noteText && `&tn=${encodeURIComponent(noteText)}`,
      `&am=${formatPaise(payment.amountPaise)}&cu=INR`,
    ].join('');
  };
  let link = build();
  while (link.length > UPI_LINK_BYTES_MAX && (note.length > 0 || name.length > 1)) {
    if (note.length > 0) note.pop();
    else name.pop();
    link = build();
  }
  return link;
}

/** Where the apps listen; `upi` is any of them, by the phone's choice. */
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
