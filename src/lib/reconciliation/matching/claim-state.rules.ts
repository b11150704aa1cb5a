/* The bank state of a claim: the one value that every screen, call and mail shows (docs/product.md, Reconciliation). */
import type { BankRow, Claim, ClaimOutcome } from '../rules.ts';
import { creditsOf, isUncredited, type MatchIndex } from './candidates.rules.ts';
import { payerVerdict } from './contest.rules.ts';
import { comparedOutcome, isUndisputed } from './rules.ts';

/** The day of the newest row of each account, `YYYY-MM-DD`, by `beneficiaryId`. */
export type ReadUntil = ReadonlyMap<string, string>;

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
  readUntil: ReadUntil,
  suggested: ReadonlySet<string>,
  contesting: ReadonlySet<string> = NONE,
): ClaimOutcome {
  if (claim.status === 'REVERSED') return UNKNOWN;
  if (claim.rowId !== null && claim.isReturned) return { bankState: 'CHECKING', rowId: claim.rowId, isDisclosed: true };
  if (claim.rowId !== null)
    return { bankState: claim.partPaise > 0n ? 'AMOUNT_DIFFERS' : 'SEEN', rowId: claim.rowId, isDisclosed: true };
  const credits = creditsOf(index, claim);
  const [row, second] = credits;
  if (!row && claim.status === 'PENDING' && contesting.has(claim.purchaseId))
    return { ...UNKNOWN, bankState: 'CHECKING' };
  if (!row) return withoutRow(claim, readUntil, suggested);
  if (!second && isUncredited(row)) return { ...UNKNOWN, rowId: row.id };
  const isFitting = credits.every((it) => payerVerdict(it, claim, index.contest) === 'FITS');
  const isDisclosed = claim.status === 'APPROVED' || isFitting;
  const bankState = second ? 'CONFLICT' : stateOf(index, row, claim);
  // Nobody checks a claim that was rejected.
  if (claim.status === 'REJECTED' && (bankState === 'CONFLICT' || bankState === 'CHECKING')) return UNKNOWN;
  return { bankState, rowId: second ? null : row.id, isDisclosed };
}

function withoutRow(claim: Claim, readUntil: ReadUntil, suggested: ReadonlySet<string>): ClaimOutcome {
  if (claim.status === 'PENDING' && suggested.has(claim.purchaseId)) return SUGGESTED;
  return isReadBeyond(claim, readUntil) ? NOT_FOUND : UNKNOWN;
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

/** Whether a statement of the claim's account has a row after the day of the submission. */
function isReadBeyond(claim: Claim, readUntil: ReadUntil): boolean {
  if (claim.beneficiaryId === null || claim.reference === null) return false;
  const until = readUntil.get(claim.beneficiaryId);
  return until !== undefined && until > claim.submittedOn;
}
