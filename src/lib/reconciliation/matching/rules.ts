/*
 * Compares bank rows with what buyers claim (docs/product.md, Reconciliation). Only full equality makes `EXACT`: the whole
 * reference, the amount to the paisa, the date, and no other candidate on either side. The order of rows and claims, and
 * whether a statement is imported twice, change nothing.
 */
import type { Paise } from '../../core/money.ts';
import type { RowBucket } from '../contract.ts';
import type { BankRow, Claim, ClaimOutcome, DifferenceLabel, RowOutcome } from '../rules.ts';
import { isPaidOtherwise, isPart, ofOwner } from './parts.rules.ts';
import { numberOfClaim, numbersOfClaim, numbersOfRow, tokensOf } from './references.rules.ts';
import { append } from './similar.rules.ts';
import { best, daysBetween, hasPhoneOf, type Suggester, scoreOf, suggesting } from './suggest.rules.ts';

/** The bank's date may be this many days before the submission. */
const DAYS_BEFORE_MAX = 3;
/** The bank's date may be this many days after the submission. */
const DAYS_AFTER_MAX = 10;
/** Rows or claims between two pauses. */
const SLICE = 50;

const REVERSAL = /^(?:CRADJ|REV|REVERSALS?|REVERSED|RETURN|RETURNED)$/;

export interface MatchIndex {
  /** Credits and debits. */
  readonly rowsByNumber: ReadonlyMap<string, readonly BankRow[]>;
  readonly claimsByNumber: ReadonlyMap<string, readonly Claim[]>;
  readonly claimsById: ReadonlyMap<string, Claim>;
  readonly suggester: Suggester;
}

/** The day of the newest row of each account, `YYYY-MM-DD`, by `beneficiaryId`. */
export type ReadUntil = ReadonlyMap<string, string>;

export interface Matches {
  readonly index: MatchIndex;
  /** Of each credit, by its id. */
  readonly rows: ReadonlyMap<string, RowOutcome>;
  /** Of each claim, by its purchase. */
  readonly claims: ReadonlyMap<string, ClaimOutcome>;
}

/** Indexes rows and claims. Pauses after each slice. */
export function* indexing(rows: readonly BankRow[], claims: readonly Claim[]): Generator<undefined, MatchIndex> {
  const rowsByNumber = new Map<string, BankRow[]>();
  for (const [nth, row] of rows.entries()) {
    for (const number of numbersOfRow(row)) append(rowsByNumber, number, row);
    if (nth % SLICE === SLICE - 1) yield;
  }
  const claimsByNumber = new Map<string, Claim[]>();
  const claimsById = new Map<string, Claim>();
  const withoutRow: Claim[] = [];
  for (const [nth, claim] of claims.entries()) {
    claimsById.set(claim.purchaseId, claim);
    // Only numbers that a row has: most claims have no line of a settlement with their order number.
    const numbers = numbersOfClaim(claim).filter((number) => rowsByNumber.has(number));
    if (claim.status !== 'REVERSED') for (const number of numbers) append(claimsByNumber, number, claim);
    if (claim.status === 'PENDING' && !numbers.some((number) => rowsByNumber.get(number)?.some(isCandidate)))
      withoutRow.push(claim);
    if (nth % SLICE === SLICE - 1) yield;
  }
  const hasNoClaim = (row: BankRow): boolean =>
    claimsOf({ claimsByNumber }, row).every((claim) => claim.status === 'REJECTED');
  const open: BankRow[] = [];
  for (const [nth, row] of rows.entries()) {
    if (isCandidate(row) && row.spentOn === null && hasNoClaim(row)) open.push(row);
    if (nth % SLICE === SLICE - 1) yield;
  }
  const suggester = yield* suggesting(open, withoutRow);
  return { rowsByNumber, claimsByNumber, claimsById, suggester };
}

export function indexOf(rows: readonly BankRow[], claims: readonly Claim[]): MatchIndex {
  return drain(indexing(rows, claims));
}

/** Marked rows, credits of settlements and adjustments are no payment of a buyer, so they compete with none. */
const isCandidate = (row: BankRow): boolean =>
  row.side === 'CREDIT' &&
  row.notOursReason === null &&
  !row.isSettlementCredit &&
  (row.settlement === null || row.settlement.kind === 'PAYMENT');

