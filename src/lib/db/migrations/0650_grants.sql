-- Companies' connections may add, change and delete what a statement of the program adds, changes or deletes there, and nothing else
-- (docs/decisions/0651). Changes are granted by column; `tests/support/grants.ts` has the reason of each.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN SELECT * FROM (VALUES
    ('announcements', true, 'state started_at ended_at cursor_id recipients mails', false),
    ('api_keys', true, 'last_used_at revoked_at revoked_by', false),
    ('approvals', true, 'state change decided_by decided_at', false),
    ('audit_entries', true, '', false),
    ('audit_order', false, '', false),
    ('audit_queue', true, '', false),
    ('bank_changes', true, '', true),
    ('bank_claim_states', true, 'state row_id is_disclosed', true),
    ('bank_mappings', true, 'mapping saved_by saved_at', false),
    ('bank_matches', true, 'kind reason released_at', false),
    ('bank_notices', true, '', false),
    ('bank_row_aliases', true, '', false),
    ('bank_row_references', true, '', true),
    ('bank_rows', true, 'not_ours_reason not_ours_by not_ours_at rejected_purchase_id rejected_by rejected_at settles_id payer_name vpa is_reversal', true),
    ('bank_rules', true, '', true),
    ('bank_state_runs', true, 'started applied rules_version', false),
    ('bank_statement_rows', true, '', false),
    ('bank_statements', true, 'notified_at', true),
    ('beneficiaries', true, 'holder_name bank_name branch account_number ifsc_code upi is_primary is_active', true),
    ('beneficiary_versions', false, '', false),
    ('codes', true, 'network_hash code_hash from_known_device created_at expires_at tries_left other_tries_left used_at', true),
    ('companies', false, 'price_micros fee_bps reward_bps reward_wait_days reward_signs verified_members_only upi_limit_paise min_order_paise max_order_paise open_purchases_max held_share_bps held_share_unverified_bps unproven_share_bps hold_hours reminder_hours quiet_from_hour quiet_to_hour launch_at second_approver_above_paise two_admins_for_accounts admins_need_factor notice support_email support_phone settings_version launch_state launch_freeze_at launch_token_address launch_chain_id launch_collecting_at launch_version', false),
    ('company_brands', false, '', false),
    ('company_changes', false, '', false),
    ('company_hosts', false, '', false),
    ('company_settings', true, '', false),
    ('factor_graces', true, 'used', true),
    ('known_devices', true, 'seen_at', true),
    ('launch_pack_files', false, '', false),
    ('launch_pack_holders', false, '', false),
    ('launch_pack_trees', false, '', false),
    ('launch_packs', true, '', false),
    ('log_checkpoints', false, '', false),
    ('log_cosignatures', false, '', false),
    ('log_tiles', false, '', false),
    ('mails', true, 'lane state payload account_id', true),
    ('media', true, '', true),
    ('media_arrivals', true, '', true),
    ('media_removals', true, '', false),
    ('notifications', true, 'read_at', true),
    ('passkeys', true, 'counter last_used_at name', true),
    ('pending_sign_ins', true, 'tries_left', true),
    ('purchase_digests', true, 'notified_until sent_at', false),
    ('purchase_messages', true, 'body', false),
    ('purchase_threads', true, 'waiting_since messages unread_by_member unread_by_admins last_at', false),
    ('purchase_totals', false, '', false),
    ('purchases', true, 'status decided_at decided_by reject_reason reversed_at reversed_by reversal_reason hold_ended_at is_unproven receipt_id reference_number shares_reference corrections search_text', false),
    ('receipts', true, '', false),
    ('recovery_codes', true, 'confirmed_at used_at', true),
    ('referral_rewards', true, 'state signs decided_at decided_by refusal_reason', false),
    ('referral_rules', false, '', false),
    ('referral_sign_ups', true, 'is_same_browser', true),
    ('refund_parts', true, '', false),
    ('refund_payouts', true, 'return_row_id debit_row_id is_debit_expected payee_kind payee_hint', true),
    ('refunds', true, 'state note attempt reference paid_on paid_reference paid_by debit_row_id ended_at payee_kind payee_hint payee_sealed payee_version approved_by approved_at exports exported_by exported_at', false),
    ('reminders', true, '', false),
    ('saved_views', true, '', true),
    ('sessions', true, 'seen_at accounts_seen authenticated_at factor_grace_left', true),
    ('settlements', true, 'utr settled_on', true),
    ('sole_acts', true, '', false),
    ('statement_draft_rows', true, 'row_id', false),
    ('statement_drafts', true, 'progress_percent reading', true),
    ('stock_balances', false, '', false),
    ('stock_entries', false, '', false),
    ('supplies', false, 'held held_unproven', false),
    ('totp_factors', true, 'last_step sealed_secret confirmed_at', true),
    ('used_passkey_challenges', true, '', false),
    ('user_totals', false, '', false),
    ('users', true, 'name mobile date_of_birth pincode gender aadhaar_last4 aadhaar_hash profile_image_id search_text updated_at language mails_declined_at deletion_requested_at email role status is_approved password_hash wallet_address sponsors sole_sponsors password_given_at factors_reset_at email_changed_at referrer_id deleted_at', true),
    ('webhook_deliveries', true, 'state attempts next_attempt_at answer_status error ended_at', false),
    ('webhooks', true, 'name url types version state failures position secret previous_secret previous_until', true)
  ) AS list (name, adds, columns, deletes)
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM launchbook_app', granted.name);
    IF granted.adds THEN
      EXECUTE format('GRANT INSERT ON %I TO launchbook_app', granted.name);
    END IF;
    IF granted.columns <> '' THEN
      EXECUTE format('GRANT UPDATE (%s) ON %I TO launchbook_app',
        (SELECT string_agg(quote_ident(column_name), ', ') FROM string_to_table(granted.columns, ' ') AS column_name), granted.name);
    END IF;
    IF granted.deletes THEN
      EXECUTE format('GRANT DELETE ON %I TO launchbook_app', granted.name);
    END IF;
  END LOOP;
