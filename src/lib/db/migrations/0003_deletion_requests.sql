-- When a member asked for the account to be deleted; null once it was taken back.
ALTER TABLE users ADD COLUMN deletion_requested_at timestamptz;
CREATE INDEX users_deletion_requested ON users (company_id, deletion_requested_at) WHERE deletion_requested_at IS NOT NULL;
