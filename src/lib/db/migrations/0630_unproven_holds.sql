-- A ceiling for all holds without a proof or of unverified members (docs/decisions/0630).

ALTER TABLE companies
  -- Of what is left, in basis points; 0 for no limit.
  ADD COLUMN unproven_share_bps integer NOT NULL DEFAULT 2000 CHECK (unproven_share_bps BETWEEN 0 AND 10000);
-- Whether the hold of a pending purchase is part of `supplies.held_unproven`.
ALTER TABLE purchases ADD COLUMN is_unproven boolean NOT NULL DEFAULT false;
ALTER TABLE supplies ADD COLUMN held_unproven bigint NOT NULL DEFAULT 0;
CREATE INDEX purchases_unproven ON purchases (company_id, created_at)
  WHERE status = 'PENDING' AND hold_ended_at IS NULL AND is_unproven;

-- Whether a verified member has sent a proof, or the bank has the payment.
CREATE FUNCTION is_backed(claim purchases) RETURNS boolean LANGUAGE sql STABLE COST 1000 AS $$
  SELECT claim.allocated_paise > 0
    OR EXISTS (SELECT FROM bank_claim_states s
      WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id AND s.state = 'SEEN')
    OR (claim.receipt_id IS NOT NULL AND EXISTS (SELECT FROM users u
      WHERE u.company_id = claim.company_id AND u.id = claim.user_id AND u.is_approved))
$$;

UPDATE purchases p SET is_unproven = true WHERE status = 'PENDING' AND hold_ended_at IS NULL AND NOT is_backed(p);
UPDATE supplies s SET held_unproven = (SELECT coalesce(sum(p.quantity), 0) FROM purchases p
  WHERE p.company_id = s.company_id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL AND p.is_unproven);
ALTER TABLE supplies ADD CONSTRAINT supplies_held_unproven CHECK (held_unproven BETWEEN 0 AND held);

