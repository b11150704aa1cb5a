/*
 * Every table and column of the database: recorded in the audit trail by row, checked by a log, or not checked and why
 * (docs/decisions/0660). A test compares this list with the catalogue of PostgreSQL.
 */

export interface RecordedTable {
  /** The columns that name a row in its company. */
  readonly key: readonly string[];
  /** The column of the company; null for a table of the platform. */
  readonly scope: 'company_id' | 'scope_id' | 'id' | null;
  /** Columns that are not recorded, with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
}

const SEARCH = 'Made by the database from other columns of the row, for searches.';
const USED = 'When it was last used: changes with each use and gives no right.';
const DERIVED_SUM = 'Sum of other rows, made by the database.';
const RETRY = 'Recognises a repeated call of the same buyer.';

const of = (
  key: readonly string[],
  skipped: Readonly<Record<string, string>> = {},
  scope: RecordedTable['scope'] = 'company_id',
): RecordedTable => ({ key, scope, skipped });

export const RECORDED_TABLES: Readonly<Record<string, RecordedTable>> = {
  account_moves: of(['id']),
  announcements: of(['id'], {
    state: 'Progress of sending.',
    started_at: 'Progress of sending.',
    cursor_id: 'Progress of sending.',
    recipients: 'Counted while it is sent.',
    mails: 'Counted while it is sent.',
    ended_at: 'Progress of sending.',
  }),
  api_keys: of(['id'], { last_used_at: USED }),
  approvals: of(['id']),
  bank_mappings: of(['beneficiary_id', 'header']),
  bank_matches: of(['id']),
  bank_row_aliases: of(['identity']),
  bank_row_references: of(['row_id', 'reference', 'source']),
  bank_rows: of(['id'], { payer_letters: SEARCH }),
  bank_rules: of(['id']),
  bank_statement_rows: of(['statement_id', 'row_id']),
  bank_statements: of(['id'], { notified_at: 'Progress of mails.' }),
  beneficiaries: of(['id'], { updated_at: 'Time of the last change, which the trail has.' }),
  beneficiary_versions: of(['beneficiary_id', 'version']),
  cluster_hosts: of(['host'], {}, null),
  companies: of(['id'], { moved_at: 'Closed while it moves; the trail has the move.' }, 'id'),
  company_brands: of(['company_id'], { updated_at: 'Time of the last change, which the trail has.' }),
  company_changes: of(['id']),
  company_hosts: of(['host']),
  company_settings: of(['version']),
  launch_pack_files: of(['pack_id', 'name']),
  launch_pack_trees: of(['pack_id', 'kind'], {
    nodes: 'Each proof is compared with the root, which the entry of the pack has.',
  }),
  launch_packs: of(['id'], {
    progress: 'Progress of making it.',
    attempt: 'Progress of making it.',
    heard_at: 'Progress of making it.',
  }),
  media: of(['id']),
  passkeys: of(['id'], { counter: 'Changes with each use.', last_used_at: USED }, 'scope_id'),
  purchase_messages: of(['id']),
  purchases: of(['id'], {
    search_text: SEARCH,
    idempotency_key: RETRY,
    content_hash: RETRY,
    repeat_hash: RETRY,
  }),
  receipts: of(['financial_year', 'seq']),
  recovery_codes: of(['code_hash'], {}, 'scope_id'),
  referral_rewards: of(['id']),
  referral_rules: of(['version']),
  referral_sign_ups: of(['user_id']),
  refund_parts: of(['refund_id', 'row_id']),
  refund_payouts: of(['reference']),
  refunds: of(['id']),
  settlements: of(['id']),
  sole_acts: of(['id']),
  super_admins: of(['id'], {}, null),
  totp_factors: of(['id'], { last_step: 'Changes with each use.' }, 'scope_id'),
  users: of(['id'], {
    search_text: SEARCH,
    name_letters: SEARCH,
    updated_at: 'Time of the last change, which the trail has.',
    language: 'A preference for texts.',
    mails_declined_at: 'A preference for mails.',
  }),
  webhooks: of(['id'], {
    failures: 'Counted while events are sent.',
    position: 'Progress of sending.',
    version: 'Counts the changes.',
  }),
};

/** Columns that `ledger:verify` and `audit:verify` recompute from the entries of the logs. */
export const LOG_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_entries: { writer: 'Checked when the entry is sealed; what came of it is a part of its leaf.' },
  audit_order: {},
  audit_queue: {},
  ledger_events: {},
  log_checkpoints: { sealed_at: 'Shown only; the signed note has no time.' },
  log_epochs: { started_at: 'Shown only; the signed note has no time.' },
  log_tiles: {},
  row_changes: { opens_batch: 'Says at whose commit the digest was made.' },
  row_states: {},
  stock_balances: {},
  stock_entries: {},
  supplies: { holders: DERIVED_SUM },
};

/** Tables without a checked column, with the reason. */
export const UNCHECKED_TABLES: Readonly<Record<string, string>> = {
  bank_changes: 'Queue of the comparison with the bank.',
  bank_claim_states: 'Made by the comparison with the bank from recorded rows.',
  bank_notices: 'Which mails about a purchase were sent.',
  bank_state_runs: 'Progress of the comparison with the bank.',
  codes: 'Lasts minutes, and only as a hash.',
  company_binding_key: 'Key of the program, made by a migration.',
  factor_graces: 'Sign-ins left before a second factor is needed.',
  known_devices: 'Browsers that pass limits of sign-ins; gives no right.',
  launch_pack_holders: 'Each claim is compared with the root, which the entry of the pack has.',
  log_cosignatures: 'Signed by witnesses outside; compared with the log when it is verified.',
  log_rollbacks: 'What waits for the operator; a confirmed one is an entry of its log.',
  mails: 'Queue of mails; payloads are encrypted.',
  media_arrivals: 'Uploads under way.',
  media_removals: 'Files that are being deleted.',
  migrations: 'Checksums of the program, compared at each start.',
  nodes: 'Signs of life of the nodes.',
  notifications: 'Made by the database from recorded rows, to be read.',
  pending_sign_ins: 'Lasts minutes, and only as a hash.',
  purchase_digests: 'Progress of mails.',
  purchase_threads: 'Counts of messages, made by the program from recorded rows.',
  purchase_totals: DERIVED_SUM,
  rate_limits: 'Counters that last hours.',
  reminders: 'Which mails were sent.',
  saved_views: 'Filters of lists that an admin saved.',
  sessions: 'Lasts hours to weeks; its account, kind and secrets are compared with the entry of its start.',
  statement_draft_rows: 'A draft, compared with its file when it is imported.',
  statement_drafts: 'A draft, compared with its file when it is imported.',
  used_passkey_challenges: 'Lasts minutes, and only as a hash.',
  user_totals: DERIVED_SUM,
  verifications: 'Last runs of the verifications, which each run writes.',
  webhook_deliveries: 'Queue of events, made from the trail.',
};
