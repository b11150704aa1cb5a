-- The acts on money that one admin did alone (docs/decisions/0620). The daily bound is a sum over them: no row is ever changed,
-- also when a purchase is reversed, or a refund is reopened or cancelled.
CREATE TABLE sole_acts (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  admin_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z]+\.[a-z]+$'),
  -- The purchase, refund, reward or bank row.
  subject_id uuid NOT NULL,
  worth_paise bigint NOT NULL CHECK (worth_paise > 0),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX sole_acts_of_admin ON sole_acts (company_id, admin_id, at);
CREATE INDEX sole_acts_of_subject ON sole_acts (company_id, subject_id);
CREATE TRIGGER sole_acts_append_only BEFORE UPDATE OR DELETE ON sole_acts FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT protect_tenant('sole_acts', 'company_id');

-- An upgrade in the middle of a day does not begin the day again. Refunds whose payout is still to come count on their day.
CREATE FUNCTION today_in_india() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata'
$$;

WITH prices AS (
  SELECT c.id AS company_id, greatest(c.price_micros, coalesce((
    SELECT max((s.before ->> 'price')::numeric) * 1000000 FROM company_settings s
    WHERE s.company_id = c.id AND s.changed_at > now() - interval '30 days'), 0)) AS highest
  FROM companies c
), acts AS (
  SELECT p.company_id, p.decided_by AS admin_id, 'purchase.approve' AS kind, p.id AS subject_id,
    greatest(p.final_amount_paise, ceil(p.quantity * x.highest / 10000))::bigint AS worth, p.decided_at AS at
  FROM purchases p JOIN prices x ON x.company_id = p.company_id
  WHERE p.status IN ('APPROVED', 'REVERSED') AND p.decided_at >= today_in_india()
  UNION ALL
  SELECT f.company_id, f.approved_by, 'refund.approve', f.id, f.amount_paise, f.approved_at FROM refunds f
  WHERE f.approved_at IS NOT NULL AND (f.approved_at >= today_in_india() OR f.state IN ('APPROVED', 'EXPORTED'))
  UNION ALL
  SELECT o.company_id, o.approved_by, 'refund.approve', o.refund_id, f.amount_paise, o.approved_at
  FROM refund_payouts o JOIN refunds f ON f.company_id = o.company_id AND f.id = o.refund_id
  WHERE o.approved_at >= today_in_india()
  UNION ALL
  SELECT f.company_id, f.exported_by, 'refund.export', f.id, f.amount_paise, f.exported_at FROM refunds f
  WHERE f.exported_at >= today_in_india() AND f.exported_by = f.approved_by AND f.approved_at < today_in_india()
  UNION ALL
  SELECT r.company_id, r.decided_by, 'reward.release', r.id, ceil(r.quantity * x.highest / 10000)::bigint, r.decided_at
  FROM referral_rewards r JOIN prices x ON x.company_id = r.company_id
  WHERE r.state IN ('CREDITED', 'REVERSED') AND r.decided_at >= today_in_india()
)
INSERT INTO sole_acts (company_id, admin_id, kind, subject_id, worth_paise, at)
SELECT a.company_id, a.admin_id, a.kind, a.subject_id, a.worth, a.at FROM acts a
WHERE a.admin_id IS NOT NULL AND a.worth > 0 AND NOT EXISTS (
  SELECT FROM approvals v WHERE v.company_id = a.company_id AND v.subject_id = a.subject_id AND v.state = 'CONFIRMED'
    AND v.kind = CASE a.kind WHEN 'refund.export' THEN 'refund.approve' ELSE a.kind END
    AND v.decided_at >= a.at - interval '1 minute');

-- A payout that may have been paid is reopened or exported again by two admins, and so is a large credit linked to a purchase.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_expiry,
  ADD CONSTRAINT approvals_expiry CHECK ((expires_at IS NULL) = (kind IN (
    'purchase.approve', 'purchase.reverse', 'refund.approve', 'refund.reopen', 'refund.repeat', 'reward.release', 'statement.link'
  )));
