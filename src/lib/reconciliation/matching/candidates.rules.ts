/*
 * Rows and claims by the numbers that they share, and what can be a payment at all (docs/product.md, Reconciliation). Everything that
 * decides is in `rules.ts`.
 */
import type { Paise } from '../../core/money.ts';
import type { BankRow, Claim, Member } from '../rules.ts';
import { type Contest, contesting } from './contest.rules.ts';
import { numberOfClaim, numbersOfClaim, numbersOfRow } from './references.rules.ts';
import { append } from './similar.rules.ts';
import { daysBetween, hasPhoneOf, isIdentityOld, type Suggester, suggesting } from './suggest.rules.ts';

/** The bank's date may be this many days before the submission. */
const DAYS_BEFORE_MAX = 3;
/** The bank's date may be this many days after the submission. */
const DAYS_AFTER_MAX = 10;

export interface MatchIndex {
  /** Credits and debits. */
  readonly rowsByNumber: ReadonlyMap<string, readonly BankRow[]>;
  readonly claimsByNumber: ReadonlyMap<string, readonly Claim[]>;
  readonly claimsById: ReadonlyMap<string, Claim>;
  /** The numbers of each claim that a row has, by its purchase. Most claims have none. */
  readonly numbersById: ReadonlyMap<string, readonly string[]>;
  /** The claims that one of two admins gave a row, by the row. */
  readonly waitingByRow: ReadonlyMap<string, Claim>;
  readonly suggester: Suggester;
  readonly contest: Contest;
}

/** Words of the company, its token and its accounts, in upper case: in a narration they are no payer. */
export type OwnTokens = ReadonlySet<string>;
export const NO_TOKENS: OwnTokens = new Set();

/** Indexes rows and claims. Pauses after each row and claim. */
export function* indexing(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  ownTokens: OwnTokens = NO_TOKENS,
  members: readonly Member[] = [],
): Generator<undefined, MatchIndex> {
  const rowsByNumber = new Map<string, BankRow[]>();
  for (const row of rows) {
    for (const number of numbersOfRow(row)) append(rowsByNumber, number, row);
    yield;
  }
  const claimsByNumber = new Map<string, Claim[]>();
  const claimsById = new Map<string, Claim>();
  const numbersById = new Map<string, readonly string[]>();
  const waitingByRow = new Map<string, Claim>();
  const withoutRow: Claim[] = [];
  const short: Claim[] = [];
  const amounts = new Map<Paise, number>();
  for (const claim of claims) {
    claimsById.set(claim.purchaseId, claim);
    if (claim.waitingRowId !== null) waitingByRow.set(claim.waitingRowId, claim);
    // Only numbers that a row has: most claims have no line of a settlement with their order number.
    const numbers = numbersOfClaim(claim).filter((number) => rowsByNumber.has(number));
    if (numbers.length > 0) numbersById.set(claim.purchaseId, numbers);
    if (claim.status !== 'REVERSED') for (const number of numbers) append(claimsByNumber, number, claim);
    if (claim.status === 'PENDING') amounts.set(claim.duePaise, (amounts.get(claim.duePaise) ?? 0) + 1);
    if (claim.status === 'PENDING') {
      // A row that is used up for this claim is loaded only where another claim has its number.
      const isOpen = (row: BankRow): boolean => isCandidate(row) && row.spentOn !== claim.purchaseId;
      const own = numbers.flatMap((number) => rowsByNumber.get(number)?.filter(isOpen) ?? []);
      if (own.length === 0) withoutRow.push(claim);
      else if (own.every((row) => row.restPaise < claim.duePaise)) short.push(claim);
    }
    yield;
  }
  const hasNoClaim = (row: BankRow): boolean =>
    claimsOf({ claimsByNumber }, row).every((claim) => claim.status === 'REJECTED');
  const open: BankRow[] = [];
  for (const row of rows) {
    if (isCandidate(row) && row.spentOn === null && hasNoClaim(row)) open.push(row);
    yield;
  }
  const suggester = yield* suggesting(open, { withoutRow, short }, amounts, ownTokens);
  const contest = yield* contesting(rows.filter(isCandidate), claims, ownTokens, members);
  return { rowsByNumber, claimsByNumber, claimsById, numbersById, waitingByRow, suggester, contest };
}

