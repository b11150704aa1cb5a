/*
 * What a bank statement says, what buyers claim, and what the comparison of the two can come to (docs/product.md,
 * Reconciliation). Pure: the reading of files is in `statement/`, the comparison in `matching/`.
 */
import type { Paise } from '../core/money.ts';
import type { BankState } from '../purchases/calls.ts';
import type { RowBucket } from './contract.ts';

export type Side = 'CREDIT' | 'DEBIT';

/**
 * Where in a row a reference was read: the bank's column of references, the bank's place in the narration, or elsewhere in the
 * texts, where it is the payer's and proves nothing.
 */
export type ReferenceSource = 'REFERENCE' | 'NARRATION' | 'NOTE' | 'TRANSACTION_ID' | SettlementSource;
/** Of a line of a settlement: the aggregator's number of the payment, and the number of the order it was paid for. */
export type SettlementSource = 'PAYMENT_ID' | 'ORDER';

/** What a line of a settlement is. `ADJUSTMENT` is everything that is no buyer's payment and takes none back. */
export type LineKind = 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'ADJUSTMENT';

/** What makes a row a line of an aggregator's settlement, as the file says it. */
export interface SettlementLine {
  /** The settlement's id at the aggregator. */
  readonly reference: string;
  readonly kind: LineKind;
  /** Kept by the aggregator; below zero if it gives a fee back. */
  readonly feePaise: Paise;
  /** On the fee. */
  readonly taxPaise: Paise;
}

export interface RowReference {
  /** In the form of `normaliseReference`; always a whole token of its source. */
  readonly reference: string;
  readonly source: ReferenceSource;
}

/** One row of a statement, as the bank wrote it. Days are `YYYY-MM-DD` in India. */
export interface StatementRow {
  /** Line of the file, or row of the sheet; the first is 1. */
  readonly line: number;
  /** Day of the transaction. */
  readonly date: string;
  /** `HH:MM:SS`, where the bank gives it. */
  readonly time: string | null;
  readonly valueDate: string | null;
  readonly side: Side;
  readonly amountPaise: Paise;
  /** After this row; below zero for an overdraft; null in layouts without balances. */
  readonly balancePaise: Paise | null;
  /** What identifies the row at the bank, where the layout has it. */
  readonly transactionId: string | null;
  /** As displayed, with line breaks as spaces. */
  readonly narration: string;
  readonly references: readonly RowReference[];
  readonly payerName: string | null;
  /** UPI address of the payer. */
  readonly vpa: string | null;
  /** Absent in the rows of a bank. */
  readonly settlementLine?: SettlementLine | undefined;
}

/** A stored row with what was decided about it. */
export interface BankRow extends StatementRow {
  readonly id: string;
  /** The company's account that the statement is of. */
  readonly beneficiaryId: string;
  /** The purchase that used it up; null while a part of it is open. Of several the one with the largest allocation. */
  readonly spentOn: string | null;
  /** What of it is open. The whole amount where a debit took it back. */
  readonly restPaise: Paise;
  /** The buyer of its open allocations: its rest is theirs. Null without one. */
  readonly ownerId: string | null;
  /** Why an admin marked it as no payment of a buyer; null if not marked. */
  readonly notOursReason: string | null;
  /** The purchase that an admin rejected next to it; null for none. */
  readonly rejectedPurchaseId: string | null;
  /** When; null for none. */
  readonly rejectedAt: Date | null;
  /** Of a line of a settlement; null for a row of the bank. */
  readonly settlement: LineSettlement | null;
  /** It is the credit by which the bank received a settlement: its payments are decided instead. */
  readonly isSettlementCredit: boolean;
  /**
   * The members who have exactly the payer's name, in any order of its words, and those for whom a payment of this payer was approved;
   * empty where the row names nobody.
   */
  readonly payerMembers: readonly Member[];
  /** The same payer has another credit of the same amount within 30 days. */
  readonly hasTwin: boolean;
}

/** A member whose name a payer may have. */
export interface Member {
  readonly id: string;
  readonly name: string;
  /** By an admin, and with the name and the phone number of that time. */
  readonly isVerified: boolean;
  /** E.164; missing where it does not matter. */
  readonly mobile?: string;
}

