/* The rows of the export: a credit with its bucket and decision, or a claim without a credit. */
import type { Paise } from '../../core/money.ts';
import type { Bucket } from '../contract.ts';
import type { Claim } from '../rules.ts';

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
  /** Set when and only when a purchase was approved, or approved first, with the row. Else the purchase is one that was rejected. */
  readonly matchKind: 'EXACT' | 'ASSIGNED' | null;
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
  /** The purchase that was approved with the credit, or that it matches; null for none. */
  readonly orderNumber: string | null;
  readonly buyerName: string | null;
  readonly duePaise: Paise | null;
  readonly decision: 'Matched exactly' | 'Assigned' | 'Rejected' | 'Not a payment of a buyer' | '';
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

/** @param compared the bucket of an open credit */
export function reconciledOf(
  credit: CreditRow,
  compared: Bucket | undefined,
  matched: Claim | null,
  account: string,
): ReconciledRow {
  const isRejected = credit.matchKind === null && credit.notOursReason === null && compared === 'DECIDED';
  const row = credit.matchKind === null && !isRejected ? withoutRejection(credit) : credit;
  const isMarked = row.notOursReason !== null;
  const decided = isMarked ? 'NOT_OURS' : row.matchKind === null ? '' : 'DECIDED';
  const settled = row.isSettlementCredit ? 'SETTLEMENT' : decided;
  return {
    bucket: compared ?? settled,
    date: row.date,
    account,
    amountPaise: row.amountPaise,
    narration: row.narration,
    references: row.references,
    payer: row.payerName ?? row.vpa,
    orderNumber: row.orderNumber ?? matched?.orderNumber ?? null,
    buyerName: row.buyerName ?? matched?.buyerName ?? null,
    duePaise: row.duePaise ?? matched?.duePaise ?? null,
    decision: isRejected ? 'Rejected' : decisionOf(row),
    reason: row.reason ?? row.notOursReason,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
  };
}

function decisionOf({ matchKind, notOursReason }: CreditRow): ReconciledRow['decision'] {
  if (matchKind !== null) return matchKind === 'EXACT' ? 'Matched exactly' : 'Assigned';
  return notOursReason === null ? '' : 'Not a payment of a buyer';
}

/** A pending purchase that is not at the bank. */
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
