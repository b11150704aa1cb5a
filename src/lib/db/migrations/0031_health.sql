-- What the platform's health board shows beside the figures.

-- The programs that serve the site. Each says every few seconds that it lives; one that was stopped takes its row along,
-- one that died leaves it. Its name is its place, so a restart takes over its own row.
CREATE TABLE nodes (
  name text PRIMARY KEY,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- Of the disk that its uploads and its embedded database lie on.
  disk_free_bytes bigint,
  disk_total_bytes bigint
);

-- When the ledgers and the trails were last recomputed, and what did not fit. One node takes a run, the others see it taken.
CREATE TABLE verifications (
  kind text PRIMARY KEY CHECK (kind IN ('ledger', 'audit')),
  claimed_at timestamptz,
  ran_at timestamptz,
  entries bigint NOT NULL DEFAULT 0,
  fault text
);

CREATE INDEX mails_unsent ON mails (company_id, state, created_at) WHERE state IN ('WAITING', 'FAILED');
CREATE INDEX mails_sent ON mails (sent_at DESC) WHERE sent_at IS NOT NULL;
