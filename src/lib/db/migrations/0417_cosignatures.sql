-- The newest checkpoint that each witness has cosigned (docs/decisions/0417).
CREATE TABLE log_cosignatures (
  scope_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ledger', 'audit')),
  -- The name in the witness's key.
  witness text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  -- The signed note that was cosigned. Checkpoints of the same hour are not all kept.
  note text NOT NULL,
  -- One or more signature lines of a note.
  lines text NOT NULL,
  cosigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, kind, witness)
);
SELECT protect_tenant('log_cosignatures', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON log_cosignatures FROM launchbook_app;
