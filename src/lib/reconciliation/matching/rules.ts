/*
 * Compares bank rows with what buyers claim (docs/product.md, Reconciliation). Only full equality without a contradiction makes
 * `EXACT`: the whole reference, the amount to the paisa, the date, a payer who fits, and no other candidate on either side. The
 * order of rows and claims, and whether a statement is imported twice, change nothing.
 */
import type { Paise } from '../../core/money.ts';
import type { RowBucket } from '../contract.ts';
import type { BankRow, Claim, DifferenceLabel, PayerLabel, RowOutcome, Suggestion } from '../rules.ts';
import { isCharge, isReversal } from '../statement/narration.rules.ts';
import {
  claimsOf,
  creditsOf,
  debitsOf,
  isCandidate,
  isEqualInTime,
  isPaidBack,
  isTakenBack,
  isToAccount,
  isUncredited,
  isUnproven,
  type MatchIndex,
} from './candidates.rules.ts';
import { type PayerVerdict, payerVerdict } from './contest.rules.ts';
import { isPaidOtherwise, isPart, notOfOwner, ofOwner } from './parts.rules.ts';
import { best, ranked } from './suggest.rules.ts';

/** Why the bank's amount differs from the amount due, where that can be guessed; null for other differences and for none. */
export function differenceLabel(paidPaise: Paise, claim: Pick<Claim, 'duePaise' | 'feePaise'>): DifferenceLabel | null {
  const { duePaise, feePaise } = claim;
  if (feePaise > 0n && paidPaise === duePaise - feePaise) return 'FEE_LEFT_OUT';
  if (paidPaise === 2n * duePaise) return 'PAID_TWICE';
  // One percent, whichever way the payer rounded to a paisa.
  const offHundredths = (duePaise - paidPaise) * 100n - duePaise;
  if (paidPaise >= duePaise) return null;
  if (offHundredths > -100n && offHundredths < 100n) return 'TDS';
  return paidPaise * 10n <= duePaise * 9n ? 'PART' : null;
}
const NO_RIVALS = { purchaseIds: [], rowIds: [] };
const PLAIN = { purchaseId: null, differencePaise: null, label: null, suggestions: [], rivals: NO_RIVALS };

function aboutPurchase(bucket: RowBucket, row: BankRow, purchaseId: string, claim: Claim | undefined): RowOutcome {
  if (!claim) return { ...PLAIN, bucket, purchaseId };
  const differencePaise = row.restPaise - claim.duePaise;
  // The rest of a row that is used in part does not tell how much was paid.
  const label = row.restPaise === row.amountPaise ? differenceLabel(row.restPaise, claim) : null;
  return { ...PLAIN, bucket, purchaseId, differencePaise, label };
}

const PAYER_LABELS: Readonly<Record<Exclude<PayerVerdict, 'FITS' | 'NOBODY'>, PayerLabel>> = {
  OTHER: 'OTHER_PAYER',
  OTHER_MEMBER: 'OTHER_MEMBER',
  OTHER_PHONE: 'OTHER_PHONE',
  SHARED: 'SHARED_NAME',
  NEW: 'NEW_NAME',
  NO_AGGREGATOR: 'NO_AGGREGATOR',
};

/** Whether the payer says nothing against the claim. */
export const isUndisputed = (index: MatchIndex, row: BankRow, claim: Claim): boolean =>
  /^(?:FITS|NOBODY)$/.test(payerVerdict(row, claim, index.contest));

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

