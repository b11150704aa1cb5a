-- Keys of programs that call the API for a company (docs/decisions/0396). Only the hash of a key is stored.

CREATE TABLE api_keys (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The admin who made it. The key acts with the rights of this account, and only while it is an active admin.
  created_by uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- The first characters of the key, by which people recognise it.
  hint text NOT NULL CHECK (hint ~ '^lb_live_[0-9A-Za-z]{4}$'),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Addresses and networks that may use it; empty for all.
  networks text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  -- Accurate to the minute.
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  CONSTRAINT api_keys_revoked CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  FOREIGN KEY (company_id, created_by) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (company_id, hash);

SELECT protect_tenant('api_keys', 'company_id');
REVOKE DELETE ON api_keys FROM launchbook_app;
