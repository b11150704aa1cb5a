-- Since when an account is, without a break, an active admin reached at the address it has: what waits for a second admin
-- is confirmed only by one who was there before. Whoever could make or take over an account meanwhile confirms nothing by it.
ALTER TABLE users ADD COLUMN admin_since timestamptz;
-- Of those who are admins already it is known only that they have not changed since.
UPDATE users SET admin_since = updated_at WHERE role = 'ADMIN' AND status = 'ACTIVE' AND deleted_at IS NULL;

CREATE FUNCTION note_admin_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> 'ADMIN' OR NEW.status <> 'ACTIVE' OR NEW.deleted_at IS NOT NULL THEN
    NEW.admin_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.admin_since := now();
  ELSIF OLD.admin_since IS NULL OR NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.admin_since := now();
  ELSE
    NEW.admin_since := OLD.admin_since;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_admin_since BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION note_admin_since();
