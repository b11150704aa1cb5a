-- Every state that an account was ever in, so that a purchase can name the very one that its buyer was shown. Triggers
-- write it, for where money goes must leave a trace whoever changes it.
ALTER TABLE beneficiaries
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- When what buyers pay to last changed: its details, or that it became the primary or active; null if never.
  ADD COLUMN changed_at timestamptz;

CREATE TABLE beneficiary_versions (
  company_id uuid NOT NULL REFERENCES companies (id),
  beneficiary_id uuid NOT NULL,
  version integer NOT NULL,
  holder_name text NOT NULL,
  bank_name text NOT NULL,
  branch text NOT NULL,
  account_number text NOT NULL,
  ifsc_code text NOT NULL,
  upi text NOT NULL,
  is_primary boolean NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, beneficiary_id, version)
);
CREATE TRIGGER beneficiary_versions_append_only BEFORE UPDATE OR DELETE ON beneficiary_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION count_beneficiary_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  IF (OLD.holder_name, OLD.bank_name, OLD.branch, OLD.account_number, OLD.ifsc_code, OLD.upi)
      IS DISTINCT FROM (NEW.holder_name, NEW.bank_name, NEW.branch, NEW.account_number, NEW.ifsc_code, NEW.upi)
    OR NEW.is_primary AND NOT OLD.is_primary OR NEW.is_active AND NOT OLD.is_active
  THEN
    NEW.changed_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER beneficiaries_count_change BEFORE UPDATE ON beneficiaries FOR EACH ROW
  WHEN ((OLD.holder_name, OLD.bank_name, OLD.branch, OLD.account_number, OLD.ifsc_code, OLD.upi, OLD.is_primary, OLD.is_active)
    IS DISTINCT FROM (NEW.holder_name, NEW.bank_name, NEW.branch, NEW.account_number, NEW.ifsc_code, NEW.upi, NEW.is_primary, NEW.is_active))
  EXECUTE FUNCTION count_beneficiary_change();

CREATE FUNCTION keep_beneficiary_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO beneficiary_versions (company_id, beneficiary_id, version, holder_name, bank_name, branch, account_number,
    ifsc_code, upi, is_primary, is_active)
  VALUES (NEW.company_id, NEW.id, NEW.version, NEW.holder_name, NEW.bank_name, NEW.branch, NEW.account_number,
    NEW.ifsc_code, NEW.upi, NEW.is_primary, NEW.is_active)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER beneficiaries_keep_version AFTER INSERT OR UPDATE ON beneficiaries
  FOR EACH ROW EXECUTE FUNCTION keep_beneficiary_version();

INSERT INTO beneficiary_versions (company_id, beneficiary_id, version, holder_name, bank_name, branch, account_number,
  ifsc_code, upi, is_primary, is_active, created_at)
SELECT company_id, id, version, holder_name, bank_name, branch, account_number, ifsc_code, upi, is_primary, is_active, updated_at
FROM beneficiaries;

-- Whether purchases refer to an account decides what deleting it means.
CREATE INDEX purchases_beneficiary ON purchases (company_id, (beneficiary ->> 'id')) WHERE beneficiary IS NOT NULL;

-- Where row security is in force already; elsewhere the migration that brings it protects this table too.
DO $$ BEGIN
  IF to_regproc('protect_tenant') IS NOT NULL THEN PERFORM protect_tenant('beneficiary_versions', 'company_id'); END IF;
END $$;
