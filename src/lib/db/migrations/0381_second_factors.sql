-- Second factors (docs/decisions/0381): authenticator apps, recovery codes, and sign-ins that wait for them. The columns of the
-- owner are those of passkeys.
CREATE TABLE totp_factors (
  id uuid PRIMARY KEY,
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  -- Encrypted, under the id of the row.
  sealed_secret bytea NOT NULL,
  -- Null until the first right code.
  confirmed_at timestamptz,
  -- The last used time step of 30 seconds: none works twice.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL))
);
CREATE UNIQUE INDEX totp_factors_user ON totp_factors (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX totp_factors_super_admin ON totp_factors (super_admin_id) WHERE super_admin_id IS NOT NULL;
SELECT protect_tenant('totp_factors', 'company_id');

CREATE TABLE recovery_codes (
  -- SHA-256: the codes have 128 random bits.
  code_hash bytea PRIMARY KEY,
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  -- Null until the owner has typed one of its set.
  confirmed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL))
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX recovery_codes_super_admin ON recovery_codes (super_admin_id) WHERE super_admin_id IS NOT NULL;
SELECT protect_tenant('recovery_codes', 'company_id');

-- A right password, or a right mailed code, of an account with a second factor. It is no session and opens nothing.
CREATE TABLE pending_sign_ins (
  -- SHA-256.
  token_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'admin', 'super')),
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  tries_left smallint NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL)),
  CHECK ((kind = 'super') = (super_admin_id IS NOT NULL))
);
CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX pending_sign_ins_super_admin ON pending_sign_ins (super_admin_id) WHERE super_admin_id IS NOT NULL;
CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at);
SELECT protect_tenant('pending_sign_ins', 'company_id');
