-- Codes are sent first (0), then decisions and security notices (1), then the rest (2).
ALTER TABLE mails
  ADD COLUMN lane smallint NOT NULL DEFAULT 2 CHECK (lane BETWEEN 0 AND 2),
  -- Set before the last line of a code is sent: from then on the code is never sent again.
  ADD COLUMN handed_at timestamptz,
  -- Set when the account's address changes, so that the erasure of the account covers mails to its earlier addresses.
  ADD COLUMN account_id uuid;
UPDATE mails SET lane = 0 WHERE state = 'WAITING' AND kind LIKE '%-code';

-- Due mails in the order of sending.
DROP INDEX mails_waiting;
CREATE INDEX mails_due ON mails (lane, next_attempt_at) WHERE state = 'WAITING';
-- Earlier mails to one address about one subject.
CREATE INDEX mails_waiting_about ON mails (to_address, (coalesce(about_id, '00000000-0000-0000-0000-000000000000')))
  WHERE state = 'WAITING';
-- Begins with the address, because newer codes are looked up without the company.
CREATE INDEX mails_to ON mails (to_address, company_id);
DROP INDEX mails_to_address;
CREATE INDEX mails_of_account ON mails (account_id) WHERE account_id IS NOT NULL;

-- The reason why this node cannot send mails; null while it can.
ALTER TABLE nodes ADD COLUMN mail_problem text;