/** The settlement of a stored line. */
export interface LineSettlement {
  /** Of the aggregator, such as 'Razorpay'. */
  readonly provider: string;
  readonly reference: string;
  readonly kind: LineKind;
  /** Day of the bank's credit, `YYYY-MM-DD`; null while the bank has none with the settlement's number and net sum. */
  readonly creditedOn: string | null;
  /** The texts of that credit that name its payer; null without it. */
  readonly credit: { readonly narration: string; readonly payerName: string | null } | null;
}

/** A purchase, as far as the comparison needs it. */
export interface Claim {
  readonly purchaseId: string;
  readonly orderNumber: string;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
  /** Normalised; null for manual payments without one. */
  readonly reference: string | null;
  /** The final amount, while pending less the part payments. */
  readonly duePaise: Paise;
  /** Part payments of a pending purchase. */
  readonly partPaise: Paise;
  readonly feePaise: Paise;
  /** Day of the submission in India, `YYYY-MM-DD`. */
  readonly submittedOn: string;
  /** The time of the submission; null if the buyer has corrected the number or the proof since. */
  readonly unchangedSince: Date | null;
  /** The account that the buyer was shown; null for none. */
  readonly beneficiaryId: string | null;
  readonly buyerId: string;
  readonly buyerName: string;
  /** E.164. */
  readonly buyerMobile: string;
  /** An admin has verified the buyer's account, and the buyer has not changed name or phone number since. */
  readonly isBuyerVerified: boolean;
  /** The day in India on which the buyer registered, `YYYY-MM-DD`. */
  readonly registeredOn: string;
  /** The day in India on which the buyer last changed name or phone number, `YYYY-MM-DD`; null for never, or not since the verification. */
  readonly identityChangedOn: string | null;
  /** The payers whose payments were approved for this buyer, as the bank named them. */
  readonly payerNames: readonly string[];
  /** A row that is allocated to it; null for none. */
  readonly rowId: string | null;
  /** The row that an admin gave to the pending purchase, for which a second admin is waited for; null for none. */
  readonly waitingRowId: string | null;
  /** The bank took a payment back that is allocated to the pending purchase. */
  readonly isReturned: boolean;
}

export interface Suggestion {
  readonly purchaseId: string;
  /** 60 or more, except of a claim that an admin chose. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Points above the next suggestion; null for the last one. */
  readonly gap: number | null;
}

/** Why the amounts differ, where that can be guessed. */
export type DifferenceLabel = 'TDS' | 'FEE_LEFT_OUT' | 'PAID_TWICE' | 'PART';

/**
 * Why the payer needs a look: the bank names somebody else, it names another member, it names nobody and another phone number, several
 * members have the name or may have the address, the buyer took the name later, the credit of the settlement is
 * of no aggregator, nobody has verified the buyer, or the same payer has another credit of the same amount that nobody claims.
 */
export type PayerLabel =
  | 'OTHER_PAYER'
  | 'OTHER_MEMBER'
  | 'OTHER_PHONE'
  | 'SHARED_NAME'
  | 'NEW_NAME'
  | 'NO_AGGREGATOR'
  | 'UNVERIFIED'
  | 'TWIN';

/** What the comparison says about a credit. */
export interface RowOutcome {
  readonly bucket: RowBucket;
  /**
   * The purchase of `EXACT`, `PAYER_DIFFERS`, `AMOUNT_DIFFERS`, `REOPEN`, `ALREADY_USED` and `DECIDED` (also rejected), and the approved
   * purchase of `REVERSED` whose money went back. Null in other buckets.
   */
  readonly purchaseId: string | null;
  /** The row's amount less the amount due; 0 for equal amounts, null without a purchase. */
  readonly differencePaise: Paise | null;
  readonly label: DifferenceLabel | PayerLabel | null;
  /** The best first, at most three. */
  readonly suggestions: readonly Suggestion[];
  /** Of `CONFLICT`: the purchases and other rows that compete. One of the rows can be the account's own debit. */
  readonly rivals: { readonly purchaseIds: readonly string[]; readonly rowIds: readonly string[] };
}

export interface ClaimOutcome {
  readonly bankState: BankState;
  /** The row that speaks about the purchase; null for none or several. */
  readonly rowId: string | null;
  /** Whether the buyer may learn the state, the day and the amount: the row fits them, or their purchase is approved. */
  readonly isDisclosed: boolean;
}
