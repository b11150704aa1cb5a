-- Changes of admin accounts can wait for a second admin too.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check CHECK (kind IN (
    'admin.add', 'admin.update', 'admin.delete', 'beneficiary.add', 'beneficiary.update', 'beneficiary.delete',
    'settings.update', 'purchase.approve', 'purchase.reverse'
  ));

-- The admins who gave an account its access: who added it, made it an admin or gave it another address, and their own sponsors
-- at that time. `sole_sponsors` are those of them who did it without a second admin: each could control the account alone.
-- Accounts from before this column count as independent.
ALTER TABLE users
  ADD COLUMN sponsors uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN sole_sponsors uuid[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT users_sponsors CHECK (sole_sponsors <@ sponsors);

-- As before, but an inserted row may bring the time with it: a restored backup keeps it.
CREATE OR REPLACE FUNCTION note_admin_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> 'ADMIN' OR NEW.status <> 'ACTIVE' OR NEW.deleted_at IS NOT NULL THEN
    NEW.admin_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.admin_since := coalesce(NEW.admin_since, now());
  ELSIF OLD.admin_since IS NULL OR NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.admin_since := now();
  ELSE
    NEW.admin_since := OLD.admin_since;
  END IF;
  RETURN NEW;
END $$;

-- Two admins are no two sides of one decision if one admin alone gave one of them access and had a part in the other's, or is
-- the other (docs/contract.md, Two admins).
CREATE FUNCTION are_dependent(a users, b users) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (a.id || a.sole_sponsors) && (b.id || b.sponsors) OR (a.id || a.sponsors) && (b.id || b.sole_sponsors)
$$;
