-- Passkeys of accounts (docs/decisions/0202). Only super admins enrol them so far. The columns of the owner are those of
-- known_devices, so that accounts of companies can have passkeys in the same table.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  -- The host name that browsers bind the passkey to.
  rp_id text NOT NULL,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL))
);
CREATE INDEX passkeys_user ON passkeys (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkeys_super_admin ON passkeys (super_admin_id) WHERE super_admin_id IS NOT NULL;
SELECT protect_tenant('passkeys', 'company_id');

-- Challenges are sealed and not stored; a successful use is, until the challenge expires.
CREATE TABLE used_passkey_challenges (
  -- The company, or the platform's id.
  scope_id uuid NOT NULL,
  challenge_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, challenge_hash)
);
CREATE INDEX used_passkey_challenges_expiry ON used_passkey_challenges (expires_at);
SELECT protect_tenant('used_passkey_challenges', 'scope_id');
