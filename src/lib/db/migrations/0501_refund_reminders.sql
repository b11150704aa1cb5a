-- 'refund': a refund that waits for the member's account.
ALTER TABLE reminders
  DROP CONSTRAINT reminders_kind_check,
  ADD CONSTRAINT reminders_kind_check CHECK (kind IN ('question', 'rejected', 'verification', 'waiting', 'address', 'refund'));