-- Whole tokens that unproven holds may reserve. `p_left` is neither sold nor reserved by other holds.
CREATE FUNCTION unproven_max(p_left bigint, p_share_bps integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ceil(greatest(p_left, 0)::numeric * p_share_bps / 10000)::bigint
$$;

-- Reserves stock, of it `p_unproven` for an unproven hold. Raises LB001 when the supply has less than that, and LB002 when it has
-- enough only without some of the unproven holds. The detail of the error is the number of tokens left, exact under the lock.
-- Notifies the admins when unproven holds have half of what they may have.
DROP FUNCTION reserve_stock(uuid, bigint);
CREATE FUNCTION reserve_stock(p_company_id uuid, p_quantity bigint, p_unproven bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  supply_left bigint;
  unproven bigint;
  is_half boolean;
BEGIN
  PERFORM await_supply(p_company_id);
  UPDATE supplies s SET held = s.held + p_quantity, held_unproven = s.held_unproven + p_unproven
    FROM companies c
    WHERE s.company_id = p_company_id AND c.id = s.company_id
      AND c.private_supply - s.credited - s.held >= p_quantity
      AND (p_unproven = 0 OR c.unproven_share_bps = 0 OR s.held_unproven + p_unproven
        <= unproven_max(c.private_supply - s.credited - s.held + s.held_unproven, c.unproven_share_bps))
    RETURNING p_unproven > 0 AND c.unproven_share_bps > 0
      AND s.held_unproven * 2 >= unproven_max(c.private_supply - s.credited - s.held + s.held_unproven, c.unproven_share_bps)
      AND (s.held_unproven - p_unproven) * 2
        < unproven_max(c.private_supply - s.credited - s.held + s.held_unproven, c.unproven_share_bps) INTO is_half;
  IF is_half THEN
    -- One unread notification for each admin.
    INSERT INTO notifications (company_id, user_id, area, kind)
    SELECT u.company_id, u.id, 'admin', 'holds-unproven' FROM users u
    WHERE u.company_id = p_company_id AND u.role = 'ADMIN' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.company_id = u.company_id AND n.user_id = u.id AND n.area = 'admin'
        AND n.kind = 'holds-unproven' AND n.read_at IS NULL);
  ELSIF is_half IS NULL THEN
    SELECT greatest(c.private_supply - s.credited - s.held, 0), s.held_unproven INTO STRICT supply_left, unproven
      FROM supplies s JOIN companies c ON c.id = s.company_id
      WHERE s.company_id = p_company_id;
    RAISE EXCEPTION 'the supply has less than % left', p_quantity
      USING ERRCODE = CASE WHEN supply_left + unproven < p_quantity THEN 'LB001' ELSE 'LB002' END, DETAIL = supply_left::text;
  END IF;
END $$;

-- Adds an entry to the ledger and its quantity to the member's balance: above 0 the stock comes from the supply, of it
-- `p_from_hold` from what is reserved, and of that `p_from_unproven` from unproven holds; below 0 it returns there. No row, and
-- nothing is changed, when the supply or the member has less than that.
DROP FUNCTION append_stock_entry(uuid, uuid, bigint, text, uuid, bigint, timestamptz, text);
CREATE FUNCTION append_stock_entry(
  p_company_id uuid, p_user_id uuid, p_quantity bigint, p_kind text, p_source_id uuid, p_from_hold bigint, p_from_unproven bigint,
  p_at timestamptz, p_hash text
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
  UPDATE supplies s SET held = s.held - p_from_hold, held_unproven = s.held_unproven - p_from_unproven,
      credited = s.credited + p_quantity, ledger_seq = s.ledger_seq + 1
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

-- Ends unproven holds until an order of `p_quantity` fits, at most `p_limit`: those without a proof first, then those of unverified
-- members, the youngest first, and those of the buyer last. A hold that is backed meanwhile only leaves the pool. Purchases that are
-- being decided are skipped. With a purchase, reserves for it, of which `p_unproven` is unproven; without one, only makes room.
-- A proven order is never refused by the ceiling: it fits, too, when it takes the room of holds that end, or when it is the only one.
-- Raises LB001 when the order would not fit without any unproven hold, and LB003 when more holds have to end. Returns the ended ones.
CREATE FUNCTION displace_holds(
  p_company_id uuid, p_user_id uuid, p_purchase_id uuid, p_quantity bigint, p_unproven bigint, p_limit integer
) RETURNS TABLE (id uuid, order_number text, quantity bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  claim purchases;
  claims purchases[] := '{}';
  gathered bigint := 0;
  moved bigint := 0;
  released bigint := 0;
  ended uuid[] := '{}';
  backed uuid[] := '{}';
  supply_left bigint;
  pool bigint;
  share_bps integer;
  fits boolean;
BEGIN
  -- One displacement at a time, so that none misses the holds that another has locked. Before the purchases in the lock order.
  PERFORM pg_advisory_xact_lock(hashtextextended('displace ' || p_company_id, 0));
  FOR claim IN
    SELECT p.* FROM purchases p
    WHERE p.company_id = p_company_id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL AND p.is_unproven
      AND p.id IS DISTINCT FROM p_purchase_id
    ORDER BY p.user_id = p_user_id, p.receipt_id IS NOT NULL, p.created_at DESC, p.id DESC
    LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN gathered >= p_quantity;
    claims := claims || claim;
    gathered := gathered + claim.quantity;
  END LOOP;
  PERFORM await_supply(p_company_id);
  SELECT c.private_supply - s.credited - s.held, s.held_unproven, c.unproven_share_bps INTO STRICT supply_left, pool, share_bps
    FROM supplies s JOIN companies c ON c.id = s.company_id
    WHERE s.company_id = p_company_id FOR NO KEY UPDATE OF s;
  FOR nth IN 0 .. cardinality(claims) LOOP
    IF nth > 0 THEN
      claim := claims[nth];
      moved := moved + claim.quantity;
      pool := pool - claim.quantity;
      IF is_backed(claim) THEN
        backed := backed || claim.id;
      ELSE
        ended := ended || claim.id;
        released := released + claim.quantity;
        supply_left := supply_left + claim.quantity;
      END IF;
    END IF;
    fits := supply_left >= p_quantity AND (p_unproven = 0 OR share_bps = 0 OR pool = 0 OR moved >= p_unproven
      OR pool + p_unproven <= unproven_max(supply_left + pool, share_bps));
    EXIT WHEN fits;
  END LOOP;
  IF p_purchase_id IS NOT NULL AND NOT fits THEN
    RAISE EXCEPTION 'the supply has less than % left', p_quantity
      USING ERRCODE = CASE WHEN supply_left + pool < p_quantity THEN 'LB001' ELSE 'LB003' END,
        DETAIL = greatest(supply_left - released, 0)::text;
  END IF;
  UPDATE purchases p SET is_unproven = false WHERE p.company_id = p_company_id AND p.id = ANY (backed);
  UPDATE supplies s SET
    held = s.held - released + CASE WHEN p_purchase_id IS NULL THEN 0 ELSE p_quantity END,
    held_unproven = pool + CASE WHEN p_purchase_id IS NULL THEN 0 ELSE p_unproven END
    WHERE s.company_id = p_company_id;
  RETURN QUERY UPDATE purchases p SET hold_ended_at = now() WHERE p.company_id = p_company_id AND p.id = ANY (ended)
    RETURNING p.id, p.order_number, p.quantity;
END $$;
