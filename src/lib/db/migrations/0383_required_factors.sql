-- Companies whose admins need a second factor, and how many sign-ins without one are left (docs/contract.md, Second factors).
ALTER TABLE companies ADD COLUMN admins_need_factor boolean NOT NULL DEFAULT false;

-- Of a session whose account needs a second factor and has none: 0 allows nothing but adding one. Null for all others.
ALTER TABLE sessions ADD COLUMN factor_grace_left smallint;

-- Sign-ins without the second factor that was needed.
CREATE TABLE factor_graces (
  account_id uuid PRIMARY KEY,
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  used integer NOT NULL DEFAULT 1,
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL)),
  CHECK (account_id = coalesce(user_id, super_admin_id))
);
CREATE INDEX factor_graces_user ON factor_graces (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX factor_graces_super_admin ON factor_graces (super_admin_id) WHERE super_admin_id IS NOT NULL;
SELECT protect_tenant('factor_graces', 'company_id');
