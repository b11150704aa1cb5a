-- Reminders of what waits too long, and the hours in which nothing is sent that can wait (docs/contract.md, Reminders).

ALTER TABLE companies
  -- 0 for none.
  ADD COLUMN reminder_hours integer NOT NULL DEFAULT 24 CHECK (reminder_hours BETWEEN 0 AND 720),
  -- Hours of the day in India. Equal: none.
  ADD COLUMN quiet_from_hour smallint NOT NULL DEFAULT 0 CHECK (quiet_from_hour BETWEEN 0 AND 23),
  ADD COLUMN quiet_to_hour smallint NOT NULL DEFAULT 0 CHECK (quiet_to_hour BETWEEN 0 AND 23);

-- Each state is reminded of once: a question since it waits, a rejection, the registration; for admins a day.
CREATE TABLE reminders (
  company_id uuid NOT NULL REFERENCES companies (id),
  kind text NOT NULL CHECK (kind IN ('question', 'rejected', 'verification', 'waiting')),
  -- The purchase, the member or, for admins, the company.
  subject_id uuid NOT NULL,
  state_at timestamptz NOT NULL,
  -- Null for the admins together.
  user_id uuid,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, kind, subject_id, state_at),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX reminders_of_user ON reminders (company_id, user_id, sent_at);
SELECT protect_tenant('reminders', 'company_id');
