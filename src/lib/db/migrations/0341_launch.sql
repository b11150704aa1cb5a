-- The launch of a company: its state, and the settings of its pack (docs/contract.md, Launch). They are columns of the
-- company, because every sale locks that row: a freeze waits for the purchases in progress, and none begins after it.
ALTER TABLE companies
  ADD COLUMN launch_state text NOT NULL DEFAULT 'SELLING'
    CHECK (launch_state IN ('SELLING', 'COLLECTING_ADDRESSES', 'FROZEN', 'PACKED')),
  -- When members are told that their addresses will be locked.
  ADD COLUMN launch_freeze_at timestamptz,
  ADD COLUMN launch_token_address text CHECK (launch_token_address ~ '^0x[0-9a-fA-F]{40}$'),
  ADD COLUMN launch_chain_id bigint CHECK (launch_chain_id > 0),
  -- Counts the steps and the changes of the three above, so that nobody confirms what they did not see.
  ADD COLUMN launch_version integer NOT NULL DEFAULT 1,
  -- Since when addresses are collected. Reminders count their weeks from it.
  ADD COLUMN launch_collecting_at timestamptz;

-- 'address': a holder without a wallet address, once for each week of the collection.
ALTER TABLE reminders
  DROP CONSTRAINT reminders_kind_check,
  ADD CONSTRAINT reminders_kind_check CHECK (kind IN ('question', 'rejected', 'verification', 'waiting', 'address'));

-- Addresses that several members use are looked for.
CREATE INDEX users_by_wallet ON users (company_id, lower(wallet_address)) WHERE wallet_address IS NOT NULL;
