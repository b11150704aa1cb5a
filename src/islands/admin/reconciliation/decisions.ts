import { CallError, call } from '@/islands/api.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { approveMatches, assignRow } from '@/lib/reconciliation/calls.ts';
import type { BankRowView, Bucket } from '@/lib/reconciliation/contract.ts';
import { approvalBar } from '../purchases/fourEyes.ts';

/** What an admin decides about a match. */
export type MatchAct = 'approve' | 'reject' | 'notOurs';

/** Why a payment is assigned to a claim that it does not match fully; written to the audit trail. */
const COMPARED = 'The payer was compared with the proof, which shows this payment.';
const ASSIGN_REASONS = [
  'The payer, the amount and the day fit this claim.',
  COMPARED,
  'Somebody else paid for this buyer; the proof shows this payment.',
  'The buyer typed the number wrong; the proof shows this payment.',
  'The difference in the amount was settled with the buyer.',
  'The buyer confirmed this payment by phone.',
] as const;

/** Why a row is no payment of a buyer. */
const NOT_OURS_REASONS = [
  'Interest or a credit of the bank.',
  'Transfer between our own accounts.',
  'Payment for something else than tokens.',
  'Payment by mistake, to be sent back.',
] as const;

export const REASONS_OF: Readonly<Record<Exclude<MatchAct, 'reject'>, readonly string[]>> = {
  approve: ASSIGN_REASONS,
  notOurs: NOT_OURS_REASONS,
};

/** What can be decided in a bucket. */
const ACTS: Readonly<Partial<Record<Bucket, readonly MatchAct[]>>> = {
  PAYER_DIFFERS: ['approve', 'reject', 'notOurs'],
  AMOUNT_DIFFERS: ['approve', 'reject', 'notOurs'],
  SUGGESTED: ['approve', 'reject', 'notOurs'],
  WITHOUT_CLAIM: ['approve', 'notOurs'],
  CONFLICT: ['approve', 'reject', 'notOurs'],
  REOPEN: ['approve', 'notOurs'],
  REVERSED: ['reject', 'notOurs'],
  ALREADY_USED: ['approve', 'notOurs'],
  NOT_AT_BANK: ['reject'],
};
export const actsOf = (bucket: Bucket): readonly MatchAct[] => ACTS[bucket] ?? [];

/** The reason that a decision begins with, so that it takes two keys; '' for none. */
export const firstReason = (bucket: Bucket, act: MatchAct | null): string =>
  bucket === 'PAYER_DIFFERS' && act === 'approve' ? COMPARED : '';

/** Why the row pays for no claim of this buyer, as the call that assigns says it; null if it may. @param row null for none */
export function restBar(row: BankRowView | null, { user }: Pick<AdminTransaction, 'user'>): string | null {
  const first = row?.allocations[0];
  if (!first || row.ownerId === user.id) return null;
  return first.state === 'WAITING'
    ? `This payment waits for a second admin with ${first.orderNumber}. Have that confirmed, or take it back.`
    : `The rest of this payment belongs to the buyer of ${first.orderNumber}. It can pay for another order of theirs, or be refunded.`;
}

/** Why this admin cannot approve the claim with the row, null if they can. */
export const barOf = (row: BankRowView | null, claim: AdminTransaction): string | null =>
  claim.status === 'PENDING' ? (restBar(row, claim) ?? approvalBar(claim)) : null;

/** A match of this bucket is equal in full, so that it needs no reason. */
export const isFullMatch = (bucket: Bucket): boolean => bucket === 'REOPEN' || bucket === 'EXACT';

/** Whether a claim can be approved from a bucket. */
export const isOpenIn = (bucket: Bucket, { status }: Pick<AdminTransaction, 'status'>): boolean =>
  status === 'PENDING' ||
  (bucket === 'REOPEN' && status === 'REJECTED') ||
  (bucket === 'ALREADY_USED' && status === 'APPROVED');

interface PairOutcome {
  readonly message: string;
  /** It waits for a second admin. */
  readonly isWaiting: boolean;
  /** A part payment: the purchase stays pending. */
  readonly isPart: boolean;
}

interface PairToApprove {
  readonly rowId: string;
  readonly purchaseId: string;
  readonly reason: string;
  readonly acceptShortfall: boolean;
}

/** @throws CallError with why the pair was refused */
export async function approvePair(
  bucket: Bucket,
  { rowId, purchaseId, reason, acceptShortfall }: PairToApprove,
): Promise<PairOutcome> {
  if (!isFullMatch(bucket)) {
    const { message, data } = await call(assignRow, { rowId, purchaseId, reason, acceptShortfall });
    return { message, isWaiting: data.outcome === 'WAITING', isPart: data.outcome === 'PART' };
  }
  const { message, data } = await call(approveMatches, { matches: [{ rowId, purchaseId }] });
  const [result] = data.results;
  if (result?.ok === false) throw new CallError(409, [result.message]);
  return { message, isWaiting: data.waiting > 0, isPart: false };
}

/** Where the rest of a narration differs from payment to payment: digits, and what belongs to them. */
const VARIABLE = /[A-Z]*\d[A-Z0-9]*/gi;
const RULE_TEXT_MIN = 4;

/** The longest part of a narration that another row of its kind would have too; '' for none. */
export function ruleTextOf({ narration }: Pick<BankRowView, 'narration'>): string {
  const parts = narration.split(VARIABLE).map((part) => part.replace(/^[\s\-/*:.,]+|[\s\-/*:.,]+$/g, ''));
  const [longest = ''] = parts.sort((a, b) => b.length - a.length);
  return longest.length < RULE_TEXT_MIN ? '' : longest.slice(0, 100);
}
