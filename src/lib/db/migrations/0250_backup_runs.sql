-- The last backup is noted like the last verification, so that the set-up checklist of admins can say whether there is one.
ALTER TABLE verifications DROP CONSTRAINT verifications_kind_check;
ALTER TABLE verifications ADD CONSTRAINT verifications_kind_check CHECK (kind IN ('ledger', 'audit', 'backup'));
