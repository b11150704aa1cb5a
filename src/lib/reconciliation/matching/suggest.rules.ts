/* Purchases that a row without an equal reference may belong to. A score suggests, it never decides. */
import { recogniseReference, sameReferences } from '../../purchases/reference.rules.ts';
import type { BankRow, Claim, Suggestion } from '../rules.ts';
import { orderKey, orderTexts } from './orders.rules.ts';
import { buyerTokens, fitOf, payerOfRow } from './payer.rules.ts';
import { textWithoutVpa, tokensOf } from './references.rules.ts';
import { append, differsByOneEdit, isCut, isSwapped, SimilarTexts } from './similar.rules.ts';

const SCORE_MIN = 60;
const SUGGESTIONS_MAX = 3;
const POINTS = { reference: 40, amount: 30, onlyAmount: 45, name: 15, address: 15, day: 10, order: 60 } as const;
const TOKEN_LENGTH_MIN = 6;
export const DAY_MS = 86_400_000;

/** Days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Runs of exactly twelve digits inside words, as in `RECDIMPS633012345671RAVI`. */
const runsOf = (text: string): string[] => text.match(/(?<!\d)\d{12}(?!\d)/g) ?? [];

/** The row's texts that may be a reference, also if cut or glued to words; none of the payer's UPI address. */
function referencesOf(row: BankRow): string[] {
  const tokens = tokensOf(textWithoutVpa(row)).filter((it) => it.length >= TOKEN_LENGTH_MIN && /\d{4}/.test(it));
  return [
    ...new Set([...row.references.flatMap((it) => sameReferences(it.reference)), ...tokens, ...tokens.flatMap(runsOf)]),
  ];
}

/** Letters that people type in place of digits. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', B: '8' };

/** A text that the claim's reference may mean, and why. */
interface Meaning {
  readonly text: string;
  readonly reason: string;
}

const SAME = 'Same number';
const ALIKE = 'Letters in place of digits';
const INSIDE = 'The number is inside a longer text';

