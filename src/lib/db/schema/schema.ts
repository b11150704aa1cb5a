/**
 * The tables as Kysely sees them; the source of truth is the SQL in `migrations/`. Units: `…Paise` bigint paise,
 * `priceMicros` bigint millionths of a rupee, `…Bps` basis points, quantities whole tokens. Times are the database's.
 */
import type { Generated } from 'kysely';
import type { Language } from '../../core/texts.ts';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';
import type { Codes, FactorTables, KnownDevices, RateLimits, SessionKind, Sessions } from './access.ts';
import type { ActTables, Approvals, Beneficiaries, BeneficiaryVersions, CompanySettings } from './accounts.ts';
import type { Announcements } from './announcements.ts';
import type { AuditEntries } from './audit.ts';
import type { ClusterHosts, CompanyBrands, CompanyChanges, CompanyHosts } from './companies.ts';
import type { IntegrationTables } from './integrations.ts';
import type { LaunchColumns, LaunchTables } from './launch.ts';
import type { Mails } from './mails.ts';
import type { PurchaseMessages, PurchaseThreads } from './messages.ts';
import type { Notifications } from './notifications.ts';
import type { PurchaseDigests, Purchases, Receipts } from './purchases.ts';
import type {
  BankChanges,
  BankClaimStates,
  BankMappings,
  BankMatches,
  BankNotices,
  BankRowAliases,
  BankRowReferences,
  BankRows,
  BankRules,
  BankStatementRows,
  BankStatements,
  BankStateRuns,
  Settlements,
  StatementDraftRows,
  StatementDrafts,
} from './reconciliation.ts';
import type { ReferralColumns, ReferralTables } from './referrals.ts';
import type { RefundParts, RefundPayouts, Refunds } from './refunds.ts';
import type { Reminders } from './reminders.ts';
import type { SavedViews } from './saved-views.ts';
import type { StatsTables } from './statistics.ts';
import type { LogTables } from './transparency-log.ts';

export type { SessionKind } from './access.ts';
export type { ApprovalKind, BeneficiarySnapshot } from './accounts.ts';
export type { Purchases } from './purchases.ts';
export type { LedgerEventKind, LogKind, RollbackSource } from './transparency-log.ts';

export type Role = 'USER' | 'ADMIN';
export type AccountStatus = 'ACTIVE' | 'INACTIVE' | 'BLOCKED';
export type PaymentMethod = 'BANK' | 'UPI' | 'MANUAL' | 'CRYPTO';
export type PurchaseStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
export type EntryKind = 'PURCHASE' | 'REWARD' | 'ADJUSTMENT';
export type ActorKind = SessionKind | 'system';

/** The id that stands for the platform where a column wants a company. */
export const PLATFORM_ID = '00000000-0000-0000-0000-000000000000';

/** Where a row belongs: the company, or the platform for what has none. */
export const scopeIdOf = (companyId: string | null): string => companyId ?? PLATFORM_ID;

export interface Companies extends LaunchColumns, ReferralColumns {
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
  verified_members_only: Defaulted<boolean>;
  upi_limit_paise: Defaulted<bigint>;
  launch_at: TimeOrNull;
  /** Bounds of one order's amount; null for none. */
  min_order_paise: Nullable<bigint>;
  max_order_paise: Nullable<bigint>;
  /** 0 for no limit, as in the next four. */
  open_purchases_max: Defaulted<number>;
  held_share_bps: Defaulted<number>;
  held_share_unverified_bps: Defaulted<number>;
  /** The share of the remaining supply for all unproven holds together, in basis points. */
  unproven_share_bps: Defaulted<number>;
  hold_hours: Defaulted<number>;
  /** Reminders after so many hours; 0 for none. */
  reminder_hours: Defaulted<number>;
  /** Hours of the day in India; equal for no quiet hours. */
  quiet_from_hour: Defaulted<number>;
  quiet_to_hour: Defaulted<number>;
  /** A purchase whose final amount is above this needs a second admin; null: none does. */
  second_approver_above_paise: Nullable<bigint>;
  two_admins_for_accounts: Defaulted<boolean>;
  admins_need_factor: Defaulted<boolean>;
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
  /** When it left for another cluster; null while it is here and open. */
  moved_at: TimeOrNull;
  /** Read by buyers; set when and only when the sale is paused. */
  pause_reason: Nullable<string>;
  created_at: Time;
}

