-- How much stock the pending purchases of one member may hold, and for how long (docs/decisions/0171). 0 means no limit.
ALTER TABLE companies
  ADD COLUMN open_purchases_max integer NOT NULL DEFAULT 50 CHECK (open_purchases_max >= 0),
  -- Of the private supply, in basis points.
  ADD COLUMN held_share_bps integer NOT NULL DEFAULT 500 CHECK (held_share_bps BETWEEN 0 AND 10000),
  ADD COLUMN held_share_unverified_bps integer NOT NULL DEFAULT 100
    CHECK (held_share_unverified_bps BETWEEN 0 AND 10000),
  ADD COLUMN hold_hours integer NOT NULL DEFAULT 72 CHECK (hold_hours >= 0);

-- Set when the hold of a pending purchase ends without a decision: its quantity is then not part of `supplies.held`.
ALTER TABLE purchases ADD COLUMN hold_ended_at timestamptz;
