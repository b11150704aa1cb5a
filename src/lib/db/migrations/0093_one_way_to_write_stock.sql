-- One way to write a chain: the database numbers, dates and seals a row in one call, because all other writers wait for the
-- head of the chain meanwhile. The program only recomputes the seals (docs/decisions/0161). What was sealed before stays
-- valid: the sealed text has not changed.

-- The seal of a row. Its text comes in parts, because its number, its time and the previous hash are known only under
-- the lock of the head.
CREATE FUNCTION seal_row(
  p_text_before_seq text, p_seq bigint, p_text_before_time text, p_at timestamptz, p_prev_hash text
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '0x' || encode(sha256(convert_to(
    p_text_before_seq || '"' || p_seq || '"' || p_text_before_time
    || '"' || to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","' || p_prev_hash || '"]',
    'UTF8')), 'hex')
$$;

-- Reserves stock for a pending purchase. False, and nothing is changed, when the supply has less than that.
DROP FUNCTION hold_stock(uuid, bigint);
CREATE FUNCTION reserve_stock(p_company_id uuid, p_quantity bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM await_supply(p_company_id);
  UPDATE supplies s SET held = s.held + p_quantity
    FROM companies c
    WHERE s.company_id = p_company_id AND c.id = s.company_id
      AND c.private_supply - s.credited - s.held >= p_quantity;
  RETURN FOUND;
END $$;

-- Adds an entry to the ledger and its quantity to the member's balance: above 0 the stock comes from the supply, of it
-- `p_from_hold` from what is reserved; below 0 it returns there. No row, and nothing is changed, when the supply or the
-- member has less than that.
DROP FUNCTION credit_stock(uuid, uuid, bigint, text, uuid, bigint, timestamptz, text, text);
CREATE FUNCTION append_stock_entry(
  p_company_id uuid, p_user_id uuid, p_quantity bigint, p_kind text, p_source_id uuid, p_from_hold bigint, p_at timestamptz,
  p_text_before_seq text, p_text_before_time text
) RETURNS TABLE (entry_seq bigint, entry_at timestamptz, entry_prev_hash text, entry_hash text, supply_left bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM await_supply(p_company_id);
  SELECT s.ledger_seq + 1, s.ledger_hash, c.private_supply - s.credited - s.held + p_from_hold - p_quantity
    INTO entry_seq, entry_prev_hash, supply_left
    FROM supplies s JOIN companies c ON c.id = s.company_id
    WHERE s.company_id = p_company_id FOR UPDATE OF s;
  IF NOT FOUND OR (p_quantity > 0 AND supply_left < 0) THEN
    RETURN;
  END IF;
  -- Under the lock, so that time never runs backwards along the chain.
  entry_at := date_trunc('milliseconds', coalesce(p_at, clock_timestamp()));
  entry_hash := seal_row(p_text_before_seq, entry_seq, p_text_before_time, entry_at, entry_prev_hash);
  IF p_quantity < 0 THEN
    UPDATE stock_balances b SET quantity = b.quantity + p_quantity, last_hash = entry_hash, last_at = entry_at
      WHERE b.company_id = p_company_id AND b.user_id = p_user_id AND b.quantity + p_quantity >= 0;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  ELSE
    INSERT INTO stock_balances AS b (company_id, user_id, quantity, last_hash, last_at)
      VALUES (p_company_id, p_user_id, p_quantity, entry_hash, entry_at)
      ON CONFLICT (company_id, user_id) DO UPDATE SET
        quantity = b.quantity + excluded.quantity, last_hash = excluded.last_hash, last_at = excluded.last_at;
  END IF;
  UPDATE supplies s SET
    held = s.held - p_from_hold, credited = s.credited + p_quantity, ledger_seq = entry_seq, ledger_hash = entry_hash
    WHERE s.company_id = p_company_id;
  INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
    VALUES (p_company_id, entry_seq, p_user_id, p_quantity, p_kind, p_source_id, entry_at, entry_prev_hash, entry_hash);
  RETURN NEXT;
END $$;

-- As before, and dated `p_at` where an entry is made afterwards.
DROP FUNCTION append_audit(uuid, text, text, text, text, uuid, text, text, uuid, jsonb, jsonb);
CREATE FUNCTION append_audit(
  p_scope_id uuid, p_genesis text, p_text_before_seq text, p_text_before_time text,
  p_actor_kind text, p_actor_id uuid, p_action text, p_subject_kind text, p_subject_id uuid, p_before jsonb, p_after jsonb,
  p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  next_seq bigint;
  last_hash text;
  at timestamptz(3);
  sealed text;
BEGIN
  INSERT INTO audit_heads AS h (scope_id, seq, hash) VALUES (p_scope_id, 1, p_genesis)
    ON CONFLICT (scope_id) DO UPDATE SET seq = h.seq + 1
    RETURNING h.seq, h.hash INTO next_seq, last_hash;
  at := date_trunc('milliseconds', coalesce(p_at, clock_timestamp()));
  sealed := seal_row(p_text_before_seq, next_seq, p_text_before_time, at, last_hash);
  INSERT INTO audit_entries (
    scope_id, seq, actor_kind, actor_id, action, subject_kind, subject_id, before, after, created_at, prev_hash, hash
  ) VALUES (
    p_scope_id, next_seq, p_actor_kind, p_actor_id, p_action, p_subject_kind, p_subject_id, p_before, p_after, at,
    last_hash, sealed
  );
  UPDATE audit_heads SET hash = sealed WHERE scope_id = p_scope_id;
END $$;

-- Only an adjustment takes stock away.
ALTER TABLE stock_entries ADD CONSTRAINT stock_entries_sign CHECK (quantity > 0 OR kind = 'ADJUSTMENT');
