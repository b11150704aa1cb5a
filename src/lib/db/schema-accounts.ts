/** The tables of what admins change under control: settings, accounts that are paid to, and what waits for a second admin. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from './columns.ts';

/** One row a change of a company's settings; only ever added to. */
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
  /** Counted up by the database with every change. */
  version: Generated<number>;
  /** When what buyers pay to last changed; null if never. */
  changed_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
}

/** Written by triggers and only ever added to. */
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

export type ProposalKind = 'beneficiary.add' | 'beneficiary.update' | 'beneficiary.delete' | 'settings.update';
export type ProposalState = 'OPEN' | 'CONFIRMED' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED';

/** A change that waits, or has waited, for a second admin. */
export interface Proposals {
  id: Generated<string>;
  company_id: string;
  kind: ProposalKind;
  /** Null where it does not exist yet. */
  subject_id: Nullable<string>;
  base_version: Nullable<number>;
  change: JSONColumnType<object, string, never>;
  proposed_by: string;
  proposed_at: Time;
  expires_at: Time;
  state: Defaulted<ProposalState>;
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
