-- Changes that wait for a second admin. `subject_id` is what would change, null where it does not exist yet;
-- `base_version` is the state that the proposer saw; `change` is read again by the rules when it is confirmed.
CREATE TABLE proposals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id),
  kind text NOT NULL CHECK (kind IN ('beneficiary.add', 'beneficiary.update', 'beneficiary.delete', 'settings.update')),
  subject_id uuid,
  base_version integer,
  change jsonb NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'CONFIRMED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  decided_by uuid,
  decided_at timestamptz,
  CHECK ((state = 'OPEN') = (decided_at IS NULL)),
  CHECK (state <> 'CONFIRMED' OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX proposals_one_open ON proposals (company_id, subject_id) WHERE state = 'OPEN' AND subject_id IS NOT NULL;
CREATE INDEX proposals_open ON proposals (company_id, proposed_at) WHERE state = 'OPEN';

-- Where row security is in force already; elsewhere the migration that brings it protects this table too.
DO $$ BEGIN
  IF to_regproc('protect_tenant') IS NOT NULL THEN PERFORM protect_tenant('proposals', 'company_id'); END IF;
END $$;
