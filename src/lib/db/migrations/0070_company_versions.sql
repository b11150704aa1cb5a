-- Two people may have the form of one company open. Each change of what the form holds counts; hosts, which have a table
-- of their own, are counted by whoever writes them.
ALTER TABLE companies ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION count_company_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER companies_count_change BEFORE UPDATE ON companies FOR EACH ROW
  WHEN ((OLD.company_name, OLD.company_title, OLD.token_name, OLD.total_supply, OLD.private_supply, OLD.public_cell_supply,
      OLD.angel_investor_supply, OLD.founder_team_supply, OLD.airdrop_supply, OLD.price_micros, OLD.fee_bps, OLD.email,
      OLD.mobile, OLD.pan, OLD.aadhaar_hash, OLD.address, OLD.pincode)
    IS DISTINCT FROM (NEW.company_name, NEW.company_title, NEW.token_name, NEW.total_supply, NEW.private_supply,
      NEW.public_cell_supply, NEW.angel_investor_supply, NEW.founder_team_supply, NEW.airdrop_supply, NEW.price_micros,
      NEW.fee_bps, NEW.email, NEW.mobile, NEW.pan, NEW.aadhaar_hash, NEW.address, NEW.pincode))
  EXECUTE FUNCTION count_company_change();

-- What stood in the form before a super admin's change, for as long as somebody may still have it open: a client that
-- sends no version is held to it. What admins change stands in company_settings.
CREATE TABLE company_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- {"companyTitle": "…", "hosts": ["…"]}: the fields that were changed, as they were
  before jsonb NOT NULL
);
CREATE INDEX company_changes_company ON company_changes (company_id, changed_at);
-- Where row security is in force already; elsewhere the migration that brings it protects this table too.
DO $$ BEGIN
  IF to_regproc('protect_tenant') IS NOT NULL THEN PERFORM protect_tenant('company_changes', 'company_id'); END IF;
END $$;
