/* Purchases that a row without an equal reference may belong to. A score suggests, it never decides. */
import { recogniseReference, sameReferences } from '../../purchases/reference.rules.ts';
import type { BankRow, Claim, Suggestion } from '../rules.ts';
import { textWithoutVpa, tokensOf } from './references.rules.ts';
import { append, differsByOneEdit, isCut, SimilarTexts } from './similar.rules.ts';

const SCORE_MIN = 60;
const SUGGESTIONS_MAX = 3;
const POINTS = { reference: 40, amount: 30, name: 15, phone: 15, day: 10, order: 60 } as const;
const TOKEN_LENGTH_MIN = 6;
/** An order number has this many tokens at most: `PUR`, its digits, and suffixes. */
const ORDER_TOKENS_MAX = 4;
/** Rows or claims between two pauses. */
const SLICE = 50;
const DAY_MS = 86_400_000;

/** Days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The row's texts that may be a reference, also if cut; none of the payer's UPI address. */
function referencesOf(row: BankRow): string[] {
  const tokens = tokensOf(textWithoutVpa(row)).filter((it) => it.length >= TOKEN_LENGTH_MIN && /\d{4}/.test(it));
  return [...new Set([...row.references.flatMap((it) => sameReferences(it.reference)), ...tokens])];
}

function referencesOfClaim({ reference }: Claim): string[] {
  return reference === null || recogniseReference(reference) === 'PHONE' ? [] : sameReferences(reference);
}

const namesOf = (text: string): Set<string> =>
  new Set(
    (
      text
        .normalize('NFKD')
        .toUpperCase()
        .match(/[\p{L}\p{M}]+/gu) ?? []
    ).filter((name) => name.length > 1),
  );

/** The ten digits of an Indian phone number, or all digits of another. */
const phoneOf = (mobile: string): string => mobile.replace(/\D/g, '').replace(/^91(?=[6-9]\d{9}$)/, '');

/** The phone numbers in the payer's UPI address, and those that are a whole token of the narration. */
function phonesOf({ narration, vpa }: BankRow): Set<string> {
  const inVpa = (vpa?.match(/\d{10,}/g) ?? []).map((digits) => phoneOf(digits.replace(/^0(?=\d{10}$)/, '')));
  return new Set([...inVpa, ...(narration.match(/(?<![\p{L}\p{N}])[6-9]\d{9}(?![\p{L}\p{N}])/gu) ?? [])]);
}

/** Whether the row has the buyer's phone number: in the payer's UPI address, or as a whole token of the narration. */
export const hasPhoneOf = (row: BankRow, claim: Claim): boolean => phonesOf(row).has(phoneOf(claim.buyerMobile));

/** The texts of the narration that may be an order number, the longest at each token; without separators. */
function* ordersOf(narration: string): Generator<string[]> {
  const tokens = tokensOf(narration);
  for (const [at, token] of tokens.entries())
    if (token.startsWith('PUR'))
      yield Array.from({ length: ORDER_TOKENS_MAX }, (_, n) => tokens.slice(at, at + ORDER_TOKENS_MAX - n).join(''));
}

const orderKey = (orderNumber: string): string => tokensOf(orderNumber).join('');

/** What can be suggested for each row. */
export interface Suggester {
  suggestionsFor(row: BankRow): Suggestion[];
}

export function scoreOf(row: BankRow, claim: Claim, hasOrderNumber: boolean): Suggestion {
  const reasons: string[] = [];
  let score = 0;
  const add = (points: number, reason: string): void => {
    score += points;
    reasons.push(reason);
  };
  const pairs = referencesOf(row).flatMap((ofRow) => referencesOfClaim(claim).map((own) => [ofRow, own] as const));
  if (pairs.some(([a, b]) => a === b)) add(POINTS.reference, 'Same reference');
  else if (pairs.some(([a, b]) => differsByOneEdit(a, b)))
    add(POINTS.reference, 'The reference differs by one character');
  else if (pairs.some(([a, b]) => isCut(a, b))) add(POINTS.reference, 'One reference is the beginning of the other');
  if (hasOrderNumber) add(POINTS.order, 'Order number in the note');
  if (row.restPaise === claim.duePaise) add(POINTS.amount, 'Same amount');
  const names = namesOf(`${row.payerName ?? ''} ${textWithoutVpa(row)}`);
  if ([...namesOf(claim.buyerName)].filter((name) => names.has(name)).length >= 2) add(POINTS.name, 'Same name');
  if (hasPhoneOf(row, claim)) add(POINTS.phone, 'Same phone number');
  if (Math.abs(daysBetween(claim.submittedOn, row.date)) <= 1) add(POINTS.day, 'Paid within a day of the submission');
  return { purchaseId: claim.purchaseId, score, reasons };
}

const better = (a: Suggestion, b: Suggestion): number =>
  b.score - a.score || (a.purchaseId < b.purchaseId ? -1 : a.purchaseId > b.purchaseId ? 1 : 0);

/**
 * Indexes what can be suggested. Without a similar reference or an order number, only an equal phone number together with
 * the name and the amount can reach the least score, so no other pair is compared. Pauses after each slice.
 * @param rows those without an equal reference
 * @param claims pending ones without a row of their own
 */
export function* suggesting(rows: readonly BankRow[], claims: readonly Claim[]): Generator<undefined, Suggester> {
  const texts = new SimilarTexts();
  const [byPhone, byOrder] = [new Map<string, Claim[]>(), new Map<string, Claim[]>()];
  for (const [nth, row] of rows.entries()) {
    for (const text of referencesOf(row)) texts.add(text, row.id);
    for (const phone of phonesOf(row)) byPhone.set(phone, []);
    for (const order of [...ordersOf(row.narration)].flat()) byOrder.set(order, []);
    if (nth % SLICE === SLICE - 1) yield;
  }
  const bySimilarity = new Map<string, Claim[]>();
  for (const [nth, claim] of claims.entries()) {
    byPhone.get(phoneOf(claim.buyerMobile))?.push(claim);
    if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
    for (const text of referencesOfClaim(claim)) texts.eachNear(text, (rowId) => append(bySimilarity, rowId, claim));
    if (nth % SLICE === SLICE - 1) yield;
  }
  const suggestionsFor = (row: BankRow): Suggestion[] => {
    const named = new Set(
      [...ordersOf(row.narration)].flatMap(
        (orders) => byOrder.get(orders.find((it) => byOrder.get(it)?.length) ?? '') ?? [],
      ),
    );
    const samePhone = [...phonesOf(row)].flatMap((phone) => byPhone.get(phone) ?? []);
    const candidates = new Set([...named, ...(bySimilarity.get(row.id) ?? []), ...samePhone]);
    return best([...candidates].map((claim) => scoreOf(row, claim, named.has(claim))));
  };
  return { suggestionsFor };
}

/** Claims that compete for a row, that which fits best first. Each has a number of the row, so their scores tell them apart. */
export function ranked(row: BankRow, claims: readonly Claim[]): Suggestion[] {
  const named = new Set([...ordersOf(row.narration)].flat());
  return claims.map((claim) => scoreOf(row, claim, named.has(orderKey(claim.orderNumber)))).sort(better);
}

/** The best suggestions, at most three. */
export function best(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions
    .filter((it) => it.score >= SCORE_MIN)
    .sort(better)
    .slice(0, SUGGESTIONS_MAX);
}
