-- Announcements to members (docs/contract.md, Announcements), and the mails that a member can opt out of.

CREATE TABLE announcements (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (title <> ''),
  body text NOT NULL CHECK (body <> ''),
  -- Null for all, in each of the four.
  has_stock boolean,
  is_verified boolean,
  joined_since date,
  has_pending boolean,
  -- WAITING: for a second admin. SENDING: until each member of the segment has it. CLOSED: refused or withdrawn.
  state text NOT NULL CHECK (state IN ('WAITING', 'SENDING', 'SENT', 'STOPPED', 'CLOSED')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Members who joined later are not in it; set when it begins to be sent.
  started_at timestamptz,
  -- The last member who has it, in the order of the ids.
  cursor_id uuid,
  recipients integer NOT NULL DEFAULT 0 CHECK (recipients >= 0),
  mails integer NOT NULL DEFAULT 0 CHECK (mails >= 0),
  ended_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX announcements_list ON announcements (company_id, created_at DESC, id DESC);
CREATE INDEX announcements_sending ON announcements (company_id) WHERE state = 'SENDING';
SELECT protect_tenant('announcements', 'company_id');

-- Since when a member gets no mails but those about their account and orders.
ALTER TABLE users ADD COLUMN mails_declined_at timestamptz;

-- Announcements and reminders are lane 3.
ALTER TABLE mails DROP CONSTRAINT mails_lane_check, ADD CONSTRAINT mails_lane_check CHECK (lane BETWEEN 0 AND 3);

-- The program knows the kinds: each feature that asks for a second admin brings its own.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check CHECK (kind ~ '^[a-z]+\.[a-z]+$');
