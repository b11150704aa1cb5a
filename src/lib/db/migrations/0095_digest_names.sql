-- Plain name for the time until which the admins of a company were notified.
ALTER TABLE purchase_digests RENAME COLUMN told_until TO notified_until;
