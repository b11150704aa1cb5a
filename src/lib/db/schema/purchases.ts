/** The purchases and the tables that belong to them; the source of truth is the SQL in `migrations/`. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';
import type { BeneficiarySnapshot } from './accounts.ts';
import type { PaymentMethod, PurchaseStatus } from './schema.ts';

export interface Purchases {
  id: Generated<string>;
  company_id: string;
  user_id: string;
  order_number: string;
  payment_method: PaymentMethod;
  order_amount_paise: bigint;
  price_micros: bigint;
  quantity: bigint;
  fee_bps: number;
  fee_paise: bigint;
  final_amount_paise: bigint;
  claimed_amount_paise: bigint;
  reference_number: Nullable<string>;
  transaction_id: Nullable<string>;
  receipt_id: Nullable<string>;
  beneficiary: JSONColumnType<BeneficiarySnapshot | null, string | null | undefined, string | null>;
  /** From the order to its proof, by the buyer's clock. */
  order_age_seconds: Nullable<number>;
  status: Defaulted<PurchaseStatus>;
  idempotency_key: Nullable<string>;
  /** Of all that was submitted: under one key it must stay the same. */
  content_hash: string;
  /** Of what makes a submission without a key the same call again; null where nothing does. */
  repeat_hash: Nullable<string>;
  search_text: Defaulted<string>;
  created_at: Time;
  decided_at: TimeOrNull;
  decided_by: Nullable<string>;
  reject_reason: Nullable<string>;
  /** From then on the quantity is not part of `supplies.held`. */
  hold_ended_at: TimeOrNull;
  /** Whether the hold of a pending purchase is part of `supplies.held_unproven`. */
  is_unproven: Defaulted<boolean>;
  reversal_reason: Nullable<string>;
  reversed_by: Nullable<string>;
  reversed_at: TimeOrNull;
  /** How often the buyer has corrected the proof or the reference. */
  corrections: Defaulted<number>;
  /** The sum of its open allocations of bank rows, kept by the database. */
  allocated_paise: Defaulted<bigint>;
  /** Another order of the buyer names the same payment: it is approved only with rows that pay all of it. */
  shares_reference: Defaulted<boolean>;
}

/** The admins of a company have been notified of the purchases that waited until `notified_until`. */
export interface PurchaseDigests {
  company_id: string;
  notified_until: Time;
  sent_at: Time;
}

/** Append-only; numbered without gaps per company and financial year. */
export interface Receipts {
  company_id: string;
  /** The year in which it begins: 2026 for April 2026 to March 2027, in Indian time. */
  financial_year: number;
  seq: number;
  purchase_id: string;
  receipt_number: string;
  created_at: Time;
}
