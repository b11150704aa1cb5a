-- What an admin sets for the company, and every change of it. Amounts are paise; null means that there is no such bound.
ALTER TABLE companies
  ADD COLUMN min_order_paise bigint CHECK (min_order_paise > 0),
  ADD COLUMN max_order_paise bigint CHECK (max_order_paise > 0),
  -- A purchase whose final amount is above this needs a second admin.
  ADD COLUMN second_approver_above_paise bigint CHECK (second_approver_above_paise >= 0),
  ADD COLUMN two_admins_for_accounts boolean NOT NULL DEFAULT false,
  -- What buyers read above their screens, and whom they can ask; '' shows nothing.
  ADD COLUMN notice text NOT NULL DEFAULT '',
  ADD COLUMN support_email text NOT NULL DEFAULT '',
  ADD COLUMN support_phone text NOT NULL DEFAULT '',
  -- Counts the changes: who saves on top of another version is refused.
  ADD COLUMN settings_version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT companies_order_bounds CHECK (min_order_paise <= max_order_paise);

-- One row a change, only ever added: what was, what is, by whom.
CREATE TABLE company_settings (
  company_id uuid NOT NULL REFERENCES companies (id),
  version integer NOT NULL CHECK (version > 1),
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (company_id, version)
);
CREATE TRIGGER company_settings_append_only BEFORE UPDATE OR DELETE ON company_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
