-- Receivers of a company's events, and what is sent to each (docs/decisions/0398).

CREATE TABLE webhooks (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 500),
  -- Types of events; empty for all.
  types text[] NOT NULL DEFAULT '{}',
  -- Encrypted for this row.
  secret bytea NOT NULL,
  -- Signs too for some time after a rotation.
  previous_secret bytea,
  previous_until timestamptz,
  -- PAUSED after repeated failures, DISABLED by the receiver's 410.
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  -- Tries that failed since the last one that succeeded.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- The place in the audit trail up to which its deliveries are made.
  position bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhooks_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);

CREATE TABLE webhook_deliveries (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  position bigint NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'DELIVERED', 'FAILED')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Of a waiting one: when it is tried next, or when another node may take it over.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Of the last try: the status of the answer, or why there was no answer.
  answer_status smallint,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_deliveries_ended CHECK ((state = 'WAITING') = (ended_at IS NULL)),
  FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks (company_id, id) ON DELETE CASCADE
);
-- An event is sent to a receiver once.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (company_id, webhook_id, position);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, webhook_id, next_attempt_at) WHERE state = 'WAITING';
CREATE INDEX webhook_deliveries_ended_at ON webhook_deliveries (ended_at) WHERE state <> 'WAITING';

SELECT protect_tenant('webhooks', 'company_id');
SELECT protect_tenant('webhook_deliveries', 'company_id');
