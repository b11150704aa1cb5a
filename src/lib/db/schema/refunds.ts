/** The refunds; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface Refunds {
  company_id: string;
  id: Generated<string>;
  /** `RFD-` and ten digits: what people call it. */
  number: string;
  purchase_id: string;
  user_id: string;
  cause: 'REVERSAL' | 'OVERPAID';
  /** The credit that it pays back; null for several (`refund_parts`), and where no statement has the payment. */
  row_id: Nullable<string>;
  amount_paise: bigint;
  state: Defaulted<'WAITING_FOR_ACCOUNT' | 'WAITING_FOR_APPROVAL' | 'APPROVED' | 'EXPORTED' | 'PAID' | 'CANCELLED'>;
  created_by: string;
  created_at: Time;
  /** What the team last wrote to the member. */
  note: Defaulted<string>;
  payee_kind: Nullable<'BANK' | 'UPI'>;
  /** Masked. */
  payee_hint: Nullable<string>;
  payee_sealed: Nullable<Buffer>;
  /** Counts the accounts that were entered. */
  payee_version: Defaulted<number>;
  approved_by: Nullable<string>;
  approved_at: TimeOrNull;
  /** Counts the payouts from 1. */
  attempt: Defaulted<number>;
  /** What the payout is found by on a statement. */
  reference: string;
  exports: Defaulted<number>;
  exported_by: Nullable<string>;
  exported_at: TimeOrNull;
  /** `YYYY-MM-DD` in India. */
  paid_on: Nullable<string>;
  paid_reference: Nullable<string>;
  /** Null where a statement showed it. */
  paid_by: Nullable<string>;
  debit_row_id: Nullable<string>;
  /** When it was paid or cancelled. */
  ended_at: TimeOrNull;
}

/** The credits that a refund pays back. The database adds the one of a refund that names its row. */
export interface RefundParts {
  company_id: string;
  refund_id: string;
  row_id: string;
  amount_paise: bigint;
}

/** Payouts that ended without paying. */
export interface RefundPayouts {
  company_id: string;
  /** What the payout is found by on a statement. */
  reference: string;
  refund_id: string;
  /** Whether its debit is no news: the refund was marked as paid, or the money came back. */
  is_debit_expected: boolean;
  approved_by: string;
  approved_at: Time;
  exports: number;
  exported_by: Nullable<string>;
  exported_at: TimeOrNull;
  payee_kind: Nullable<'BANK' | 'UPI'>;
  /** Masked. */
  payee_hint: Nullable<string>;
  debit_row_id: Nullable<string>;
  return_row_id: Nullable<string>;
  ended_at: Time;
}
