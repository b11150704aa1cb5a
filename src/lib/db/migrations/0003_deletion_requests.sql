-- When a member asked for the account to be deleted; null once it was taken back.
ALTER TABLE users ADD COLUMN deletion_requested_at timestamptz;
CREATE INDEX users_deletion_requested ON users (company_id, deletion_requested_at) WHERE deletion_requested_at IS NOT NULL;

-- What was sent to one member: for a copy of the own data, and for the erasing of an account.
CREATE INDEX mails_to_address ON mails (company_id, to_address);