export interface Supplies {
  company_id: string;
  held: Defaulted<bigint>;
  /** The part of `held` that unproven holds have. */
  held_unproven: Defaulted<bigint>;
  credited: Defaulted<bigint>;
  ledger_seq: Defaulted<bigint>;
  holders: Defaulted<bigint>;
}

export interface Users {
  /** The letters of the name, which the database keeps up to date. */
  name_letters: Nullable<string>;
  /** When the name or the phone number changed; null for never, and for not since an admin verified the account. */
  identity_changed_at: Nullable<Date>;
  id: Generated<string>;
  company_id: string;
  email: string;
  name: string;
  mobile: string;
  role: Defaulted<Role>;
  status: Defaulted<AccountStatus>;
  is_approved: Defaulted<boolean>;
  /** Kept by the database: when an admin verified the account; null for earlier versions, and for accounts that nobody has verified. */
  verified_at: Nullable<Date>;
  member_id: string;
  referrer_id: Nullable<string>;
  password_hash: string;
  /** When somebody other than the owner set the password; null once the owner has chosen one. */
  password_given_at: TimeOrNull;
  /** When somebody else removed the second factors. */
  factors_reset_at: TimeOrNull;
  email_changed_at: TimeOrNull;
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
  /** The admins who gave the account its access, with their own sponsors at that time. */
  sponsors: Defaulted<string[]>;
  /** Those of `sponsors` who did it without a second admin. */
  sole_sponsors: Defaulted<string[]>;
  /** When the member asked for the account to be deleted. */
  deletion_requested_at: TimeOrNull;
  /** What the member has chosen for pages and mails; null for one who has never chosen. */
  language: Nullable<Language>;
  /** Since when they get no mails but those about their account and orders. */
  mails_declined_at: TimeOrNull;
}

export interface SuperAdmins {
  id: Generated<string>;
  email: string;
  name: Defaulted<string>;
  created_at: Time;
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
/** Files that are being stored. */
export type MediaArrivals = MediaRemovals;

export interface StockEntries {
  company_id: string;
  seq: bigint;
  user_id: string;
  quantity: bigint;
  kind: EntryKind;
  source_id: string;
  created_at: Time;
  /** Null in entries that are no link of a chain. */
  prev_hash: Nullable<string>;
  hash: string;
}

export interface StockBalances {
  company_id: string;
  user_id: string;
  quantity: bigint;
  last_hash: string;
  last_at: Time;
}

export interface Schema
  extends StatsTables,
    LaunchTables,
    LogTables,
    ReferralTables,
    FactorTables,
    IntegrationTables,
    ActTables {
  companies: Companies;
  company_brands: CompanyBrands;
  company_changes: CompanyChanges;
  company_hosts: CompanyHosts;
  cluster_hosts: ClusterHosts;
  company_settings: CompanySettings;
  supplies: Supplies;
  users: Users;
  super_admins: SuperAdmins;
  sessions: Sessions;
  codes: Codes;
  known_devices: KnownDevices;
  rate_limits: RateLimits;
  media: Media;
  media_arrivals: MediaArrivals;
  media_removals: MediaRemovals;
  beneficiaries: Beneficiaries;
  beneficiary_versions: BeneficiaryVersions;
  approvals: Approvals;
  purchases: Purchases;
  announcements: Announcements;
  notifications: Notifications;
  saved_views: SavedViews;
  purchase_digests: PurchaseDigests;
  purchase_messages: PurchaseMessages;
  purchase_threads: PurchaseThreads;
  receipts: Receipts;
  refunds: Refunds;
  refund_parts: RefundParts;
  refund_payouts: RefundPayouts;
  reminders: Reminders;
  stock_entries: StockEntries;
  stock_balances: StockBalances;
  audit_entries: AuditEntries;
  mails: Mails;
  bank_statements: BankStatements;
  bank_rows: BankRows;
  bank_statement_rows: BankStatementRows;
  bank_row_aliases: BankRowAliases;
  bank_row_references: BankRowReferences;
  bank_matches: BankMatches;
  bank_mappings: BankMappings;
  bank_rules: BankRules;
  bank_notices: BankNotices;
  bank_claim_states: BankClaimStates;
  bank_changes: BankChanges;
  bank_state_runs: BankStateRuns;
  settlements: Settlements;
  statement_drafts: StatementDrafts;
  statement_draft_rows: StatementDraftRows;
}
