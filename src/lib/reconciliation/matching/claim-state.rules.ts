/* The bank state of a claim: the one value that every screen, call and mail shows (docs/product.md, Reconciliation). */
import type { BankRow, Claim, ClaimOutcome } from '../rules.ts';
import { creditsOf, isOnOtherCredit, isUncredited, type MatchIndex } from './candidates.rules.ts';
import { payerVerdict } from './contest.rules.ts';
import { isRead, type ReadAccounts } from './read.rules.ts';
import { comparedOutcome, isUndisputed } from './rules.ts';

const NONE: ReadonlySet<string> = new Set();
const UNKNOWN: ClaimOutcome = { bankState: 'UNKNOWN', rowId: null, isDisclosed: false };
const NOT_FOUND: ClaimOutcome = { bankState: 'NOT_FOUND', rowId: null, isDisclosed: true };
const SUGGESTED: ClaimOutcome = { ...UNKNOWN, bankState: 'SUGGESTED' };

/**
 * Decides the bank state of a claim, the one value that every screen shows.
 * @param suggested the purchases that a row of `SUGGESTED` may belong to
 * @param contesting the purchases that compete for a row of `CONFLICT`
 */
export function claimOutcome(
  index: MatchIndex,
  claim: Claim,
  read: ReadAccounts,
  suggested: ReadonlySet<string>,
  contesting: ReadonlySet<string> = NONE,
): ClaimOutcome {
  if (claim.status === 'REVERSED') return UNKNOWN;
  if (claim.waitingRowId !== null && claim.partPaise === 0n && !claim.isReturned)
    return waitingOutcome(outcomeByNumber(index, claim, read, suggested, contesting), contesting.has(claim.purchaseId));
  if (claim.rowId !== null && claim.isReturned) return { bankState: 'CHECKING', rowId: claim.rowId, isDisclosed: true };
  if (claim.rowId !== null) {
    const ofPart = suggested.has(claim.purchaseId) ? 'SUGGESTED' : 'AMOUNT_DIFFERS';
    return { bankState: claim.partPaise > 0n ? ofPart : 'SEEN', rowId: claim.rowId, isDisclosed: true };
  }
  return outcomeByNumber(index, claim, read, suggested, contesting);
}

/** Before its second admin a payment proves nothing. The claim has the state of its own number; without one it is checked. */
function waitingOutcome(outcome: ClaimOutcome, isContested: boolean): ClaimOutcome {
  if (isContested) return { ...UNKNOWN, bankState: 'CONFLICT' };
  const isSilent = outcome.bankState === 'UNKNOWN' || outcome.bankState === 'NOT_FOUND';
  return isSilent ? { ...UNKNOWN, bankState: 'CHECKING' } : outcome;
}

/** The state by the rows that have a number of the claim. */
function outcomeByNumber(
  index: MatchIndex,
  claim: Claim,
  read: ReadAccounts,
  suggested: ReadonlySet<string>,
  contesting: ReadonlySet<string>,
): ClaimOutcome {
  const credits = creditsOf(index, claim);
  const [row, second] = credits;
  const isContested = contesting.has(claim.purchaseId) || isOnOtherCredit(index, claim);
  if (!row && claim.status === 'PENDING' && isContested) return { ...UNKNOWN, bankState: 'CHECKING' };
  if (!row) return withoutRow(claim, read, suggested);
  if (!second && isUncredited(row)) return { ...UNKNOWN, rowId: row.id };
  const isFitting = credits.every((it) => payerVerdict(it, claim, index.contest) === 'FITS');
  const isDisclosed = claim.status === 'APPROVED' || isFitting;
  const bankState = second ? 'CONFLICT' : stateOf(index, row, claim);
  // Nobody checks a claim that was rejected.
  if (claim.status === 'REJECTED' && (bankState === 'CONFLICT' || bankState === 'CHECKING')) return UNKNOWN;
  return { bankState, rowId: second ? null : row.id, isDisclosed };
}

function withoutRow(claim: Claim, read: ReadAccounts, suggested: ReadonlySet<string>): ClaimOutcome {
  if (claim.status === 'PENDING' && suggested.has(claim.purchaseId)) return SUGGESTED;
  return isLookedFor(claim, read) ? NOT_FOUND : UNKNOWN;
}

/** @param row the only credit with a number of the claim */
function stateOf(index: MatchIndex, row: BankRow, claim: Claim): ClaimOutcome['bankState'] {
  // A claim that was rejected next to the row is compared with it all the same.
  const isRejectedHere = row.rejectedPurchaseId === claim.purchaseId;
  const { bucket, purchaseId } = comparedOutcome(index, isRejectedHere ? { ...row, rejectedPurchaseId: null } : row);
  const isOfOther = purchaseId !== null && purchaseId !== claim.purchaseId;
  // The bank took it back: that is no conflict between payments or claims.
  if (bucket === 'REVERSED') return 'CHECKING';
  if (isOfOther || bucket === 'CONFLICT') return 'CONFLICT';
  const isOpen = claim.status === 'PENDING';
  if (isOpen && (bucket === 'PAYER_DIFFERS' || bucket === 'SUGGESTED')) return 'CHECKING';
  if (claim.status !== 'APPROVED' && !isUndisputed(index, row, claim)) return isOpen ? 'CHECKING' : 'UNKNOWN';
  return row.restPaise === claim.duePaise ? 'SEEN' : 'AMOUNT_DIFFERS';
}

/** Whether the statements of the claim's account would have its payment. */
function isLookedFor(claim: Claim, read: ReadAccounts): boolean {
  if (claim.beneficiaryId === null || claim.reference === null) return false;
  const account = read.get(claim.beneficiaryId);
  return account !== undefined && isRead(account, claim.submittedOn);
}
