-- What members and admins read under the bell (docs/contract.md, Notifications). Texts are made from the kind when they are read.

CREATE TABLE notifications (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  -- An admin is also a member, with another bell.
  area text NOT NULL CHECK (area IN ('member', 'admin')),
  kind text NOT NULL,
  -- A purchase or an announcement; null for what is about the account.
  about_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX notifications_list ON notifications (company_id, user_id, area, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id, area) WHERE read_at IS NULL;
-- One unread notification for each thing.
CREATE UNIQUE INDEX notifications_once ON notifications (company_id, user_id, area, kind, about_id) WHERE read_at IS NULL;
CREATE INDEX notifications_age ON notifications (created_at);

SELECT protect_tenant('notifications', 'company_id');

-- Decisions notify by trigger, so that every way to decide does.
CREATE FUNCTION notify_of_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (company_id, user_id, area, kind, about_id)
  VALUES (NEW.company_id, NEW.user_id, 'member', 'purchase-' || lower(NEW.status), NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_notify AFTER UPDATE OF status ON purchases FOR EACH ROW
  WHEN (NEW.status IN ('APPROVED', 'REJECTED', 'REVERSED') AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION notify_of_decision();

CREATE FUNCTION notify_of_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (company_id, user_id, area, kind) VALUES (NEW.company_id, NEW.id, 'member', 'account-verified');
  RETURN NULL;
END $$;
CREATE TRIGGER users_notify AFTER UPDATE OF is_approved ON users FOR EACH ROW
  WHEN (NEW.is_approved AND NOT OLD.is_approved) EXECUTE FUNCTION notify_of_verification();