/** The outcome without regard to a rejection next to the row. */
export function comparedOutcome(index: MatchIndex, row: BankRow): RowOutcome {
  if (row.notOursReason !== null) return { ...PLAIN, bucket: 'NOT_OURS' };
  if (isPaidBack(row)) return { ...PLAIN, bucket: 'DECIDED' };
  if (!isCandidate(row) || isUncredited(row)) return { ...PLAIN, bucket: 'SETTLEMENT' };
  const isBack = isTakenBack(index, row);
  if (row.spentOn !== null)
    return aboutPurchase(isBack ? 'REVERSED' : 'DECIDED', row, row.spentOn, index.claimsById.get(row.spentOn));
  const claims = claimsOf(index, row);
  const approved = preferEqual(
    row,
    ofStatus(claims, 'APPROVED').filter((claim) => !isPaidOtherwise(row, claim)),
  );
  if (isBack || (row.settlement === null && isReversal(row.narration)))
    return approved ? aboutPurchase('REVERSED', row, approved.purchaseId, approved) : takenBack(claims);
  const pending = ofStatus(claims, 'PENDING');
  const isOfPending = approved?.duePaise !== row.restPaise && pending.some((it) => it.duePaise === row.restPaise);
  if (approved && isOfPending) return conflict(row, [...pending, approved], []);
  if (approved) return aboutPurchase('ALREADY_USED', row, approved.purchaseId, approved);
  const waiting = index.waitingByRow.get(row.id);
  // The claim that one of two admins gave the row to is shown next to those with its number.
  if (waiting && pending.some((claim) => claim !== waiting))
    return conflict(row, [...new Set([waiting, ...pending])], []);
  if (notOfOwner(row, pending).length > 0) return conflict(row, pending, []);
  const debits = debitsOf(index, row).filter((it) => !isCharge(it.narration));
  if (debits.length > 0) return conflict(row, pending, debits);
  const refused = ofStatus(claims, 'REJECTED').filter((claim) => isEqualInTime(row, claim) && isToAccount(row, claim));
  const rejected = refused.filter((claim) => isUndisputed(index, row, claim));
  const late = rejected.filter(
    (claim) => claim.purchaseId !== row.rejectedPurchaseId && notOfOwner(row, [claim]).length === 0,
  );
  // The rightful claim may be one that was rejected: a later one of another buyer does not hide it.
  const isRival = (one: Claim, claim: Claim): boolean =>
    claim.buyerId !== one.buyerId && !(one.purchaseId === row.rejectedPurchaseId && wasSeen(row, claim));
  // Families pay for each other, so the first one to name the number is a rival under any name.
  const rivals = refused.filter((one) =>
    pending.some(
      (claim) =>
        isRival(one, claim) &&
        (rejected.includes(one) || (one.purchaseId !== row.rejectedPurchaseId && isBefore(one, claim))),
    ),
  );
  const candidates = pending.length > 0 ? [...pending, ...rivals] : late;
  const rows = candidates.flatMap((claim) => creditsOf(index, claim));
  const [claim] = candidates;
  // Each candidate has this row, so a second one counts it again.
  if (claim && rows.length > 1) return conflict(row, candidates, rows);
  if (claim) return matched(index, row, claim);
  if (waiting) return waitingFor(index, row, waiting);
  const suggestions = ofOwner(row, index.suggester.suggestionsFor(row), index.claimsById);
  if (suggestions.length > 0) return { ...PLAIN, bucket: 'SUGGESTED', suggestions };
  return { ...PLAIN, bucket: 'WITHOUT_CLAIM', label: row.hasTwin ? 'TWIN' : null };
}

/** Whether one claim named its number before the other one did, or may have. */
function isBefore(one: Claim, other: Claim): boolean {
  if (one.unchangedSince !== null && other.unchangedSince !== null) return one.unchangedSince < other.unchangedSince;
  return one.submittedOn <= other.submittedOn;
}

/** Whether the claim was there as it is when an admin rejected another one next to the row. */
const wasSeen = ({ rejectedAt }: BankRow, { unchangedSince }: Claim): boolean =>
  rejectedAt !== null && unchangedSince !== null && unchangedSince < rejectedAt;

/** A payment that the bank took back, with the open claims that have its number: they can be rejected. */
function takenBack(claims: readonly Claim[]): RowOutcome {
  const purchaseIds = ofStatus(claims, 'PENDING').map((claim) => claim.purchaseId);
  return { ...PLAIN, bucket: 'REVERSED', rivals: { purchaseIds: purchaseIds.sort(), rowIds: [] } };
}

const ofStatus = (claims: readonly Claim[], status: Claim['status']): Claim[] =>
  claims.filter((claim) => claim.status === status);

/** The same one in any order of the claims. */
function preferEqual(row: BankRow, claims: readonly Claim[]): Claim | undefined {
  const sorted = claims.toSorted((a, b) => (a.purchaseId < b.purchaseId ? -1 : 1));
  return sorted.find((claim) => claim.duePaise === row.restPaise) ?? sorted[0];
}

const VERDICT_REASONS: Readonly<Record<PayerVerdict, string>> = {
  FITS: 'The payer fits',
  NOBODY: 'The bank names nobody',
  OTHER: 'The bank names somebody else',
  OTHER_MEMBER: 'The bank names another member',
  OTHER_PHONE: 'The payer has another phone number',
  SHARED: 'The name is, or may be, that of another member too',
  NEW: 'The buyer took the name or the phone number later',
  NO_AGGREGATOR: 'The bank names no payment aggregator in the settlement’s credit',
};

const GIVEN = 'One admin gave it to this claim';

