-- Hosts that another cluster serves (docs/decisions/0495): a balancer that sends a request for one here learns where it belongs.
CREATE TABLE cluster_hosts (
  -- Lower case, without scheme and port.
  host text PRIMARY KEY,
  -- As the balancer names it.
  cluster text NOT NULL CHECK (cluster ~ '^[a-z][a-z0-9-]{0,30}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
