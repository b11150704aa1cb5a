-- Files that are being stored. A row is committed before the first byte is stored, and deleted in the transaction that inserts the
-- file's own row. One that stays behind an interrupted upload names the bytes to delete (decision 0386).
CREATE TABLE media_arrivals (
  storage_key text PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX media_arrivals_age ON media_arrivals (created_at);

SELECT protect_tenant('media_arrivals', 'company_id');

-- When the files were last compared with their rows.
ALTER TABLE verifications DROP CONSTRAINT verifications_kind_check;
ALTER TABLE verifications ADD CONSTRAINT verifications_kind_check CHECK (kind IN ('ledger', 'audit', 'backup', 'files'));

CREATE INDEX media_storage_key ON media (storage_key);
