-- Restores, moves and rollbacks of logs (docs/decisions/0680): what the ledger says of them, what waits for the operator, and the
-- keys that follow each other.

-- Entries of a company's ledger that credit nothing. They share the numbers of `stock_entries`.
CREATE TABLE ledger_events (
  company_id uuid NOT NULL REFERENCES companies (id),
  seq bigint NOT NULL CHECK (seq > 0),
  kind text NOT NULL CHECK (kind IN ('RESTORE', 'SET_BACK', 'LEAVE', 'ARRIVE', 'RETURN')),
  detail jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (company_id, seq)
);
CREATE TRIGGER ledger_events_append_only BEFORE UPDATE OR DELETE ON ledger_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT protect_tenant('ledger_events', 'company_id');
REVOKE INSERT ON ledger_events FROM launchbook_app;

-- A log that may have been set back. Nothing is sealed in it until the operator has confirmed every row.
CREATE TABLE log_rollbacks (
  scope_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ledger', 'audit')),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  source text NOT NULL CHECK (source IN ('heads', 'witness', 'restore')),
  -- The last head that was signed, as somebody outside the database knows it. Nulls where nobody does.
  known_epoch uuid,
  known_size bigint CHECK (known_size >= 0),
  known_root bytea CHECK (length(known_root) = 32),
  -- What the database had.
  size bigint NOT NULL CHECK (size >= 0),
  noticed_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  PRIMARY KEY (scope_id, kind, id)
);
SELECT protect_tenant('log_rollbacks', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON log_rollbacks FROM launchbook_app;

-- The keys of a log after its first one. The signed note says with which tree the key begins, and where those before it ended.
CREATE TABLE log_epochs (
  scope_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ledger', 'audit')),
  number bigint NOT NULL CHECK (number > 0),
  -- Random, so that a restore never makes the same key again.
  id uuid NOT NULL,
  note text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, kind, number)
);
SELECT protect_tenant('log_epochs', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON log_epochs FROM launchbook_app;
