-- Up to when the admins of a company have been told what waits for them, so that they get one mail for many requests.
CREATE TABLE purchase_digests (
  company_id uuid PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  told_until timestamptz NOT NULL,
  sent_at timestamptz NOT NULL
);
-- First approvals that wait for the second admin.
CREATE INDEX purchases_first_approved ON purchases (company_id, first_approved_at)
  WHERE status = 'PENDING' AND first_approved_by IS NOT NULL;

-- Where row security came first it is asked for here; where it comes later it finds this table by itself.
DO $$
BEGIN
  IF to_regproc('protect_tenant') IS NOT NULL THEN
    PERFORM protect_tenant('purchase_digests', 'company_id');
  END IF;
END $$;