function meaningsOf({ reference }: Claim): Meaning[] {
  if (reference === null || recogniseReference(reference) === 'PHONE') return [];
  const plain = sameReferences(reference).map((text) => ({ text, reason: SAME }));
  if (/^\d+$/.test(reference)) return plain;
  const alike = reference.replace(/[OILSB]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
  const isAlike = /^\d{12}$/.test(alike) && /\d{6}/.test(reference);
  return [
    ...plain,
    ...(isAlike ? [{ text: alike, reason: ALIKE }] : []),
    ...runsOf(reference).map((text) => ({ text, reason: INSIDE })),
  ];
}

/** The ten digits of an Indian phone number, or all digits of another. */
const phoneOf = (mobile: string): string => mobile.replace(/\D/g, '').replace(/^91(?=[6-9]\d{9}$)/, '');

/** The last digits of a phone number, by which members are found. */
export const phoneKey = (mobile: string): string => mobile.slice(-10);

/** The phone numbers in the payer's UPI address, and those that are a whole token of the narration. */
export function phonesOf({ narration, vpa }: BankRow): Set<string> {
  const inVpa = (vpa?.match(/\d{10,}/g) ?? []).map((digits) => phoneOf(digits.replace(/^0(?=\d{10}$)/, '')));
  return new Set([
    ...inVpa,
    ...(narration.match(/(?<![\p{L}\p{N}])(?:91)?[6-9]\d{9}(?![\p{L}\p{N}])/gu) ?? []).map(phoneOf),
  ]);
}

/** Whether the row has the buyer's phone number: in the payer's UPI address, or as a whole token of the narration. */
export const hasPhoneOf = (row: BankRow, claim: Claim): boolean => phonesOf(row).has(phoneOf(claim.buyerMobile));

/** Whether the row has the phone number of anybody. The number of the payment can look like one. */
export function hasPhone(row: BankRow): boolean {
  const numbers = new Set(row.references.map(({ reference }) => phoneOf(reference)));
  return [...phonesOf(row)].some((phone) => !numbers.has(phone));
}

/** Banks date a payment up to this many days after it was made. */
export const BANK_DELAY_DAYS = 3;

/** Whether the buyer had the name and the phone number before the payment: one who has seen it can take the payer's. */
export function isIdentityOld(
  { date }: Pick<BankRow, 'date'>,
  claim: Pick<Claim, 'identityChangedOn' | 'registeredOn' | 'isBuyerVerified'>,
): boolean {
  if (claim.identityChangedOn !== null) return daysBetween(claim.identityChangedOn, date) > BANK_DELAY_DAYS;
  // Most buyers register and pay on one day. One who registers after the bank's day may have seen the payment.
  return claim.isBuyerVerified || claim.registeredOn <= date;
}

/** Scores pairs and suggests claims for rows. */
export interface Suggester {
  suggestionsFor(row: BankRow): Suggestion[];
  scoreOf(row: BankRow, claim: Claim): Suggestion;
}

interface Evidence {
  readonly hasOrderNumber: boolean;
  /** No other open claim has the amount. */
  readonly isOnlyOfAmount: boolean;
  readonly ownTokens: ReadonlySet<string>;
}

/** Why the claim's number and the row's texts may mean the same; null if they do not. */
function referenceReason(row: BankRow, claim: Claim): string | null {
  const texts = referencesOf(row);
  const meanings = meaningsOf(claim);
  const same = meanings.find(({ text }) => texts.includes(text));
  if (same) {
    const isOfBank = row.references.some(
      (it) => it.source !== 'NOTE' && sameReferences(it.reference).includes(same.text),
    );
    return same.reason === SAME && !isOfBank ? 'Same number, but not where the bank writes it' : same.reason;
  }
  const own = meanings.flatMap(({ text, reason }) => (reason === SAME ? [text] : []));
  const pairs = texts.flatMap((text) => own.map((it) => [text, it] as const));
  if (pairs.some(([a, b]) => isSwapped(a, b))) return 'Two neighbouring characters are swapped';
  if (pairs.some(([a, b]) => differsByOneEdit(a, b))) return 'The number differs by one character';
  return pairs.some(([a, b]) => isCut(a, b)) ? 'One number is the beginning of the other' : null;
}

function hasNameOf(row: BankRow, claim: Claim, ownTokens: ReadonlySet<string>): boolean {
  const { tokens } = payerOfRow(row, ownTokens);
  const own = buyerTokens(claim);
  return (
    tokens.filter((word) => word.length > 1 && own.includes(word)).length >= 2 || fitOf(tokens, own).kind === 'FULL'
  );
}

function score(row: BankRow, claim: Claim, { hasOrderNumber, isOnlyOfAmount, ownTokens }: Evidence): Suggestion {
  const reasons: string[] = [];
  let points = 0;
  const add = (more: number, reason: string | null): void => {
    points += more;
    if (reason !== null) reasons.push(reason);
  };
  const reference = referenceReason(row, claim);
  if (reference !== null) add(POINTS.reference, reference);
  if (hasOrderNumber) add(POINTS.order, 'Order number in the note');
  if (row.restPaise === claim.duePaise)
    if (isOnlyOfAmount) add(POINTS.onlyAmount, 'Same amount, which no other open claim has');
    else add(POINTS.amount, 'Same amount');
  if (hasNameOf(row, claim, ownTokens)) add(POINTS.name, 'Same name');
  if (hasPhoneOf(row, claim)) add(POINTS.address, 'Same phone number');
  if (Math.abs(daysBetween(claim.submittedOn, row.date)) <= 1) add(POINTS.day, 'Paid within a day of the submission');
  return { purchaseId: claim.purchaseId, score: points, reasons, gap: null };
}

const better = (a: Suggestion, b: Suggestion): number =>
  b.score - a.score || (a.purchaseId < b.purchaseId ? -1 : a.purchaseId > b.purchaseId ? 1 : 0);

/** Pending claims. */
interface OpenClaims {
  readonly withoutRow: readonly Claim[];
  /** Their rows have less than is due: another transfer that names the order may be the rest. */
  readonly short: readonly Claim[];
}

/**
 * Indexes what can be suggested. A pair reaches the least score by a similar reference or an order number; by an amount that no
 * other open claim has; or by an equal phone number together with the name and the amount. No other pair is compared. Pauses after
 * each slice.
 * @param rows those without an equal reference
 * @param amounts how many open claims have each amount, in paise
 */
export function* suggesting(
  rows: readonly BankRow[],
  { withoutRow, short }: OpenClaims,
  amounts: ReadonlyMap<bigint, number>,
  ownTokens: ReadonlySet<string>,
): Generator<undefined, Suggester> {
  const texts = new SimilarTexts();
  const [byPhone, byOrder] = [new Map<string, Claim[]>(), new Map<string, Claim[]>()];
  const onlyOfAmount = new Map<bigint, Claim>();
  const paid = new Set<bigint>();
  for (const row of rows) {
    for (const text of referencesOf(row)) texts.add(text, row.id);
    for (const phone of phonesOf(row)) byPhone.set(phone, []);
    for (const order of orderTexts(row).flat()) byOrder.set(order, []);
    paid.add(row.restPaise);
    yield;
  }
  const isOnlyOfAmount = (claim: Claim): boolean => amounts.get(claim.duePaise) === 1;
  const bySimilarity = new Map<string, Claim[]>();
  for (const claim of byOrder.size > 0 ? short : []) {
    byOrder.get(orderKey(claim.orderNumber))?.push(claim);
    yield;
  }
  for (const claim of withoutRow) {
    byPhone.get(phoneOf(claim.buyerMobile))?.push(claim);
    if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
    if (isOnlyOfAmount(claim) && paid.has(claim.duePaise)) onlyOfAmount.set(claim.duePaise, claim);
    for (const { text } of meaningsOf(claim)) texts.eachNear(text, (rowId) => append(bySimilarity, rowId, claim));
    yield;
  }
  const namedBy = (row: BankRow): Claim[] =>
    orderTexts(row).flatMap((longest) => byOrder.get(longest.find((it) => byOrder.get(it)?.length) ?? '') ?? []);
  const scoreOf = (row: BankRow, claim: Claim): Suggestion => {
    const hasOrderNumber = orderTexts(row).some((longest) => longest.includes(orderKey(claim.orderNumber)));
    return score(row, claim, { hasOrderNumber, isOnlyOfAmount: isOnlyOfAmount(claim), ownTokens });
  };
  const suggestionsFor = (row: BankRow): Suggestion[] => {
    const samePhone = [...phonesOf(row)].flatMap((phone) => byPhone.get(phone) ?? []);
    const only = onlyOfAmount.get(row.restPaise);
    const candidates = new Set([
      ...namedBy(row),
      ...(bySimilarity.get(row.id) ?? []),
      ...samePhone,
      ...(only ? [only] : []),
    ]);
    return best([...candidates].map((claim) => scoreOf(row, claim)));
  };
  return { suggestionsFor, scoreOf };
}

/** With the distance of each to the next. */
const withGaps = (sorted: readonly Suggestion[]): Suggestion[] =>
  sorted.map((suggestion, nth) => {
    const next = sorted[nth + 1];
    return { ...suggestion, gap: next ? suggestion.score - next.score : null };
  });

/** Claims that compete for a row, the best first. */
export const ranked = (suggestions: readonly Suggestion[]): Suggestion[] => withGaps(suggestions.toSorted(better));

/** The best suggestions, at most three. */
export function best(suggestions: readonly Suggestion[]): Suggestion[] {
  const sorted = suggestions.filter((it) => it.score >= SCORE_MIN).toSorted(better);
  return withGaps(sorted).slice(0, SUGGESTIONS_MAX);
}
