-- Versions of the referral rule, and a row for each reward (docs/decisions/0410).

-- The present rule. A reward waits so many days before it is credited; a sign that is listed makes it wait for a review.
ALTER TABLE companies
  ADD COLUMN reward_wait_days integer NOT NULL DEFAULT 0 CHECK (reward_wait_days BETWEEN 0 AND 365),
  ADD COLUMN reward_signs text[] NOT NULL DEFAULT '{mobile,wallet,payer,browser,network}'
    CHECK (reward_signs <@ '{mobile,wallet,payer,browser,network}'::text[]),
  ADD COLUMN referral_rule integer NOT NULL DEFAULT 1 CHECK (referral_rule > 0);

-- Written by a trigger, never changed; removed only with a company that has no reward.
CREATE TABLE referral_rules (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  reward_bps integer NOT NULL,
  wait_days integer NOT NULL,
  signs text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, version)
);
CREATE TRIGGER referral_rules_append_only BEFORE UPDATE ON referral_rules FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT protect_tenant('referral_rules', 'company_id');

INSERT INTO referral_rules (company_id, version, reward_bps, wait_days, signs)
SELECT id, referral_rule, reward_bps, reward_wait_days, reward_signs FROM companies;

-- Every way to change a company makes a version: the settings, the platform, the operator.
CREATE FUNCTION number_referral_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.referral_rule := CASE
    WHEN TG_OP = 'INSERT' THEN 1
    WHEN (NEW.reward_bps, NEW.reward_wait_days, NEW.reward_signs)
      IS DISTINCT FROM (OLD.reward_bps, OLD.reward_wait_days, OLD.reward_signs) THEN OLD.referral_rule + 1
    ELSE OLD.referral_rule END;
  RETURN NEW;
END $$;
CREATE TRIGGER companies_number_rule BEFORE INSERT OR UPDATE OF reward_bps, reward_wait_days, reward_signs, referral_rule ON companies
  FOR EACH ROW EXECUTE FUNCTION number_referral_rule();

CREATE FUNCTION record_referral_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_rules (company_id, version, reward_bps, wait_days, signs)
  VALUES (NEW.id, NEW.referral_rule, NEW.reward_bps, NEW.reward_wait_days, NEW.reward_signs)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_record_rule AFTER INSERT OR UPDATE OF reward_bps, reward_wait_days, reward_signs ON companies
  FOR EACH ROW EXECUTE FUNCTION record_referral_rule();

CREATE TABLE referral_rewards (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  referrer_id uuid NOT NULL,
  -- The version of the rule at the approval.
  rule integer NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- HELD is part of `supplies.held`, CREDITED has its entry in the ledger.
  state text NOT NULL CHECK (state IN ('HELD', 'CREDITED', 'REFUSED', 'REVERSED')),
  -- Why an admin reviews it; empty for a reward that waits for its day alone.
  signs text[] NOT NULL DEFAULT '{}',
  -- The end of the holding period; null without one.
  held_until timestamptz,
  -- The time of the approval.
  created_at timestamptz NOT NULL,
  -- When it was credited or refused, or its hold ended with its purchase; null while it is held.
  decided_at timestamptz,
  -- The admin who released or refused it; null for the program.
  decided_by uuid,
  -- Read by the referrer.
  refusal_reason text,
  PRIMARY KEY (company_id, id),
  CONSTRAINT referral_rewards_once UNIQUE (company_id, purchase_id),
  FOREIGN KEY (company_id, referrer_id) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, rule) REFERENCES referral_rules (company_id, version),
  CONSTRAINT referral_rewards_decided CHECK ((state = 'HELD') = (decided_at IS NULL)),
  CONSTRAINT referral_rewards_refused CHECK ((state = 'REFUSED') = (refusal_reason IS NOT NULL))
);
CREATE INDEX referral_rewards_list ON referral_rewards (company_id, created_at DESC, id DESC);
CREATE INDEX referral_rewards_of_referrer ON referral_rewards (company_id, referrer_id, created_at DESC, id DESC);
CREATE INDEX referral_rewards_of_purchase ON referral_rewards (purchase_id);
CREATE INDEX referral_rewards_sums ON referral_rewards (company_id, state) INCLUDE (quantity);
CREATE INDEX referral_rewards_due ON referral_rewards (held_until) WHERE state = 'HELD' AND signs = '{}';
SELECT protect_tenant('referral_rewards', 'company_id');

-- Every reward so far was credited with its approval.
INSERT INTO referral_rewards (company_id, purchase_id, referrer_id, rule, quantity, state, created_at, decided_at)
SELECT e.company_id, e.source_id, e.user_id, 1, e.quantity, CASE p.status WHEN 'REVERSED' THEN 'REVERSED' ELSE 'CREDITED' END,
  e.created_at, e.created_at
FROM stock_entries e JOIN purchases p ON p.company_id = e.company_id AND p.id = e.source_id
WHERE e.kind = 'REWARD';

-- The release of a reward can need two admins and expires as little as the approval of a purchase.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_expiry,
  ADD CONSTRAINT approvals_expiry
    CHECK ((expires_at IS NULL) = (kind IN ('purchase.approve', 'purchase.reverse', 'refund.approve', 'reward.release')));

-- What happens to a reward that did not come with the approval is under the referrer's bell.
CREATE FUNCTION notify_of_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (company_id, user_id, area, kind, about_id)
  VALUES (NEW.company_id, NEW.referrer_id, 'member', 'reward-' || lower(NEW.state), NEW.purchase_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER referral_rewards_notify_held AFTER INSERT ON referral_rewards FOR EACH ROW
  WHEN (NEW.state = 'HELD') EXECUTE FUNCTION notify_of_reward();
CREATE TRIGGER referral_rewards_notify AFTER UPDATE OF state ON referral_rewards FOR EACH ROW
  WHEN (OLD.state = 'HELD' AND NEW.state <> 'HELD') EXECUTE FUNCTION notify_of_reward();