/** A line of a settlement that the bank has not received: nothing can be decided with it. */
export const isUncredited = ({ settlement }: Pick<BankRow, 'settlement'>): boolean =>
  settlement !== null && settlement.creditedOn === null;

/** The credits with a number of the claim. */
function creditsOf(index: MatchIndex, claim: Claim): BankRow[] {
  const rows = numbersOfClaim(claim).flatMap((number) => index.rowsByNumber.get(number) ?? []);
  return [...new Set(rows)].filter(isCandidate);
}

/**
 * Only the order number is equal. It proves the payment if the payer's phone is the buyer's and the two name no different bank
 * numbers: clients choose order numbers, so another buyer could have claimed this one.
 */
function isUnproven(row: BankRow, claim: Claim): boolean {
  const number = numberOfClaim(claim);
  if (row.settlement === null || (number !== null && numbersOfRow(row).includes(number))) return false;
  const isOther = number !== null && row.references.some(({ source }) => source === 'REFERENCE');
  return isOther || !hasPhoneOf(row, claim);
}

function claimsOf({ claimsByNumber }: Pick<MatchIndex, 'claimsByNumber'>, row: BankRow): Claim[] {
  return [...new Set(numbersOfRow(row).flatMap((number) => claimsByNumber.get(number) ?? []))];
}

/** The account's own debits with a number of the row. */
function debitsOf(index: MatchIndex, row: BankRow): BankRow[] {
  const same = numbersOfRow(row).flatMap((number) => index.rowsByNumber.get(number) ?? []);
  return [...new Set(same)].filter((it) => it.side === 'DEBIT' && it.beneficiaryId === row.beneficiaryId);
}

/** Whether a debit took the row's money back. Of the same day counts: files list a day in either order. */
export function isTakenBack(index: MatchIndex, row: BankRow): boolean {
  return debitsOf(index, row).some((it) => it.amountPaise === row.amountPaise && it.date >= row.date);
}

const isReversalText = (narration: string): boolean => tokensOf(narration).some((token) => REVERSAL.test(token));

/** Whether the amount is equal and the bank's date in the time around the submission. The caller compares the references. */
export function isEqualInTime(row: BankRow, claim: Claim): boolean {
  const days = daysBetween(claim.submittedOn, row.date);
  return row.restPaise === claim.duePaise && days >= -DAYS_BEFORE_MAX && days <= DAYS_AFTER_MAX;
}

/** Why the bank's amount differs from the amount due, where that can be guessed; null for other differences and for none. */
export function differenceLabel(paidPaise: Paise, claim: Pick<Claim, 'duePaise' | 'feePaise'>): DifferenceLabel | null {
  const { duePaise, feePaise } = claim;
  if (feePaise > 0n && paidPaise === duePaise - feePaise) return 'FEE_LEFT_OUT';
  if (paidPaise === 2n * duePaise) return 'PAID_TWICE';
  // One percent, whichever way the payer rounded to a paisa.
  const offHundredths = (duePaise - paidPaise) * 100n - duePaise;
  return paidPaise < duePaise && offHundredths > -100n && offHundredths < 100n ? 'TDS' : null;
}

const NO_RIVALS = { purchaseIds: [], rowIds: [] };
const PLAIN = { purchaseId: null, differencePaise: null, label: null, suggestions: [], rivals: NO_RIVALS };

function aboutPurchase(bucket: RowBucket, row: BankRow, purchaseId: string, claim: Claim | undefined): RowOutcome {
  if (!claim) return { ...PLAIN, bucket, purchaseId };
  const differencePaise = row.restPaise - claim.duePaise;
  return { ...PLAIN, bucket, purchaseId, differencePaise, label: differenceLabel(row.restPaise, claim) };
}

function conflict(row: BankRow, claims: readonly Claim[], rows: readonly BankRow[]): RowOutcome {
  const rowIds = [...new Set(rows.map((it) => it.id))].filter((id) => id !== row.id).sort();
  return { ...PLAIN, bucket: 'CONFLICT', rivals: { purchaseIds: claims.map((it) => it.purchaseId).sort(), rowIds } };
}

