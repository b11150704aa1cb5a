/* The lines of the export: what of a credit was decided or is open, or a claim without a credit. */
import type { Paise } from '../../core/money.ts';
import type { Bucket } from '../contract.ts';
import type { Claim, RowOutcome } from '../rules.ts';

export interface CreditRow {
  readonly id: string;
  readonly beneficiaryId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly amountPaise: bigint;
  readonly narration: string;
  readonly references: string | null;
  readonly payerName: string | null;
  readonly vpa: string | null;
  readonly notOursReason: string | null;
  /** The amount is what the aggregator kept, below zero. */
  readonly isSettlementCredit: boolean;
  /** Of an allocation. Without it and a refund, the purchase is one that was rejected. */
  readonly matchKind: 'EXACT' | 'ASSIGNED' | 'PART' | null;
  /** Of a part that is paid back. */
  readonly refundNumber: string | null;
  /** Not of an allocation that waits for a second admin, nor of what is open. */
  readonly isCounted: boolean;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly purchaseId: string | null;
  readonly orderNumber: string | null;
  readonly memberId: string | null;
  readonly buyerName: string | null;
  readonly duePaise: bigint | null;
}

export interface ReconciledRow {
  readonly bucket: Bucket | '';
  /** Null for a claim without a credit, as all fields of the bank. */
  readonly date: string | null;
  readonly account: string | null;
  readonly amountPaise: Paise | null;
  readonly narration: string | null;
  readonly references: string | null;
  readonly payer: string | null;
  /** The purchase that was approved with the credit, or all that an admin has to choose from, with spaces; null for none. */
  readonly orderNumber: string | null;
  /** The buyers of these purchases, in the same order. */
  readonly buyerName: string | null;
  /** Null for none and for several. */
  readonly duePaise: Paise | null;
  readonly decision: string;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** Without the claim that was rejected next to it, which no longer decides about the row. */
const withoutRejection = (row: CreditRow): CreditRow => ({
  ...row,
  reason: null,
  decidedBy: row.notOursReason === null ? null : row.decidedBy,
  decidedAt: row.notOursReason === null ? null : row.decidedAt,
  orderNumber: null,
  memberId: null,
  buyerName: null,
  duePaise: null,
});

/** The ids of the purchases that an outcome speaks about: the one that it matches, those in conflict, or those it suggests. */
export function purchaseIdsOf({ purchaseId, rivals, suggestions }: RowOutcome): readonly string[] {
  if (purchaseId !== null) return [purchaseId];
  return rivals.purchaseIds.length > 0 ? rivals.purchaseIds : suggestions.map((it) => it.purchaseId);
}

const listOf = (texts: readonly string[], separator: string): string | null =>
  texts.length === 0 ? null : texts.join(separator);

/**
 * @param compared the bucket of an open credit, or of what is open of it
 * @param claims of which the comparison speaks
 */
export function reconciledOf(
  credit: CreditRow,
  compared: Bucket | undefined,
  claims: readonly Claim[],
  account: string,
): ReconciledRow {
  const isAllocated = credit.matchKind !== null || credit.refundNumber !== null;
  const isRejected = !isAllocated && credit.notOursReason === null && compared === 'DECIDED';
  const row = isAllocated || isRejected ? credit : withoutRejection(credit);
  const [orderNumbers, buyerNames] = [claims.map((it) => it.orderNumber), claims.map((it) => it.buyerName)];
  const [only, ...others] = claims;
  return {
    bucket: bucketOf(row, compared, isAllocated),
    date: row.date,
    account,
    amountPaise: row.amountPaise,
    narration: row.narration,
    references: row.references,
    payer: row.payerName ?? row.vpa,
    orderNumber: row.orderNumber ?? listOf(orderNumbers, ' '),
    buyerName: row.buyerName ?? listOf(buyerNames, ', '),
    duePaise: row.duePaise ?? (only === undefined || others.length > 0 ? null : only.duePaise),
    decision: isRejected ? 'Rejected' : decisionOf(row),
    reason: row.reason ?? row.notOursReason,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
  };
}

/** The comparison says where the rest of a credit is; what counts of it is decided, unless the bank took it back. */
function bucketOf(row: CreditRow, compared: Bucket | undefined, isAllocated: boolean): Bucket | '' {
  if (row.isCounted && compared !== 'REVERSED') return 'DECIDED';
  const decided = row.notOursReason !== null ? 'NOT_OURS' : isAllocated ? 'DECIDED' : '';
  return compared ?? (row.isSettlementCredit ? 'SETTLEMENT' : decided);
}

const DECISIONS = { EXACT: 'Matched exactly', ASSIGNED: 'Assigned', PART: 'Part payment' } as const;

function decisionOf({ matchKind, isCounted, refundNumber, notOursReason }: CreditRow): string {
  if (matchKind !== null) return isCounted ? DECISIONS[matchKind] : 'Waits for a second admin';
  if (refundNumber !== null) return `Refund ${refundNumber}`;
  return notOursReason === null ? '' : 'Not a payment of a buyer';
}

/** A pending purchase without a credit, as the desk lists it. */
export const withoutCredit = (claim: Claim): ReconciledRow => ({
  bucket: 'NOT_AT_BANK',
  date: null,
  account: null,
  amountPaise: null,
  narration: null,
  references: claim.reference,
  payer: null,
  orderNumber: claim.orderNumber,
  buyerName: claim.buyerName,
  duePaise: claim.duePaise,
  decision: '',
  reason: null,
  decidedBy: null,
  decidedAt: null,
});
