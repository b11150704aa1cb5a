-- What a mail is about, so that it can be made anew from the truth of the day, and the admin who had it sent again.
ALTER TABLE mails
  ADD COLUMN about_id uuid,
  ADD COLUMN resent_by uuid;

-- Whom a member has brought, in the order of the list.
CREATE INDEX users_brought ON users (company_id, referrer_id, created_at DESC, id DESC) WHERE referrer_id IS NOT NULL;
DROP INDEX users_referred;
