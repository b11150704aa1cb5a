-- As 0490. What programs of the version before name in ON CONFLICT stays for one version: the unique indexes of the account, of the
-- device and of the credential alone.

ALTER TABLE passkeys ADD COLUMN scope_id uuid;
ALTER TABLE passkeys
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT passkeys_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT passkeys_pkey, ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id, scope_id),
  ADD CONSTRAINT passkeys_credential_id_scope_id_key UNIQUE (credential_id, scope_id),
  DROP CONSTRAINT passkeys_user_id_fkey,
  ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER passkeys_scope BEFORE INSERT ON passkeys FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON passkeys
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));

ALTER TABLE totp_factors ADD COLUMN scope_id uuid;
ALTER TABLE totp_factors
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT totp_factors_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT totp_factors_pkey, ADD CONSTRAINT totp_factors_pkey PRIMARY KEY (id, scope_id),
  DROP CONSTRAINT totp_factors_user_id_fkey,
  ADD CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER totp_factors_scope BEFORE INSERT ON totp_factors FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON totp_factors
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));
DROP INDEX totp_factors_user;
DROP INDEX totp_factors_super_admin;
CREATE UNIQUE INDEX totp_factors_user ON totp_factors (user_id, scope_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX totp_factors_super_admin ON totp_factors (super_admin_id, scope_id) WHERE super_admin_id IS NOT NULL;

ALTER TABLE recovery_codes ADD COLUMN scope_id uuid;
ALTER TABLE recovery_codes
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT recovery_codes_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT recovery_codes_pkey, ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash, scope_id),
  DROP CONSTRAINT recovery_codes_user_id_fkey,
  ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER recovery_codes_scope BEFORE INSERT ON recovery_codes FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON recovery_codes
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));

ALTER TABLE pending_sign_ins ADD COLUMN scope_id uuid;
ALTER TABLE pending_sign_ins
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT pending_sign_ins_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT pending_sign_ins_pkey, ADD CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (token_hash, scope_id),
  DROP CONSTRAINT pending_sign_ins_user_id_fkey,
  ADD CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER pending_sign_ins_scope BEFORE INSERT ON pending_sign_ins FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON pending_sign_ins
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));

ALTER TABLE factor_graces ADD COLUMN scope_id uuid;
ALTER TABLE factor_graces
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT factor_graces_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT factor_graces_pkey, ADD CONSTRAINT factor_graces_pkey PRIMARY KEY (account_id, scope_id),
  ADD CONSTRAINT factor_graces_account_id_key UNIQUE (account_id),
  DROP CONSTRAINT factor_graces_user_id_fkey,
  ADD CONSTRAINT factor_graces_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER factor_graces_scope BEFORE INSERT ON factor_graces FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON factor_graces
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));

ALTER TABLE known_devices ADD COLUMN scope_id uuid;
ALTER TABLE known_devices
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT known_devices_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT known_devices_pkey, ADD CONSTRAINT known_devices_pkey PRIMARY KEY (device_hash, scope_id),
  ADD CONSTRAINT known_devices_device_hash_key UNIQUE (device_hash),
  DROP CONSTRAINT known_devices_user_id_fkey,
  ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER known_devices_scope BEFORE INSERT ON known_devices FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON known_devices
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));
