-- When a session last proved whose it is: at its sign-in and at each re-authentication (docs/contract.md, Re-authentication).
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
UPDATE sessions SET authenticated_at = created_at;
ALTER TABLE sessions ALTER COLUMN authenticated_at SET DEFAULT now(), ALTER COLUMN authenticated_at SET NOT NULL;

-- Codes by which a signed-in super admin re-authenticates.
ALTER TABLE codes DROP CONSTRAINT codes_purpose_check,
  ADD CONSTRAINT codes_purpose_check CHECK (purpose IN ('register', 'reset', 'super', 'super-confirm'));
