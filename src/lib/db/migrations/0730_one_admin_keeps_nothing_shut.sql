-- One admin could verify free accounts, whose orders with any picture then held the whole sale (docs/decisions/0740). Holds of a buyer
-- whom an admin has verified in the last 24 hours count against the ceiling of unproven holds, until the bank has their payment.

ALTER TABLE users ADD COLUMN verified_at timestamptz;
CREATE FUNCTION set_verified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_at := CASE WHEN NEW.is_approved THEN now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER users_verified BEFORE UPDATE ON users FOR EACH ROW
  WHEN (NEW.is_approved IS DISTINCT FROM OLD.is_approved) EXECUTE FUNCTION set_verified();

-- Whether member `u` has been verified for a day. Accounts that were verified before this version have no time.
CREATE FUNCTION is_verified_long(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.is_approved AND (u.verified_at IS NULL OR u.verified_at <= now() - interval '24 hours')
$$;

CREATE OR REPLACE FUNCTION is_backed(claim purchases) RETURNS boolean LANGUAGE sql STABLE COST 1000 AS $$
  SELECT claim.allocated_paise > 0
    OR EXISTS (SELECT FROM bank_claim_states s
      WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id AND s.state = 'SEEN')
    OR (claim.receipt_id IS NOT NULL AND EXISTS (SELECT FROM users u
      WHERE u.company_id = claim.company_id AND u.id = claim.user_id AND is_verified_long(u)))
$$;

-- Refused rewards do not come back, so a refusal is bounded as a release is.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_expiry,
  ADD CONSTRAINT approvals_expiry CHECK ((expires_at IS NULL) = (kind IN (
    'purchase.approve', 'purchase.reverse', 'refund.approve', 'refund.reopen', 'refund.repeat', 'reward.release', 'reward.refuse',
    'statement.link'
  )));

-- A paid refund of one rupee kept the rest from being paid back for ever. One is made at a time for each cause; one whose payout came
-- back can be under way next to it. All of them together are never above what came in.
DROP INDEX refunds_once;
CREATE UNIQUE INDEX refunds_once ON refunds (company_id, purchase_id, cause) WHERE state NOT IN ('CANCELLED', 'PAID') AND attempt = 1;
