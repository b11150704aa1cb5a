-- A code belongs to the browser that requested it, so that nobody else's request or guess takes it away
-- (docs/decisions/0180). Codes of before are gone: they were valid for ten minutes at most.
DELETE FROM codes;
ALTER TABLE codes
  DROP CONSTRAINT codes_pkey,
  ADD COLUMN challenge_hash bytea NOT NULL,
  ADD COLUMN network_hash bytea NOT NULL,
  ADD COLUMN other_tries_left integer NOT NULL,
  ADD COLUMN from_known_device boolean NOT NULL DEFAULT false,
  ADD PRIMARY KEY (purpose, scope_id, address, challenge_hash);
CREATE INDEX codes_expiry ON codes (expires_at);