/** Which bucket a credit is in, and why. */
export function rowOutcome(index: MatchIndex, row: BankRow): RowOutcome {
  const outcome = comparedOutcome(index, row);
  const { rejectedPurchaseId } = row;
  if (rejectedPurchaseId === null || !isSettledByRejection(index, row, outcome)) return outcome;
  return aboutPurchase('DECIDED', row, rejectedPurchaseId, index.claimsById.get(rejectedPurchaseId));
}

/** A rejection next to a row decides about it until something else claims the row. */
function isSettledByRejection(index: MatchIndex, row: BankRow, { bucket, purchaseId, rivals }: RowOutcome): boolean {
  const claims = claimsOf(index, row);
  const isClaimed = ofStatus(claims, 'PENDING').length > 0;
  if (bucket === 'REVERSED') return purchaseId === null && !isClaimed;
  // A claim that only resembled the row leaves it to the others that do.
  if (bucket === 'SUGGESTED') return !isClaimed && claims.some((claim) => claim.purchaseId === row.rejectedPurchaseId);
  return bucket === 'WITHOUT_CLAIM' || (bucket === 'CONFLICT' && rivals.purchaseIds.length === 0);
}

function comparedOutcome(index: MatchIndex, row: BankRow): RowOutcome {
  if (row.notOursReason !== null) return { ...PLAIN, bucket: 'NOT_OURS' };
  if (!isCandidate(row) || isUncredited(row)) return { ...PLAIN, bucket: 'SETTLEMENT' };
  const isBack = isTakenBack(index, row);
  if (row.spentOn !== null)
    return aboutPurchase(isBack ? 'REVERSED' : 'DECIDED', row, row.spentOn, index.claimsById.get(row.spentOn));
  const claims = claimsOf(index, row);
  const approved = preferEqual(
    row,
    ofStatus(claims, 'APPROVED').filter((claim) => !isPaidOtherwise(row, claim)),
  );
  if (isBack || (row.settlement === null && isReversalText(row.narration)))
    return approved ? aboutPurchase('REVERSED', row, approved.purchaseId, approved) : { ...PLAIN, bucket: 'REVERSED' };
  if (approved) return aboutPurchase('ALREADY_USED', row, approved.purchaseId, approved);
  const pending = ofStatus(claims, 'PENDING');
  const debits = debitsOf(index, row);
  if (debits.length > 0) return conflict(row, pending, debits);
  const rejected = ofStatus(claims, 'REJECTED').filter((claim) => claim.purchaseId !== row.rejectedPurchaseId);
  const late = rejected.filter((claim) => isEqualInTime(row, claim));
  const candidates = pending.length > 0 ? pending : late;
  const rows = candidates.flatMap((claim) => creditsOf(index, claim));
  const [claim] = candidates;
  // Each candidate has this row, so a second one counts it again.
  if (claim && rows.length > 1) return conflict(row, candidates, rows);
  if (claim) return matched(row, claim);
  const suggestions = ofOwner(row, index.suggester.suggestionsFor(row), index.claimsById);
  return { ...PLAIN, bucket: suggestions.length > 0 ? 'SUGGESTED' : 'WITHOUT_CLAIM', suggestions };
}

const ofStatus = (claims: readonly Claim[], status: Claim['status']): Claim[] =>
  claims.filter((claim) => claim.status === status);

/** The same one in any order of the claims. */
function preferEqual(row: BankRow, claims: readonly Claim[]): Claim | undefined {
  const sorted = claims.toSorted((a, b) => (a.purchaseId < b.purchaseId ? -1 : 1));
  return sorted.find((claim) => claim.duePaise === row.restPaise) ?? sorted[0];
}

const hasOrderOf = (row: BankRow, claim: Claim): boolean =>
  row.references.some(({ reference, source }) => source === 'ORDER' && reference === claim.orderNumber);

/** The outcome of a row and a claim with the same reference that have no other candidate. */
function matched(row: BankRow, claim: Claim): RowOutcome {
  if (row.restPaise !== claim.duePaise) return aboutPurchase('AMOUNT_DIFFERS', row, claim.purchaseId, claim);
  if (!isEqualInTime(row, claim) || isUnproven(row, claim) || isPart(row, claim))
    return { ...PLAIN, bucket: 'SUGGESTED', suggestions: best([scoreOf(row, claim, hasOrderOf(row, claim))]) };
  return aboutPurchase(claim.status === 'PENDING' ? 'EXACT' : 'REOPEN', row, claim.purchaseId, claim);
}

