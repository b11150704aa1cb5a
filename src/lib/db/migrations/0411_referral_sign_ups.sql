-- How a referred member came (docs/decisions/0411). Nothing of it names a network or a browser.

CREATE TABLE referral_sign_ups (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Keyed hash of the referrer and the network of the registration: equal only for one code and one network. Null where the
  -- network says nothing, as for the machine's own.
  network_hash bytea CHECK (length(network_hash) = 32),
  -- Whether the member has registered or paid in a browser in which the referrer had logged in.
  is_same_browser boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX referral_sign_ups_of_network ON referral_sign_ups (company_id, network_hash, created_at) WHERE network_hash IS NOT NULL;
SELECT protect_tenant('referral_sign_ups', 'company_id');
