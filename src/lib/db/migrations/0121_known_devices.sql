-- Browsers that have signed in to an account. The hash contains the account, so that rows do not say which accounts share a
-- browser (docs/decisions/0180).
CREATE TABLE known_devices (
  device_hash bytea PRIMARY KEY,
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) <> (super_admin_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL))
);
CREATE INDEX known_devices_user ON known_devices (user_id, seen_at) WHERE user_id IS NOT NULL;
CREATE INDEX known_devices_super_admin ON known_devices (super_admin_id, seen_at) WHERE super_admin_id IS NOT NULL;
SELECT protect_tenant('known_devices', 'company_id');