/**
 * The purchase that was approved without the row and that the row can only belong to: the same reference, amount and time, and
 * no other row or purchase with that reference. Null for none.
 */
export function linkOf(index: MatchIndex, row: BankRow): string | null {
  const { bucket, purchaseId } = rowOutcome(index, row);
  const claim = index.claimsById.get(purchaseId ?? '');
  if (bucket !== 'ALREADY_USED' || !claim || claim.rowId !== null) return null;
  if (!isEqualInTime(row, claim) || isUnproven(row, claim)) return null;
  const others = claimsOf(index, row).filter((it) => it !== claim);
  return others.length === 0 && debitsOf(index, row).length === 0 && creditsOf(index, claim).length === 1
    ? claim.purchaseId
    : null;
}

/** Each row with the purchase that it links to. Only for rows of `ALREADY_USED` the outcome is computed again. */
export function linksOf(
  { index, rows: outcomes }: Matches,
  rows: readonly BankRow[],
): { row: BankRow; purchaseId: string }[] {
  return rows.flatMap((row) => {
    const purchaseId = outcomes.get(row.id)?.bucket === 'ALREADY_USED' ? linkOf(index, row) : null;
    return purchaseId === null ? [] : [{ row, purchaseId }];
  });
}

/** What the statements say about a claim. */
export function claimOutcome(index: MatchIndex, claim: Claim, readUntil: ReadUntil): ClaimOutcome {
  if (claim.status === 'REVERSED') return { bankState: 'UNKNOWN', rowId: null };
  if (claim.rowId !== null) return { bankState: 'SEEN', rowId: claim.rowId };
  const [row, second] = creditsOf(index, claim);
  if (!row) return { bankState: isReadBeyond(claim, readUntil) ? 'NOT_FOUND' : 'UNKNOWN', rowId: null };
  if (second) return { bankState: 'CONFLICT', rowId: null };
  if (isUncredited(row)) return { bankState: 'UNKNOWN', rowId: row.id };
  const { bucket, purchaseId } = comparedOutcome(index, { ...row, rejectedPurchaseId: null });
  const isOfOther = purchaseId !== null && purchaseId !== claim.purchaseId;
  if (isOfOther || bucket === 'CONFLICT' || bucket === 'REVERSED') return { bankState: 'CONFLICT', rowId: row.id };
  return { bankState: row.restPaise === claim.duePaise ? 'SEEN' : 'AMOUNT_DIFFERS', rowId: row.id };
}

/** Whether a statement of the claim's account has a row after the day of the submission. */
function isReadBeyond(claim: Claim, readUntil: ReadUntil): boolean {
  if (claim.beneficiaryId === null || claim.reference === null) return false;
  const until = readUntil.get(claim.beneficiaryId);
  return until !== undefined && until > claim.submittedOn;
}

/** Compares everything. Pauses after each slice, so that a caller can let other work run in between. */
export function* matching(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  readUntil: ReadUntil,
): Generator<undefined, Matches> {
  const index = yield* indexing(rows, claims);
  const rowOutcomes = new Map<string, RowOutcome>();
  for (const [nth, row] of rows.entries()) {
    if (row.side === 'CREDIT') rowOutcomes.set(row.id, rowOutcome(index, row));
    if (nth % SLICE === SLICE - 1) yield;
  }
  const claimOutcomes = new Map<string, ClaimOutcome>();
  for (const [nth, claim] of claims.entries()) {
    claimOutcomes.set(claim.purchaseId, claimOutcome(index, claim, readUntil));
    if (nth % SLICE === SLICE - 1) yield;
  }
  return { index, rows: rowOutcomes, claims: claimOutcomes };
}

/** `matching` without pauses. */
export function matchAll(rows: readonly BankRow[], claims: readonly Claim[], readUntil: ReadUntil): Matches {
  return drain(matching(rows, claims, readUntil));
}

function drain<T>(slices: Generator<undefined, T>): T {
  let step = slices.next();
  while (!step.done) step = slices.next();
  return step.value;
}
