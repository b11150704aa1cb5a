-- Webhooks can be edited by several admins, and their deliveries are listed together.

-- Counts the edits: an edit of an outdated version is refused.
ALTER TABLE webhooks ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1);

-- The log of a company, the newest event first.
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (company_id, position DESC, webhook_id);
