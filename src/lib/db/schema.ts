/**
 * The tables as Kysely sees them; the source of truth is the SQL in `migrations/`. Units: `…Paise` bigint paise,
 * `priceMicros` bigint millionths of a rupee, `…Bps` basis points, quantities whole tokens. Times are the database's.
 */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from './columns.ts';
import type {
  Beneficiaries,
  BeneficiarySnapshot,
  BeneficiaryVersions,
  CompanySettings,
  Proposals,
} from './schema-accounts.ts';
import type { CompanyBrands, CompanyChanges, CompanyHosts } from './schema-companies.ts';
import type { PurchaseDigests, Receipts } from './schema-purchases.ts';
import type { StatsTables } from './schema-stats.ts';

export type { BeneficiarySnapshot, ProposalKind } from './schema-accounts.ts';

export type Role = 'USER' | 'ADMIN';
export type AccountStatus = 'ACTIVE' | 'INACTIVE' | 'BLOCKED';
export type PaymentMethod = 'BANK' | 'UPI' | 'MANUAL' | 'CRYPTO';
export type PurchaseStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
export type EntryKind = 'PURCHASE' | 'REWARD' | 'ADJUSTMENT';
export type SessionKind = 'member' | 'admin' | 'super';
export type ActorKind = SessionKind | 'system';

/** The id that stands for the platform where a column wants a company. */
export const PLATFORM_ID = '00000000-0000-0000-0000-000000000000';

export interface Companies {
  id: Generated<string>;
  company_name: string;
  company_title: string;
  token_name: string;
  token_symbol: string;
  total_supply: bigint;
  private_supply: bigint;
  public_cell_supply: bigint;
  angel_investor_supply: bigint;
  founder_team_supply: bigint;
  airdrop_supply: bigint;
  price_micros: bigint;
  fee_bps: number;
  reward_bps: number;
  verified_members_only: Defaulted<boolean>;
  upi_limit_paise: Defaulted<bigint>;
  launch_at: TimeOrNull;
  /** Bounds of one order's amount; null for none. */
  min_order_paise: Nullable<bigint>;
  max_order_paise: Nullable<bigint>;
  /** A purchase whose final amount is above this needs a second admin; null: none does. */
  second_approver_above_paise: Nullable<bigint>;
  two_admins_for_accounts: Defaulted<boolean>;
  notice: Defaulted<string>;
  support_email: Defaulted<string>;
  support_phone: Defaulted<string>;
  settings_version: Defaulted<number>;
  /** Counts the changes of what the super admin's form holds. */
  version: Defaulted<number>;
  email: string;
  mobile: string;
  pan: Defaulted<string>;
  aadhaar_last4: Defaulted<string>;
  aadhaar_hash: Defaulted<string>;
  address: Defaulted<string>;
  pincode: Defaulted<string>;
  paused_at: TimeOrNull;
  /** Read by buyers; set when and only when the sale is paused. */
  pause_reason: Nullable<string>;
  created_at: Time;
}

export interface Supplies {
  company_id: string;
  held: Defaulted<bigint>;
  credited: Defaulted<bigint>;
  ledger_seq: Defaulted<bigint>;
  ledger_hash: string;
  holders: Defaulted<bigint>;
}

export interface Users {
  id: Generated<string>;
  company_id: string;
  email: string;
  name: string;
  mobile: string;
  role: Defaulted<Role>;
  status: Defaulted<AccountStatus>;
  is_approved: Defaulted<boolean>;
  member_id: string;
  referrer_id: Nullable<string>;
  password_hash: string;
  /** `YYYY-MM-DD`, never a Date: a birthday has no time zone. */
  date_of_birth: Nullable<string>;
  pincode: Nullable<string>;
  gender: Nullable<'male' | 'female' | 'other'>;
  aadhaar_last4: Nullable<string>;
  aadhaar_hash: Nullable<string>;
  wallet_address: Nullable<string>;
  profile_image_id: Nullable<string>;
  search_text: Defaulted<string>;
  created_at: Time;
  updated_at: Time;
  deleted_at: TimeOrNull;
  /** Kept by the database: since when it is an active admin under its address; null for all others. */
  admin_since: TimeOrNull;
  /** When the member asked for the account to be deleted. */
  deletion_requested_at: TimeOrNull;
}

