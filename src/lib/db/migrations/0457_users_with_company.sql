-- As 0453, in a transaction of its own: a table is locked as short as possible.
ALTER TABLE factor_graces DROP CONSTRAINT factor_graces_user_id_fkey;
ALTER TABLE known_devices DROP CONSTRAINT known_devices_user_id_fkey;
ALTER TABLE passkeys DROP CONSTRAINT passkeys_user_id_fkey;
ALTER TABLE pending_sign_ins DROP CONSTRAINT pending_sign_ins_user_id_fkey;
ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_user_id_fkey;
ALTER TABLE sessions DROP CONSTRAINT sessions_user_id_fkey;
ALTER TABLE totp_factors DROP CONSTRAINT totp_factors_user_id_fkey;
ALTER TABLE users DROP CONSTRAINT users_referrer_id_fkey;

ALTER TABLE users DROP CONSTRAINT users_pkey, ADD CONSTRAINT users_pkey PRIMARY KEY (id, company_id);

ALTER TABLE factor_graces
  ADD CONSTRAINT factor_graces_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE known_devices
  ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE passkeys
  ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE pending_sign_ins
  ADD CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE recovery_codes
  ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE totp_factors
  ADD CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (company_id, user_id)
    REFERENCES users (company_id, id) ON DELETE CASCADE;
ALTER TABLE users
  ADD CONSTRAINT users_referrer_id_fkey FOREIGN KEY (company_id, referrer_id)
    REFERENCES users (company_id, id);