END $$;

-- Advisory locks: one function for each, and for the company of the connection alone. `session_user` is the login also here; the owner
-- and superusers act for any company.
CREATE FUNCTION require_own_company(p_company_id uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
  IF p_company_id IS DISTINCT FROM current_company() AND NOT pg_has_role(session_user, current_user, 'MEMBER') THEN
    RAISE EXCEPTION 'this connection belongs to another company' USING ERRCODE = '42501';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION await_supply(p_company_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM require_own_company(p_company_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('supply ' || p_company_id, 0));
END $$;

CREATE FUNCTION await_displacement(p_company_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM require_own_company(p_company_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('displace ' || p_company_id, 0));
END $$;

DO $$
DECLARE
  body text := pg_get_functiondef('displace_holds(uuid, uuid, uuid, bigint, bigint, integer)'::regprocedure);
  lock constant text := 'pg_advisory_xact_lock(hashtextextended(''displace '' || p_company_id, 0))';
BEGIN
  ASSERT position(lock IN body) > 0, 'displace_holds has its lock';
  EXECUTE replace(body, lock, 'await_displacement(p_company_id)');
  -- The only way to write stock, and now the only right to.
  body := pg_get_functiondef('append_stock_entry(uuid, uuid, bigint, text, uuid, bigint, bigint, timestamptz, text)'::regprocedure);
  ASSERT position('PERFORM await_supply(p_company_id);' IN body) > 0, 'append_stock_entry waits for the supply';
END $$;
ALTER FUNCTION append_stock_entry(uuid, uuid, bigint, text, uuid, bigint, bigint, timestamptz, text) SECURITY DEFINER;

-- What follows from a change and what no statement writes itself.
ALTER FUNCTION count_purchases() SECURITY DEFINER;
ALTER FUNCTION count_users() SECURITY DEFINER;
ALTER FUNCTION count_allocation() SECURITY DEFINER;
ALTER FUNCTION count_refund_part() SECURITY DEFINER;
ALTER FUNCTION free_refund_parts() SECURITY DEFINER;
ALTER FUNCTION keep_beneficiary_version() SECURITY DEFINER;
ALTER FUNCTION record_referral_rule() SECURITY DEFINER;

-- Under a permit, which the program gives to the transactions that need it: a MAC under the key of `company_binding_key`, as the
-- binding to a company has one (migration 0150). SQL that was brought into another statement cannot make it.
-- Nodes of the version before know no permits, and serve for a while: permits are needed from an hour after an upgrade on.
ALTER TABLE company_binding_key ADD COLUMN permits_from timestamptz NOT NULL DEFAULT 'epoch';
UPDATE company_binding_key SET permits_from = now() + interval '1 hour' WHERE EXISTS (SELECT FROM companies);

DO $$
BEGIN
  EXECUTE format($body$
    CREATE FUNCTION has_permit(name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $function$
      SELECT coalesce((SELECT k.permits_from OPERATOR(pg_catalog.>) pg_catalog.now() OR pg_catalog.encode(pg_catalog.sha256(k.key
          OPERATOR(pg_catalog.||) pg_catalog.uuid_send(%1$I.current_company())
          OPERATOR(pg_catalog.||) pg_catalog.convert_to(name, 'UTF8')
          OPERATOR(pg_catalog.||) k.key), 'hex') OPERATOR(pg_catalog.=) pg_catalog.current_setting('app.permit', true)
        FROM %1$I.company_binding_key k), false)
    $function$ $body$, current_schema());
END $$;

CREATE FUNCTION require_permit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Row security is active for companies' connections and for nobody else.
  IF row_security_active(TG_RELID) AND NOT has_permit(TG_ARGV[0]) THEN
    RAISE EXCEPTION 'this transaction has no permit to change % of %', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER users_permit_insert BEFORE INSERT ON users FOR EACH ROW
  WHEN (NEW.role = 'ADMIN' OR NEW.is_approved OR NEW.sponsors <> '{}' OR NEW.wallet_address IS NOT NULL)
  EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER users_permit BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((NEW.email, NEW.role, NEW.status, NEW.is_approved, NEW.password_hash, NEW.wallet_address, NEW.sponsors, NEW.sole_sponsors)
    IS DISTINCT FROM
    (OLD.email, OLD.role, OLD.status, OLD.is_approved, OLD.password_hash, OLD.wallet_address, OLD.sponsors, OLD.sole_sponsors))
  EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER companies_permit BEFORE UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION require_permit('terms');
CREATE TRIGGER beneficiaries_permit BEFORE INSERT OR UPDATE OR DELETE ON beneficiaries FOR EACH ROW
  EXECUTE FUNCTION require_permit('payees');

-- Functions with the owner's rights find their tables in this schema, whatever the caller has set.
DO $$
DECLARE
  routine regprocedure;
BEGIN
  FOR routine IN SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prosecdef AND p.proname NOT IN ('current_company', 'has_permit')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', routine, current_schema());
  END LOOP;
END $$;