export function indexOf(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  ownTokens: OwnTokens = NO_TOKENS,
  members: readonly Member[] = [],
): MatchIndex {
  return drain(indexing(rows, claims, ownTokens, members));
}

/** A credit of which nothing is left, and that paid for nothing: its buyer got it back. */
export const isPaidBack = (row: BankRow): boolean =>
  row.side === 'CREDIT' && row.restPaise === 0n && row.spentOn === null;

/** Marked rows, paid-back ones, credits of settlements and adjustments are no payment of a buyer, so they compete with none. */
export const isCandidate = (row: BankRow): boolean =>
  row.side === 'CREDIT' &&
  row.notOursReason === null &&
  !isPaidBack(row) &&
  !row.isSettlementCredit &&
  (row.settlement === null || row.settlement.kind === 'PAYMENT');

/** A line of a settlement that the bank has not received: nothing can be decided with it. */
export const isUncredited = ({ settlement }: Pick<BankRow, 'settlement'>): boolean =>
  settlement !== null && settlement.creditedOn === null;

/** The credits with a number of the claim. */
export function creditsOf(index: MatchIndex, claim: Claim): BankRow[] {
  const numbers = index.numbersById.get(claim.purchaseId);
  if (numbers === undefined) return [];
  return [...new Set(numbers.flatMap((number) => index.rowsByNumber.get(number) ?? []))].filter(isCandidate);
}

/** Whether the bank has the claim's number, on a credit that can pay for no order: 'not found' would be untrue. */
export function isOnOtherCredit(index: MatchIndex, claim: Claim): boolean {
  const rows = (index.numbersById.get(claim.purchaseId) ?? []).flatMap((it) => index.rowsByNumber.get(it) ?? []);
  return rows.some((row) => row.side === 'CREDIT' && !isCandidate(row));
}

/**
 * Only the order number is equal. It proves the payment if the payer's phone is the buyer's alone and the two name no different bank
 * numbers: clients choose order numbers, so another buyer could have claimed this one.
 */
export function isUnproven(row: BankRow, claim: Claim, contest: Contest): boolean {
  const number = numberOfClaim(claim);
  if (row.settlement === null || (number !== null && numbersOfRow(row).includes(number))) return false;
  const isOther = number !== null && row.references.some(({ source }) => source === 'REFERENCE');
  return isOther || !hasPhoneOf(row, claim) || contest.isPhoneShared(row, claim) || !isIdentityOld(row, claim);
}

export function claimsOf({ claimsByNumber }: Pick<MatchIndex, 'claimsByNumber'>, row: BankRow): Claim[] {
  return [...new Set(numbersOfRow(row).flatMap((number) => claimsByNumber.get(number) ?? []))];
}

/** The account's own debits with a number of the row. */
export function debitsOf(index: MatchIndex, row: BankRow): BankRow[] {
  const same = numbersOfRow(row).flatMap((number) => index.rowsByNumber.get(number) ?? []);
  return [...new Set(same)].filter((it) => it.side === 'DEBIT' && it.beneficiaryId === row.beneficiaryId);
}

/** Whether a debit took the row's money back. Of the same day counts: files list a day in either order. */
export function isTakenBack(index: MatchIndex, row: BankRow): boolean {
  return debitsOf(index, row).some((it) => it.amountPaise === row.amountPaise && it.date >= row.date);
}

/** Whether the amount is equal and the bank's date in the time around the submission. The caller compares the references. */
export function isEqualInTime(row: BankRow, claim: Claim): boolean {
  const days = daysBetween(claim.submittedOn, row.date);
  return row.restPaise === claim.duePaise && days >= -DAYS_BEFORE_MAX && days <= DAYS_AFTER_MAX;
}

/** Whether the row is of the account that the buyer was shown. A claim without one, and a settlement, fit any. */
export const isToAccount = (row: BankRow, claim: Claim): boolean =>
  row.settlement !== null || claim.beneficiaryId === null || claim.beneficiaryId === row.beneficiaryId;

export function drain<T>(slices: Generator<undefined, T>): T {
  let step = slices.next();
  while (!step.done) step = slices.next();
  return step.value;
}
