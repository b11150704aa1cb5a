/**
 * Every right of the role of companies' connections beyond reading, with its reason (decision 0651). A migration that adds a column or a table
 * which such a connection writes grants it, and its line comes here.
 */
export interface Granted {
  /** Why rows are added; left out where they are not. */
  readonly insert?: string;
  /** Columns by the reason for their change. */
  readonly update?: Readonly<Record<string, string>>;
  readonly delete?: string;
}

export const GRANTS: Readonly<Record<string, Granted>> = {
  account_moves: {
    insert: 'an admin changes an address, or removes second factors',
    update: { 'the owner takes it back': 'taken_back_at' },
  },
  announcements: {
    insert: 'drafts of admins',
    update: { 'sending and its progress': 'state started_at ended_at cursor_id recipients mails' },
  },
  api_keys: {
    insert: 'an admin makes a key, under the permit accounts',
    update: { 'its use': 'last_used_at', 'its end, under the permit accounts': 'revoked_at revoked_by' },
  },
  approvals: {
    insert: 'a change that waits for a second admin',
    update: { 'its decision or expiry': 'state change decided_by decided_at' },
  },
  audit_entries: { insert: 'the trail is only added to' },
  audit_queue: { insert: 'an entry that waits for the seal' },
  bank_changes: { insert: 'notes that the comparison with the bank is due', delete: 'a comparison has seen it' },
  bank_claim_states: {
    insert: 'a comparison stores its result',
    update: { 'the next comparison': 'state row_id is_disclosed' },
    delete: 'the claim is decided',
  },
  bank_mappings: {
    insert: 'the columns of a bank',
    update: { 'the columns are chosen again': 'mapping saved_by saved_at' },
  },
  bank_matches: {
    insert: 'a row is allocated',
    update: { 'the allocation changes or ends': 'kind reason released_at' },
  },
  bank_notices: { insert: 'mails about found payments' },
  bank_row_aliases: { insert: 'one row in two formats' },
  bank_row_references: { insert: 'numbers of a row', delete: 'the row is read again' },
  bank_rows: {
    insert: 'an import',
    update: {
      'marks of admins': 'not_ours_reason not_ours_by not_ours_at rejected_purchase_id rejected_by rejected_at',
      settlements: 'settles_id',
      'rows that are read again': 'payer_name vpa is_reversal',
    },
    delete: 'an import is deleted',
  },
  bank_rules: { insert: 'a rule of an admin', delete: 'the rule ends' },
  bank_state_runs: { insert: 'the first comparison', update: { 'each comparison': 'started applied rules_version' } },
  bank_statement_rows: { insert: 'an import' },
  bank_statements: { insert: 'an import', update: { 'its notice': 'notified_at' }, delete: 'an import is deleted' },
  beneficiaries: {
    insert: 'under the permit payees',
    update: {
      'under the permit payees': 'holder_name bank_name branch account_number ifsc_code upi is_primary is_active',
    },
    delete: 'under the permit payees',
  },
  codes: {
    insert: 'a mailed code',
    update: {
      'the next code of the same browser': 'network_hash code_hash from_known_device created_at expires_at',
      'tries and use': 'tries_left other_tries_left used_at',
    },
    delete: 'a used code, or the address is left',
  },
  companies: {
    update: {
      'under the permit terms':
        'price_micros fee_bps reward_bps reward_wait_days reward_signs verified_members_only upi_limit_paise min_order_paise max_order_paise open_purchases_max held_share_bps held_share_unverified_bps unproven_share_bps hold_hours reminder_hours quiet_from_hour quiet_to_hour launch_at second_approver_above_paise two_admins_for_accounts admins_need_factor notice support_email support_phone settings_version launch_state launch_freeze_at launch_token_address launch_chain_id launch_collecting_at launch_version',
    },
  },
  company_settings: { insert: 'each change of the settings' },
  factor_graces: {
    insert: 'sign-ins before a second factor is demanded',
    update: { 'one is used; fewer under the permit accounts': 'used' },
    delete: 'a factor was added, under the permit accounts',
  },
  known_devices: { insert: 'a browser signs in', update: { 'it comes back': 'seen_at' }, delete: 'a new password' },
  launch_packs: { insert: 'an admin starts a pack' },
  mails: {
    insert: 'a mail waits to be sent',
    update: {
      'a decision goes before it': 'lane',
      'it is not needed any more': 'state payload',
      'an account leaves its address': 'account_id',
    },
    delete: 'an account is erased',
  },
  media: { insert: 'an upload', delete: 'an account is erased' },
  media_arrivals: { insert: 'an upload begins', delete: 'it has ended' },
  media_removals: { insert: 'files of an erased account' },
  notifications: {
    insert: 'what is under the bell',
    update: { 'it is read': 'read_at' },
    delete: 'an account is erased',
  },
  passkeys: {
    insert: 'a passkey is added, under the permit accounts',
    update: { 'its use': 'counter last_used_at', 'its name': 'name' },
    delete: 'it is removed, under the permit accounts',
  },
  pending_sign_ins: {
    insert: 'after the first step of a sign-in, under the permit accounts',
    update: { 'a try; more of them under the permit accounts': 'tries_left' },
    delete: 'the sign-in ends',
  },
  purchase_digests: { insert: 'the first digest', update: { 'the next': 'notified_until sent_at' } },
  purchase_messages: { insert: 'a message', update: { 'an account is erased': 'body' } },
  purchase_threads: {
    insert: 'the first message',
    update: { 'the next, and reading': 'waiting_since messages unread_by_member unread_by_admins last_at' },
  },
  purchases: {
    insert: 'a submission',
    update: {
      decisions: 'status decided_at decided_by reject_reason reversed_at reversed_by reversal_reason',
      holds: 'hold_ended_at is_unproven',
      'a correction': 'receipt_id reference_number shares_reference corrections',
      'the search, when names change': 'search_text',
    },
  },
  receipts: { insert: 'a receipt gets its number' },
  recovery_codes: {
    insert: 'new codes, under the permit accounts',
    update: { 'use, once': 'used_at', 'confirmation, under the permit accounts': 'confirmed_at' },
    delete: 'the last factor is removed, under the permit accounts',
  },
  referral_rewards: {
    insert: 'an approval',
    update: { 'its decision': 'state signs decided_at decided_by refusal_reason' },
  },
  referral_sign_ups: {
    insert: 'a registration',
    update: { 'signs of one person': 'is_same_browser' },
    delete: 'an account is erased',
  },
  refund_parts: { insert: 'a payment is divided' },
  refund_payouts: {
    insert: 'a payout is reopened, under the permit payees',
    update: {
      'a statement shows it, under the permit payees': 'return_row_id debit_row_id is_debit_expected',
      'an account is erased, under the permit payees': 'payee_kind payee_hint',
    },
    delete: 'it was shown not to have left, under the permit payees',
  },
  refunds: {
    insert: 'money that goes back, under the permit payees',
    update: {
      'what the member reads': 'note',
      'its steps, under the permit payees':
        'state attempt reference paid_on paid_reference paid_by debit_row_id ended_at',
      'its account, encrypted under the secret, under the permit payees':
        'payee_kind payee_hint payee_sealed payee_version',
      'approval and export, under the permit payees': 'approved_by approved_at exports exported_by exported_at',
    },
  },
  reminders: { insert: 'a reminder was sent' },
  saved_views: { insert: 'an admin keeps a view', delete: 'the view is deleted' },
  sessions: {
    insert: 'a sign-in, under the permit accounts',
    update: {
      'its use': 'seen_at accounts_seen',
      'what it may do, under the permit accounts': 'authenticated_at factor_grace_left',
    },
    delete: 'a sign-out, under the permit accounts',
  },
  settlements: {
    insert: 'a settlement file',
    update: { 'a later file says more': 'utr settled_on' },
    delete: 'its import is deleted',
  },
  sole_acts: { insert: 'what one admin did alone is only added to' },
  statement_draft_rows: { insert: 'a statement is read', update: { 'rows that are there already': 'row_id' } },
  statement_drafts: {
    insert: 'a statement is read',
    update: { 'its progress': 'progress_percent reading' },
    delete: 'it was imported',
  },
  supplies: { update: { 'holds end': 'held held_unproven' } },
  totp_factors: {
    insert: 'an app is added, under the permit accounts',
    update: {
      'its use; an earlier step under the permit accounts': 'last_step',
      'confirmation, and a new key, under the permit accounts': 'sealed_secret confirmed_at',
    },
    delete: 'it is removed, under the permit accounts',
  },
  used_passkey_challenges: { insert: 'a challenge is used' },
  users: {
    insert: 'a registration; admins under the permit accounts',
    update: {
      'the profile':
        'name mobile date_of_birth pincode gender aadhaar_last4 aadhaar_hash profile_image_id search_text updated_at language mails_declined_at deletion_requested_at',
      'under the permit accounts': 'email role status is_approved password_hash wallet_address sponsors sole_sponsors',
      removal: 'referrer_id',
      'resets and erasure, under the permit accounts': 'password_given_at factors_reset_at email_changed_at deleted_at',
    },
    delete: 'an account without history is removed',
  },
  webhook_deliveries: {
    insert: 'an event',
    update: { 'each try': 'state attempts next_attempt_at answer_status error ended_at' },
  },
  webhooks: {
    insert: 'an admin adds one',
    update: {
      'its edit': 'name url types version',
      'its state': 'state failures position',
      'a new secret': 'secret previous_secret previous_until',
    },
    delete: 'it is removed',
  },
};

/** Only read. */
export const READ_ONLY: readonly string[] = [
  'audit_order',
  'beneficiary_versions',
  'company_brands',
  'company_changes',
  'company_hosts',
  'launch_pack_files',
  'launch_pack_holders',
  'launch_pack_trees',
  'ledger_events',
  'log_checkpoints',
  'log_cosignatures',
  'log_epochs',
  'log_rollbacks',
  'log_tiles',
  'purchase_totals',
  'referral_rules',
  'row_changes',
  'row_states',
  'stock_balances',
  'stock_entries',
  'user_totals',
];