export interface SuperAdmins {
  id: Generated<string>;
  email: string;
  name: Defaulted<string>;
  created_at: Time;
}

export interface Sessions {
  id: Generated<string>;
  kind: SessionKind;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  cookie_hash: Buffer;
  token_hash: Buffer;
  created_at: Time;
  seen_at: Time;
  idle_seconds: number;
  expires_at: Time;
  ip: Defaulted<string>;
  user_agent: Defaulted<string>;
  /** The versions of the accounts that are paid to, as this session was given them last, by id. */
  accounts_seen: JSONColumnType<Record<string, number> | null, string | null | undefined, string | null>;
}

export interface Codes {
  purpose: 'register' | 'reset' | 'super';
  scope_id: string;
  address: string;
  code_hash: Buffer;
  tries_left: number;
  created_at: Time;
  expires_at: Time;
  used_at: TimeOrNull;
}

export interface RateLimits {
  key: string;
  count: number;
  ends_at: Time;
}

export interface Media {
  id: Generated<string>;
  company_id: string;
  owner_id: Nullable<string>;
  owner_kind: 'user' | 'super';
  kind: string;
  mime: string;
  file_name: string;
  size_bytes: number;
  sha256: string;
  storage_key: string;
  created_at: Time;
}

export type MediaRemovals = Pick<Media, 'storage_key' | 'company_id' | 'created_at'>;

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
  /** The first of two admins, while the purchase waits for the other and after. */
  first_approved_by: Nullable<string>;
  first_approved_at: TimeOrNull;
  /** Who asked for the reversal where two admins have to agree. */
  reversal_asked_by: Nullable<string>;
  reversal_asked_at: TimeOrNull;
  reversal_reason: Nullable<string>;
  reversed_by: Nullable<string>;
  reversed_at: TimeOrNull;
}

export interface StockEntries {
  company_id: string;
  seq: bigint;
  user_id: string;
  quantity: bigint;
  kind: EntryKind;
  source_id: string;
  created_at: Time;
  prev_hash: string;
  hash: string;
}

export interface StockBalances {
  company_id: string;
  user_id: string;
  quantity: bigint;
  last_hash: string;
  last_at: Time;
}

export interface AuditHeads {
  scope_id: string;
  seq: Defaulted<bigint>;
  hash: string;
}

export interface AuditEntries {
  scope_id: string;
  seq: bigint;
  actor_kind: ActorKind;
  actor_id: Nullable<string>;
  action: string;
  subject_kind: string;
  subject_id: Nullable<string>;
  before: JSONColumnType<object | null, string | null | undefined, never>;
  after: JSONColumnType<object | null, string | null | undefined, never>;
  created_at: Time;
  prev_hash: string;
  hash: string;
}

export interface Mails {
  id: Generated<string>;
  company_id: Nullable<string>;
  to_address: string;
  subject: string;
  kind: string;
  payload: Nullable<Buffer>;
  message_id: string;
  /** The purchase that it tells about; null where it is about none. */
  about_id: Nullable<string>;
  /** The admin who had it sent again; null for what the program sent by itself. */
  resent_by: Nullable<string>;
  state: Defaulted<'WAITING' | 'SENT' | 'DISCARDED' | 'FAILED'>;
  attempts: Defaulted<number>;
  next_attempt_at: Time;
  last_error: Nullable<string>;
  /** Written like any other and dropped unsent, so that timing does not tell whether an address is known. */
  discard: Defaulted<boolean>;
  created_at: Time;
  sent_at: TimeOrNull;
}

export interface Schema extends StatsTables {
  companies: Companies;
  company_brands: CompanyBrands;
  company_changes: CompanyChanges;
  company_hosts: CompanyHosts;
  company_settings: CompanySettings;
  supplies: Supplies;
  users: Users;
  super_admins: SuperAdmins;
  sessions: Sessions;
  codes: Codes;
  rate_limits: RateLimits;
  media: Media;
  media_removals: MediaRemovals;
  beneficiaries: Beneficiaries;
  beneficiary_versions: BeneficiaryVersions;
  proposals: Proposals;
  purchases: Purchases;
  purchase_digests: PurchaseDigests;
  receipts: Receipts;
  stock_entries: StockEntries;
  stock_balances: StockBalances;
  audit_heads: AuditHeads;
  audit_entries: AuditEntries;
  mails: Mails;
}
