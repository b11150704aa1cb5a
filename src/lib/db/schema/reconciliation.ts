/** The tables of bank statements; the source of truth is the SQL in `migrations/`. Days are `YYYY-MM-DD` in India. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface BankStatements {
  company_id: string;
  id: Generated<string>;
  beneficiary_id: string;
  draft_id: string;
  layout: string;
  file_name: string;
  /** Hash of the file, in hex. */
  sha256: string;
  period_from: string;
  period_to: string;
  rows: number;
  /** Rows that no earlier statement had. */
  new_rows: number;
  opening_paise: Nullable<bigint>;
  credits_paise: bigint;
  debits_paise: bigint;
  closing_paise: Nullable<bigint>;
  balance_check: 'RUNS' | 'TOTALS' | 'FILTERED' | 'NONE';
  imported_by: string;
  imported_at: Time;
  /** When the buyers and admins whom it concerns had their mails; null while some may be missing. */
  notified_at: TimeOrNull;
}

/** Content of a row of a statement. */
interface StatementColumns {
  company_id: string;
  identity: string;
  line: number;
  bank_date: string;
  /** `HH:MM:SS`. */
  bank_time: Nullable<string>;
  value_date: Nullable<string>;
  side: 'CREDIT' | 'DEBIT';
  amount_paise: bigint;
  balance_paise: Nullable<bigint>;
  transaction_id: Nullable<string>;
  narration: string;
  payer_name: Nullable<string>;
  vpa: Nullable<string>;
  /** The bank's own code says that the payment went back. */
  is_reversal: Defaulted<boolean>;
}

/** Each row of the bank once, also when several statements have it. */
export interface BankRows extends StatementColumns {
  id: Generated<string>;
  beneficiary_id: string;
  /** The letters of the payer's name, which the database keeps up to date. */
  payer_letters: Nullable<string>;
  /** Set when the row is marked as no payment of a buyer. */
  not_ours_reason: Nullable<string>;
  /** Null where a rule marked it. */
  not_ours_by: Nullable<string>;
  not_ours_at: TimeOrNull;
  /** The purchase that was rejected next to the row. */
  rejected_purchase_id: Nullable<string>;
  rejected_by: Nullable<string>;
  rejected_at: TimeOrNull;
  /** Settlement of a line. */
  settlement_id: Nullable<string>;
  settlement_kind: Nullable<LineKind>;
  /** Kept by the aggregator; below zero if it gave a fee back. */
  charge_fee_paise: Nullable<bigint>;
  charge_tax_paise: Nullable<bigint>;
  /** Settlement that a credit of the bank is. */
  settles_id: Nullable<string>;
  /** The sum of its open allocations, kept by the database. */
  allocated_paise: Defaulted<bigint>;
  /** Amount that live refunds pay back, maintained by the database. */
  refunded_paise: Defaulted<bigint>;
}

type LineKind = 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'ADJUSTMENT';

/** A transfer of a payment aggregator; its lines are rows. */
export interface Settlements {
  company_id: string;
  id: Generated<string>;
  beneficiary_id: string;
  provider: string;
  /** Its id at the aggregator. */
  reference: string;
  utr: Nullable<string>;
  settled_on: Nullable<string>;
}

export interface BankStatementRows {
  company_id: string;
  statement_id: string;
  row_id: string;
  line: number;
}

export interface BankRowReferences {
  company_id: string;
  row_id: string;
  reference: string;
  source: 'REFERENCE' | 'NARRATION' | 'NOTE' | 'TRANSACTION_ID' | 'PAYMENT_ID' | 'ORDER';
  /** The form in which it identifies a payment; null if it does not. */
  payment_number: Nullable<string>;
}

/** An allocation of a row to a purchase: approved, waiting for a second admin, or a part payment. */
export interface BankMatches {
  company_id: string;
  id: Generated<string>;
  row_id: string;
  purchase_id: string;
  reference: Nullable<string>;
  /** `PART`: the purchase was pending and short. It counts as allocated all the same. */
  kind: 'EXACT' | 'ASSIGNED' | 'PART';
  amount_paise: bigint;
  /** Null when and only when it is exact. */
  reason: Nullable<string>;
  matched_by: string;
  matched_at: Time;
  /** Set by the database when the purchase is rejected or reversed: the row is free again. */
  released_at: TimeOrNull;
}

export interface BankMappings {
  company_id: string;
  beneficiary_id: string;
  /** The texts of the header, as a JSON array. */
  header: string;
  mapping: JSONColumnType<object, string, string>;
  saved_by: string;
  saved_at: Time;
}

/** New rows whose narration contains the text are marked as no payment of a buyer. */
export interface BankRules {
  company_id: string;
  id: Generated<string>;
  narration_text: string;
  reason: string;
  created_by: string;
  created_at: Time;
}

/** Mails about a purchase. */
export interface BankNotices {
  company_id: string;
  purchase_id: string;
  state: 'SEEN' | 'NOT_FOUND' | 'AMOUNT_DIFFERS' | 'REVERSED';
  created_at: Time;
}

export interface StatementDrafts {
  company_id: string;
  id: string;
  created_by: string;
  created_at: Time;
  progress_percent: Defaulted<number>;
  /** Null while the file is read. */
  reading: JSONColumnType<object | null, string | null | undefined, string | null>;
}

export interface StatementDraftRows extends StatementColumns {
  draft_id: string;
  reference_numbers: string[];
  reference_sources: string[];
  payment_numbers: (string | null)[];
  settlement_reference: Nullable<string>;
  settlement_kind: Nullable<LineKind>;
  charge_fee_paise: Nullable<bigint>;
  charge_tax_paise: Nullable<bigint>;
  /** The row that it is; null for a new one. */
  row_id: Nullable<string>;
}

/** Further identities of a row, in statements of other layouts. */
export interface BankRowAliases {
  company_id: string;
  identity: string;
  row_id: string;
}

/** State of a purchase in the statements; no row without one. */
export interface BankClaimStates {
  company_id: string;
  purchase_id: string;
  state: 'SEEN' | 'NOT_FOUND' | 'AMOUNT_DIFFERS' | 'SUGGESTED' | 'CHECKING' | 'CONFLICT';
  row_id: Nullable<string>;
  /** The buyer may learn the state, the day and the amount. */
  is_disclosed: boolean;
}

/** A change that can change states; deleted by the run of the comparison that has seen it. */
export interface BankChanges {
  company_id: string;
  id: Generated<string>;
}

export interface BankStateRuns {
  company_id: string;
  started: bigint;
  applied: Defaulted<bigint>;
  rules_version: Defaulted<number>;
}
