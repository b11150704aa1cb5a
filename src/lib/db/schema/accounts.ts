/** The tables of settings, beneficiaries and approvals: what admins change under dual control. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

/** One row per change of a company's settings; append-only. */
export interface CompanySettings {
  company_id: string;
  version: number;
  changed_by: string;
  changed_at: Time;
  before: JSONColumnType<object, string, never>;
  after: JSONColumnType<object, string, never>;
}

export interface Beneficiaries {
  id: Generated<string>;
  company_id: string;
  holder_name: string;
  bank_name: string;
  branch: string;
  account_number: string;
  ifsc_code: string;
  upi: string;
  is_primary: Defaulted<boolean>;
  is_active: Defaulted<boolean>;
  /** Incremented by the database with every change. */
  version: Generated<number>;
  /** When the payment details last changed; null if never. */
  changed_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
}

/** Written by triggers; append-only. */
export interface BeneficiaryVersions {
  company_id: string;
  beneficiary_id: string;
  version: number;
  holder_name: string;
  bank_name: string;
  branch: string;
  account_number: string;
  ifsc_code: string;
  upi: string;
  is_primary: boolean;
  is_active: boolean;
  created_at: Time;
}

export type ApprovalKind =
  | 'admin.add'
  | 'admin.update'
  | 'admin.delete'
  | 'admin.factors'
  | 'beneficiary.add'
  | 'beneficiary.update'
  | 'beneficiary.delete'
  | 'settings.update'
  | 'announcement.send'
  | 'message.send'
  | 'launch.step'
  | 'launch.address'
  | 'purchase.approve'
  | 'purchase.reverse'
  | 'refund.approve'
  | 'refund.reopen'
  | 'refund.repeat'
  | 'reward.release'
  | 'reward.refuse'
  | 'statement.link';
export type ApprovalState = 'OPEN' | 'CONFIRMED' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED';

/** An act that waits, or has waited, for a second admin. */
export interface Approvals {
  id: Generated<string>;
  company_id: string;
  kind: ApprovalKind;
  /** The row that would change; null if it does not exist yet. */
  subject_id: Nullable<string>;
  base_version: Nullable<number>;
  change: JSONColumnType<object, string, string>;
  proposed_by: string;
  proposed_at: Time;
  /** Null for acts on purchases. */
  expires_at: TimeOrNull;
  state: Defaulted<ApprovalState>;
  decided_by: Nullable<string>;
  decided_at: TimeOrNull;
}

/** The account that the buyer was shown, as it was then. */
export interface BeneficiarySnapshot {
  id: string;
  version: number;
  holderName: string;
  bankName: string;
  branch: string;
  accountNumber: string;
  ifscCode: string;
  upi: string;
}

/** The acts on money that one admin did alone; never changed. */
/** A change of a member's address, or a removal of second factors, by admins. */
export interface AccountMoves {
  company_id: string;
  id: Generated<string>;
  user_id: string;
  kind: 'email' | 'factors';
  moved_by: string;
  /** The first of two admins; null where one acted alone. */
  proposed_by: Nullable<string>;
  moved_at: Time;
  taken_back_at: TimeOrNull;
}

interface SoleActs {
  company_id: string;
  id: Generated<string>;
  admin_id: string;
  kind: string;
  /** The purchase, refund, reward or bank row. */
  subject_id: string;
  worth_paise: bigint;
  at: Time;
}

/** What admins did alone, and whose accounts they moved. */
export interface ActTables {
  sole_acts: SoleActs;
  account_moves: AccountMoves;
}
