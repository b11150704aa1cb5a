/*
 * Which of a row's and a purchase's references identify a payment (docs/product.md, Reconciliation). Only whole tokens in the bank's
 * place count: a phone number, an order number, an account or a note never makes two payments the same.
 */
import { normaliseReference, recogniseReference, sameReferences } from '../../purchases/reference.rules.ts';
import type { BankRow, Claim, ReferenceSource } from '../rules.ts';

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const DIGITS_MIN = 6;
/** Shorter numbers in a narration are dates, branches and notes. */
const NARRATION_DIGITS_MIN = 9;
/** Longer tokens are account numbers with text, not references. */
const TOKEN_LENGTH_MAX = 64;

function canIdentify(reference: string): boolean {
  if (reference.length > TOKEN_LENGTH_MAX || /^0+$/.test(reference) || IFSC.test(reference)) return false;
  const kind = recogniseReference(reference);
  return kind !== 'PHONE' && kind !== 'ORDER_NUMBER' && reference.replace(/\D/g, '').length >= DIGITS_MIN;
}

/** One form for all references that mean the same payment, as `sameReferences` says. */
function paymentNumber(reference: string): string {
  const padded = `0${reference}`;
  return sameReferences(padded).includes(reference) ? padded : reference;
}

/** The whole alphanumeric tokens of a text, in upper case. */
export function tokensOf(text: string): string[] {
  return text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A UPI address, from its last separator that can also be one between the fields of a narration. It begins where its characters do, or
 * directly after another one: trying each place would take the square of the length.
 */
const ADDRESS = /(?:(?<![A-Z0-9._])|(?=[._])(?<=@[A-Z0-9]+))[A-Z0-9._]+@[A-Z0-9]+/gi;

/** The row's narration without UPI addresses, which may contain a phone number or a hyphen. */
export function textWithoutVpa({ narration, vpa }: Pick<BankRow, 'narration' | 'vpa'>): string {
  const text = vpa === null ? narration : narration.toUpperCase().replaceAll(vpa.toUpperCase(), ' ');
  return text.replace(ADDRESS, ' ');
}

const hasToken = (text: string, reference: string): boolean =>
  tokensOf(text).some((token) => normaliseReference(token) === reference);

/** The aggregator assigns these numbers, so they identify a payment whatever they look like. */
const isOfSettlement = (source: ReferenceSource): boolean => source === 'PAYMENT_ID' || source === 'ORDER';

type Numbered = Pick<BankRow, 'references' | 'narration' | 'vpa'>;

/** The comparison asks for the numbers of each row about ten times. */
const NUMBERS = new WeakMap<Numbered, readonly string[]>();

/** The payment numbers of a row; those that are read in a UPI address alone are none. */
export function numbersOfRow(row: Numbered): readonly string[] {
  const known = NUMBERS.get(row);
  if (known) return known;
  const numbers = readNumbers(row);
  NUMBERS.set(row, numbers);
  return numbers;
}

function readNumbers(row: Numbered): string[] {
  const isInVpa = (reference: string): boolean =>
    row.narration.includes('@') && hasToken(row.narration, reference) && !hasToken(textWithoutVpa(row), reference);
  const isShort = (reference: string): boolean => /^\d+$/.test(reference) && reference.length < NARRATION_DIGITS_MIN;
  const ofLine = row.references.filter(({ source }) => isOfSettlement(source)).map(({ reference }) => reference);
  const numbers = row.references
    .filter(({ source }) => !isOfSettlement(source) && source !== 'NOTE')
    .filter(({ reference, source }) => source !== 'NARRATION' || !(isShort(reference) || isInVpa(reference)))
    .filter(({ reference }) => canIdentify(reference))
    .map(({ reference }) => paymentNumber(reference));
  return [...new Set([...numbers, ...ofLine])];
}

/** The payment number that a buyer gave; null for none, and for a phone or an order number. */
export function numberOfClaim({ reference, buyerMobile }: Pick<Claim, 'reference' | 'buyerMobile'>): string | null {
  if (reference === null || !canIdentify(reference) || reference === buyerMobile.replace(/\D/g, '')) return null;
  return paymentNumber(reference);
}

/** The numbers by which a row can be the purchase's payment: its payment number, and for lines of settlements its order. */
export function numbersOfClaim(claim: Pick<Claim, 'reference' | 'buyerMobile' | 'orderNumber'>): string[] {
  const number = numberOfClaim(claim);
  return number === null ? [claim.orderNumber] : [number, claim.orderNumber];
}

/** The references under which rows and purchases with one of these payment numbers can be stored. */
export function storedReferences(numbers: Iterable<string>): string[] {
  return [...new Set([...numbers].flatMap(sameReferences))];
}
