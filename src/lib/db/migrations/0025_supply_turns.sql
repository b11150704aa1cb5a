-- Everybody who buys or approves waits for the row of the company's supply. Those who wait for a row that is changed again
-- and again do not get it in the order in which they came; those who wait for an advisory lock do. It is taken right before
-- the row, which goes on to decide.
CREATE FUNCTION await_supply(p_company_id uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('supply ' || p_company_id, 0))
$$;

-- Promises stock to a pending purchase. Raises LB001, and nothing is changed, where the pool does not have it.
CREATE FUNCTION hold_stock(p_company_id uuid, p_quantity bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM await_supply(p_company_id);
  UPDATE supplies s SET held = s.held + p_quantity
    FROM companies c
    WHERE s.company_id = p_company_id AND c.id = s.company_id
      AND c.private_supply - s.credited - s.held >= p_quantity;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the pool has less than % left', p_quantity USING ERRCODE = 'LB001';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION credit_stock(
  p_company_id uuid, p_user_id uuid, p_quantity bigint, p_kind text, p_source_id uuid, p_from_hold bigint, p_at timestamptz,
  p_text_before_seq text, p_text_before_time text
) RETURNS TABLE (entry_seq bigint, entry_at timestamptz, entry_prev_hash text, entry_hash text, pool_left bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM await_supply(p_company_id);
  SELECT s.ledger_seq + 1, s.ledger_hash, c.private_supply - s.credited - s.held + p_from_hold - p_quantity
    INTO entry_seq, entry_prev_hash, pool_left
    FROM supplies s JOIN companies c ON c.id = s.company_id
    WHERE s.company_id = p_company_id FOR UPDATE OF s;
  IF NOT FOUND OR pool_left < 0 THEN
    RETURN;
  END IF;
  -- Under the lock, so that time never runs backwards along the chain.
  entry_at := date_trunc('milliseconds', coalesce(p_at, clock_timestamp()));
  entry_hash := '0x' || encode(sha256(convert_to(
    p_text_before_seq || '"' || entry_seq || '"' || p_text_before_time
    || '"' || to_char(entry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","' || entry_prev_hash || '"]',
    'UTF8')), 'hex');
  UPDATE supplies s SET
    held = s.held - p_from_hold, credited = s.credited + p_quantity, ledger_seq = entry_seq, ledger_hash = entry_hash
    WHERE s.company_id = p_company_id;
  INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
    VALUES (p_company_id, entry_seq, p_user_id, p_quantity, p_kind, p_source_id, entry_at, entry_prev_hash, entry_hash);
  INSERT INTO stock_balances AS b (company_id, user_id, quantity, last_hash, last_at)
    VALUES (p_company_id, p_user_id, p_quantity, entry_hash, entry_at)
    ON CONFLICT (company_id, user_id) DO UPDATE SET
      quantity = b.quantity + excluded.quantity, last_hash = excluded.last_hash, last_at = excluded.last_at;
  RETURN NEXT;
END $$;
