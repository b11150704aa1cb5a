/* When a purchase may be approved with a bank row, and what an admin reads if not. */
import type { RowBucket } from '../contract.ts';
import { indexOf, isEqualInTime, isTakenBack, isUncredited, type MatchIndex } from '../matching/candidates.rules.ts';
import { numberOfClaim, numbersOfRow } from '../matching/references.rules.ts';
import { linkOf, rowOutcome } from '../matching/rules.ts';
import type { BankRow, Claim, Member } from '../rules.ts';

/** A row and a purchase, with all rows and purchases that share their references. */
export interface Neighbourhood {
  readonly row: BankRow;
  readonly claim: Claim;
  readonly rows: readonly BankRow[];
  readonly claims: readonly Claim[];
  /** Other open claims that the row may name without having their numbers. */
  readonly contesting: readonly Claim[];
  /** Words of the company, which name no payer. */
  readonly ownTokens: ReadonlySet<string>;
  /** Members whose names the row may have. */
  readonly members: readonly Member[];
}

/** The comparison of a pair within everything that can speak about it. */
function indexNear({ rows, claims, contesting, ownTokens, members }: Neighbourhood): MatchIndex {
  const known = new Set(claims.map((claim) => claim.purchaseId));
  return indexOf(rows, [...claims, ...contesting.filter((claim) => !known.has(claim.purchaseId))], ownTokens, members);
}

export const ALREADY_APPROVED = 'This purchase has already been approved with this bank row.';
export const REVERSE_INSTEAD =
  'A purchase was approved with this bank row. An approval is undone by reversing the purchase.';
/** Messages after an undo. */
export const UNDONE = {
  mark: 'The mark was removed',
  rejection: 'The payment is open again. The claim stays rejected.',
  match: 'The payment was taken from the order again',
} as const;
export const NOTHING_TO_UNDO = 'Nothing was decided about this bank row, so there is nothing to undo.';
export const MARKED = 'This bank row is marked as not ours. Please remove the mark first.';
export const ALREADY_MARKED =
  'This bank row is already marked as not ours. Please remove the mark first to change its reason.';
export const RULE_TEXT_MISSING = 'The text of the rule must be part of the narration of this bank row.';
export const RULE_TOO_WIDE =
  'Purchases were approved with bank rows that contain this text too. Please choose a longer text for the rule.';
export const IS_SETTLEMENT =
  'This bank row is the settlement of an aggregator. Its payments are decided one by one, from the settlement file.';
export const NOT_CREDITED =
  'The bank has not received the settlement of this payment. Import the bank statement with its credit first.';
const CHANGED =
  'This bank row and this purchase do not match exactly, so they can’t be approved without a reason. Please reload the list.';
const TAKEN_BACK = 'The bank has taken this payment back, so no purchase can be approved with it.';
const REVERSED = 'This purchase was reversed, so it can’t be approved again.';
const REJECTED =
  'A rejected purchase can be approved only with a bank row that has its reference and amount, and a date in time.';

export const waitsWith = (orderNumber: string): string =>
  `This bank row or this purchase is matched already: ${orderNumber} waits for a second admin.`;
export const restOf = (orderNumber: string): string =>
  `The rest of this payment belongs to the buyer of ${orderNumber}. It can pay for another order of theirs, or be refunded.`;
export const paidInPartWith = (orderNumber: string): string =>
  `This bank row is a part payment of purchase ${orderNumber}. Please undo that first.`;
const partPaidWith = (orderNumber: string): string =>
  `Purchase ${orderNumber} was paid in part with another bank row and waits for the rest. Please assign this row to it, instead of approving the two as a full match.`;
export const usedWith = (orderNumber: string): string =>
  `This bank row or this purchase has already been used: see purchase ${orderNumber}.`;
const ofApproved = (orderNumber: string): string =>
  `The reference of this bank row belongs to purchase ${orderNumber}, which is approved.`;

/** The purchase's reference or, of a line of a settlement, its order number, if the row has it; null if it has none. */
export function sharedReference(row: BankRow, claim: Claim): string | null {
  const numbers = numbersOfRow(row);
  const number = numberOfClaim(claim);
  if (number !== null && numbers.includes(number)) return claim.reference;
  return numbers.includes(claim.orderNumber) ? claim.orderNumber : null;
}

export const hasReference = (row: BankRow, claim: Claim): boolean => sharedReference(row, claim) !== null;

/** Why the pair can't be approved as a full match; null if it can. @returns the text for the admin */
export function refusalOfMatch(near: Neighbourhood): string | null {
  const { row, claim } = near;
  const { bucket, purchaseId } = rowOutcome(indexNear(near), row);
  return purchaseId === claim.purchaseId && (bucket === 'EXACT' || bucket === 'REOPEN') ? null : CHANGED;
}

/** Why the row can't be linked to the approved purchase together with others; null if it can. @returns the text for the admin */
export function refusalOfLink(near: Neighbourhood): string | null {
  return linkOf(indexNear(near), near.row) === near.claim.purchaseId ? null : CHANGED;
}

export type Assignment =
  | { readonly verb: 'approve' | 'link'; readonly bucket: RowBucket }
  | { readonly verb: 'refuse'; readonly text: string };

/**
 * What an admin who assigns the row to the purchase does: approves the purchase, or links a row to the purchase that was
 * approved without it. An admin may decide about differences, and never about money that is gone or belongs to another.
 */
export function assignmentOf(near: Neighbourhood): Assignment {
  const { row, claim, claims } = near;
  const refuse = (text: string): Assignment => ({ verb: 'refuse', text });
  if (row.notOursReason !== null) return refuse(MARKED);
  if (row.isSettlementCredit) return refuse(IS_SETTLEMENT);
  if (isUncredited(row)) return refuse(NOT_CREDITED);
  const index = indexNear(near);
  if (isTakenBack(index, row)) return refuse(TAKEN_BACK);
  // An order of the same buyer with its own allocation leaves the rest of the row to another one.
  const approved = claims.find(
    (other) =>
      other.status === 'APPROVED' &&
      other !== claim &&
      hasReference(row, other) &&
      (other.rowId === null || other.buyerId !== claim.buyerId),
  );
  if (approved) return refuse(ofApproved(approved.orderNumber));
  if (claim.status === 'REVERSED') return refuse(REVERSED);
  const { bucket } = rowOutcome(index, row);
  // A purchase that was approved although short can get the rest of its money later.
  if (claim.status === 'APPROVED')
    return hasReference(row, claim) || claim.rowId !== null
      ? { verb: 'link', bucket }
      : refuse(usedWith(claim.orderNumber));
  if (claim.status === 'REJECTED' && !(hasReference(row, claim) && isEqualInTime(row, claim))) return refuse(REJECTED);
  return { verb: 'approve', bucket };
}

/** Why a pair of which one is used with another cannot be a full match. */
export function usedAlready(
  {
    status,
    kind,
    orderNumber,
    rowId,
  }: { readonly status: string; readonly kind: string; readonly orderNumber: string; readonly rowId: string },
  ofRowId: string,
): string {
  if (status === 'APPROVED') return usedWith(orderNumber);
  if (kind !== 'PART') return waitsWith(orderNumber);
  return rowId === ofRowId ? paidInPartWith(orderNumber) : partPaidWith(orderNumber);
}
