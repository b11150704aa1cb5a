-- Sessions, keys, second factors and the quiet hours of an account open doors, and refunds move money: as accounts and payees, they are
-- changed only in a transaction with a permit (0650). The use of a session or a factor is no change of it.
-- Nodes of the version before know no permits for these, and serve for a while.
UPDATE company_binding_key SET permits_from = now() + interval '1 hour' WHERE EXISTS (SELECT FROM companies);

CREATE TRIGGER sessions_permit BEFORE INSERT OR DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER sessions_permit_change BEFORE UPDATE ON sessions FOR EACH ROW
  WHEN ((OLD.authenticated_at, OLD.factor_grace_left) IS DISTINCT FROM (NEW.authenticated_at, NEW.factor_grace_left))
  EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER pending_sign_ins_permit BEFORE INSERT ON pending_sign_ins FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER pending_sign_ins_permit_change BEFORE UPDATE ON pending_sign_ins FOR EACH ROW
  WHEN (NEW.tries_left >= OLD.tries_left) EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER passkeys_permit BEFORE INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER totp_factors_permit BEFORE INSERT OR DELETE ON totp_factors FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER totp_factors_permit_change BEFORE UPDATE ON totp_factors FOR EACH ROW
  WHEN (NEW.last_step <= OLD.last_step OR (OLD.sealed_secret, OLD.confirmed_at) IS DISTINCT FROM (NEW.sealed_secret, NEW.confirmed_at))
  EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER recovery_codes_permit BEFORE INSERT OR DELETE ON recovery_codes FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER recovery_codes_permit_change BEFORE UPDATE ON recovery_codes FOR EACH ROW
  WHEN (OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at OR NEW.used_at IS NULL) EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER api_keys_permit BEFORE INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER api_keys_permit_change BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.revoked_by) IS DISTINCT FROM (NEW.revoked_at, NEW.revoked_by)) EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER users_permit_quiet BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.password_given_at, OLD.factors_reset_at, OLD.email_changed_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.password_given_at, NEW.factors_reset_at, NEW.email_changed_at, NEW.deleted_at))
  EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER refunds_permit BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION require_permit('payees');
CREATE TRIGGER refunds_permit_change BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'note' IS DISTINCT FROM to_jsonb(NEW) - 'note')
  EXECUTE FUNCTION require_permit('payees');
CREATE TRIGGER refund_payouts_permit BEFORE INSERT OR UPDATE OR DELETE ON refund_payouts FOR EACH ROW EXECUTE FUNCTION require_permit('payees');
CREATE TRIGGER factor_graces_permit BEFORE DELETE ON factor_graces FOR EACH ROW EXECUTE FUNCTION require_permit('accounts');
CREATE TRIGGER factor_graces_permit_change BEFORE UPDATE ON factor_graces FOR EACH ROW
  WHEN (NEW.used <= OLD.used) EXECUTE FUNCTION require_permit('accounts');