/** A payer who fits weighs more than all that a stranger can copy: a name, an address and an order number. */
const FIT_POINTS = 100;

/** The score of a claim that competes for a row, with whether the payer fits it. */
export function rivalScore(index: MatchIndex, row: BankRow, claim: Claim): Suggestion {
  const { score, reasons, ...suggestion } = index.suggester.scoreOf(row, claim);
  const verdict = payerVerdict(row, claim, index.contest);
  const points = verdict === 'FITS' ? FIT_POINTS : 0;
  const given = index.waitingByRow.get(row.id) === claim ? [GIVEN] : [];
  return { ...suggestion, score: score + points, reasons: [...reasons, VERDICT_REASONS[verdict], ...given] };
}

function otherAccount(index: MatchIndex, row: BankRow, claim: Claim): RowOutcome {
  const suggestion = index.suggester.scoreOf(row, claim);
  const reasons = [...suggestion.reasons, 'Paid to another account than the one of the claim'];
  return { ...PLAIN, bucket: 'SUGGESTED', suggestions: best([{ ...suggestion, reasons }]) };
}

/** One admin gave the row to a claim without its number. However little they share, the second admin sees them together. */
function waitingFor(index: MatchIndex, row: BankRow, claim: Claim): RowOutcome {
  const suggestion = index.suggester.scoreOf(row, claim);
  const reasons = [...suggestion.reasons, GIVEN];
  return { ...PLAIN, bucket: 'SUGGESTED', suggestions: ranked([{ ...suggestion, reasons }]) };
}

/** The outcome of a row and a claim with the same reference that have no other candidate. */
function matched(index: MatchIndex, row: BankRow, claim: Claim): RowOutcome {
  const verdict = payerVerdict(row, claim, index.contest);
  const payerLabel = verdict === 'FITS' || verdict === 'NOBODY' ? null : PAYER_LABELS[verdict];
  if (row.restPaise !== claim.duePaise) {
    const outcome = aboutPurchase('AMOUNT_DIFFERS', row, claim.purchaseId, claim);
    // Another payer says more than a guess why the amounts differ.
    return { ...outcome, label: payerLabel ?? outcome.label };
  }
  if (!isEqualInTime(row, claim) || isUnproven(row, claim, index.contest) || isPart(row, claim))
    return { ...PLAIN, bucket: 'SUGGESTED', suggestions: best([index.suggester.scoreOf(row, claim)]) };
  if (!isToAccount(row, claim)) return otherAccount(index, row, claim);
  const rivals = index.contest.rivalsOf(row, claim);
  if (rivals.length > 0) return conflict(row, [claim, ...rivals], []);
  if (payerLabel !== null)
    return { ...aboutPurchase('PAYER_DIFFERS', row, claim.purchaseId, claim), label: payerLabel };
  const outcome = aboutPurchase(claim.status === 'PENDING' ? 'EXACT' : 'REOPEN', row, claim.purchaseId, claim);
  // Strangers who see a payment can have an account that fits, so an admin looks at it.
  return claim.isBuyerVerified ? outcome : { ...outcome, label: 'UNVERIFIED' };
}

/**
 * The purchase that was approved without the row and that the row can only belong to: the same reference, amount and time, and
 * no other row or purchase with that reference. Null for none.
 */
export function linkOf(index: MatchIndex, row: BankRow): string | null {
  const { bucket, purchaseId } = rowOutcome(index, row);
  const claim = index.claimsById.get(purchaseId ?? '');
  if (bucket !== 'ALREADY_USED' || !claim || claim.rowId !== null) return null;
  if (!isEqualInTime(row, claim) || isUnproven(row, claim, index.contest) || !isUndisputed(index, row, claim))
    return null;
  const others = [...claimsOf(index, row).filter((it) => it !== claim), ...index.contest.rivalsOf(row, claim)];
  return others.length === 0 && debitsOf(index, row).length === 0 && creditsOf(index, claim).length === 1
    ? claim.purchaseId
    : null;
}

/** Each row with the purchase that it links to. Only for rows of `ALREADY_USED` the outcome is computed again. */
export function linksOf(
  { index, rows: outcomes }: { readonly index: MatchIndex; readonly rows: ReadonlyMap<string, RowOutcome> },
  rows: readonly BankRow[],
): { row: BankRow; purchaseId: string }[] {
  return rows.flatMap((row) => {
    const purchaseId = outcomes.get(row.id)?.bucket === 'ALREADY_USED' ? linkOf(index, row) : null;
    return purchaseId === null ? [] : [{ row, purchaseId }];
  });
}
