-- Ledger and audit trail become transparency logs (docs/decisions/0290): rows are added without waiting for the row before, and a
-- task of the program seals them into a Merkle tree with signed checkpoints.

-- Hashes of a tree, 256 in a tile. `kind` and `scope_id` name the log: the scope is the company, or the nil uuid for the platform.
CREATE TABLE log_tiles (
  scope_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ledger', 'audit')),
  level smallint NOT NULL CHECK (level >= 0),
  tile bigint NOT NULL CHECK (tile >= 0),
  hashes bytea NOT NULL CHECK (length(hashes) BETWEEN 32 AND 8192 AND length(hashes) % 32 = 0),
  PRIMARY KEY (scope_id, kind, level, tile)
);
SELECT protect_tenant('log_tiles', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON log_tiles FROM launchbook_app;

-- Signed notes. A log begins with an unsigned one of size 0, which is signed within a second.
CREATE TABLE log_checkpoints (
  scope_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ledger', 'audit')),
  size bigint NOT NULL CHECK (size >= 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  note text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, kind, size)
);
CREATE INDEX log_checkpoints_unsigned ON log_checkpoints (scope_id, kind) WHERE note = '';
SELECT protect_tenant('log_checkpoints', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON log_checkpoints FROM launchbook_app;

-- The position of each sealed entry of a trail, from 0.
CREATE TABLE audit_order (
  scope_id uuid NOT NULL,
  position bigint NOT NULL CHECK (position >= 0),
  seq bigint NOT NULL,
  PRIMARY KEY (scope_id, position),
  UNIQUE (scope_id, seq)
);
CREATE TRIGGER audit_order_append_only BEFORE UPDATE OR DELETE ON audit_order FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT protect_tenant('audit_order', 'scope_id');
REVOKE INSERT ON audit_order FROM launchbook_app;

-- Entries of a trail that are not sealed yet.
CREATE TABLE audit_queue (
  scope_id uuid NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (scope_id, seq)
);
SELECT protect_tenant('audit_queue', 'scope_id');
REVOKE UPDATE, DELETE ON audit_queue FROM launchbook_app;

-- Existing entries keep their text, their place and their hash, which covers the hash of the entry before. All are sealed by the
-- first start.
INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM audit_entries;
INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
SELECT scope_id, 'audit', 0, sha256(''), '' FROM audit_heads
UNION SELECT scope_id, 'audit', 0, sha256(''), '' FROM audit_entries
UNION SELECT id, 'audit', 0, sha256(''), '' FROM companies
UNION SELECT company_id, 'ledger', 0, sha256(''), '' FROM supplies;

DROP FUNCTION append_audit(uuid, text, text, text, text, uuid, text, text, uuid, jsonb, jsonb, timestamptz);
DROP FUNCTION append_stock_entry(uuid, uuid, bigint, text, uuid, bigint, timestamptz, text, text);
DROP FUNCTION seal_row(text, bigint, text, timestamptz, text);
DROP TABLE audit_heads;
ALTER TABLE supplies DROP COLUMN ledger_hash;

-- Null in entries of the new kind. Their hash is that of a leaf, which has no hash of another entry in it; the program makes it.
ALTER TABLE stock_entries ALTER COLUMN prev_hash DROP NOT NULL;
ALTER TABLE audit_entries ALTER COLUMN prev_hash DROP NOT NULL, ALTER COLUMN hash DROP NOT NULL;

-- The number of a new entry of a trail: unique, and increasing with the clock. No writer waits for another: microseconds, and
-- 11 bits of the transaction's number for two in the same microsecond.
CREATE FUNCTION next_audit_seq() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint * 2048 + (pg_current_xact_id()::text::bigint & 2047)
$$;
ALTER TABLE audit_entries ALTER COLUMN seq SET DEFAULT next_audit_seq();

-- Adds an entry to the ledger and its quantity to the member's balance: above 0 the stock comes from the supply, of it
-- `p_from_hold` from what is reserved; below 0 it returns there. No row, and nothing is changed, when the supply or the
-- member has less than that.
CREATE FUNCTION append_stock_entry(
  p_company_id uuid, p_user_id uuid, p_quantity bigint, p_kind text, p_source_id uuid, p_from_hold bigint, p_at timestamptz,
  p_hash text
) RETURNS TABLE (entry_seq bigint, supply_left bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM await_supply(p_company_id);
  IF p_quantity < 0 THEN
    UPDATE stock_balances b SET quantity = b.quantity + p_quantity, last_hash = p_hash, last_at = p_at
      WHERE b.company_id = p_company_id AND b.user_id = p_user_id AND b.quantity + p_quantity >= 0;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  UPDATE supplies s SET held = s.held - p_from_hold, credited = s.credited + p_quantity, ledger_seq = s.ledger_seq + 1
    FROM companies c
    WHERE s.company_id = p_company_id AND c.id = s.company_id
      AND (p_quantity < 0 OR c.private_supply - s.credited - s.held + p_from_hold >= p_quantity)
    RETURNING s.ledger_seq, c.private_supply - s.credited - s.held INTO entry_seq, supply_left;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF p_quantity > 0 THEN
    INSERT INTO stock_balances AS b (company_id, user_id, quantity, last_hash, last_at)
      VALUES (p_company_id, p_user_id, p_quantity, p_hash, p_at)
      ON CONFLICT (company_id, user_id) DO UPDATE SET
        quantity = b.quantity + excluded.quantity, last_hash = excluded.last_hash, last_at = excluded.last_at;
  END IF;
  INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, hash)
    VALUES (p_company_id, entry_seq, p_user_id, p_quantity, p_kind, p_source_id, p_at, p_hash);
  RETURN NEXT;
END $$;
