-- One admin approved tiny orders of free accounts, imported credits that no bank had, or gave each order a credit of one rupee, and their
-- holds counted as proven: a newcomer with a proof did not get through (decision 0757). Where a company asks for two admins, tokens back
-- holds of ten times as many, a payment backs one when it is there in full, and holds that one admin's word alone backs keep half of the remaining
-- tokens; an order with a proof, or an approval, ends the youngest of those beyond it.

CREATE FUNCTION asks_for_two(p_company_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT c.second_approver_above_paise IS NOT NULL OR c.two_admins_for_accounts FROM companies c WHERE c.id = p_company_id
$$;

-- Tokens that holds of member `u` may have for the member's own tokens; null for no limit.
CREATE FUNCTION tokens_back(u users) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN asks_for_two(u.company_id) THEN 10 * coalesce((
    SELECT b.quantity FROM stock_balances b WHERE b.company_id = u.company_id AND b.user_id = u.id), 0) END
$$;

-- Tokens that the holds with a proof of member `u` have, up to the order of that time and id.
CREATE FUNCTION held_with_proof(u users, p_until timestamptz, p_id uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(p.quantity), 0)::bigint FROM purchases p
  WHERE p.company_id = u.company_id AND p.user_id = u.id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL
    AND p.receipt_id IS NOT NULL AND (p.created_at, p.id) <= (p_until, p_id)
$$;

CREATE OR REPLACE FUNCTION is_backed(claim purchases) RETURNS boolean LANGUAGE sql STABLE COST 1000 AS $$
  SELECT claim.allocated_paise >= claim.final_amount_paise OR (claim.allocated_paise > 0 AND NOT asks_for_two(claim.company_id))
    OR EXISTS (SELECT FROM bank_claim_states s
      WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id AND s.state = 'SEEN')
    OR (claim.receipt_id IS NOT NULL AND EXISTS (SELECT FROM users u
      WHERE u.company_id = claim.company_id AND u.id = claim.user_id AND is_verified_long(u)
        AND (tokens_back(u) IS NULL OR held_with_proof(u, claim.created_at, claim.id) <= tokens_back(u))))
$$;

-- Proven holds beyond what one admin's word may back, the youngest of each admin, and those that nobody's word backs. None in a company that
-- never asks for two admins. A word is that of who imported a statement with the whole payment, and of who approved half of the
-- buyer's tokens or more, first or second, also those of a reward.
CREATE FUNCTION holds_of_one_word(p_company_id uuid) RETURNS TABLE (id uuid, user_id uuid, quantity bigint) LANGUAGE sql STABLE AS $$
  WITH held AS MATERIALIZED (
    SELECT p.id, p.user_id, p.quantity, p.created_at, p.receipt_id, p.allocated_paise >= p.final_amount_paise AS is_paid FROM purchases p
    WHERE p.company_id = p_company_id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL AND NOT p.is_unproven
      AND asks_for_two(p_company_id)
  ), credits AS MATERIALIZED (
    SELECT e.user_id, e.source_id, e.quantity FROM stock_entries e
      JOIN purchases o ON o.company_id = e.company_id AND o.id = e.source_id AND o.status = 'APPROVED'
    WHERE e.company_id = p_company_id AND e.quantity > 0 AND e.user_id IN (SELECT h.user_id FROM held h WHERE h.receipt_id IS NOT NULL)
  ), approvers AS (
    SELECT o.id, o.decided_by AS word FROM purchases o
      WHERE o.company_id = p_company_id AND o.id IN (SELECT c.source_id FROM credits c) AND o.decided_by IS NOT NULL
    UNION
    SELECT a.subject_id, a.proposed_by FROM approvals a
      WHERE a.company_id = p_company_id AND a.subject_id IN (SELECT c.source_id FROM credits c) AND a.kind = 'purchase.approve'
        AND a.state = 'CONFIRMED'
  ), totals AS (
    SELECT c.user_id, sum(c.quantity) AS quantity FROM credits c GROUP BY c.user_id
  ), of_buyers AS (
    SELECT c.user_id, a.word FROM credits c JOIN approvers a ON a.id = c.source_id JOIN totals t ON t.user_id = c.user_id
    GROUP BY c.user_id, a.word, t.quantity HAVING sum(c.quantity) * 2 >= t.quantity
  ), at_bank AS (
    SELECT seen.purchase_id AS id, s.imported_by AS word FROM (
        SELECT c.purchase_id, c.row_id FROM held h JOIN bank_claim_states c ON c.company_id = p_company_id AND c.purchase_id = h.id
          WHERE c.state = 'SEEN'
        UNION
        SELECT m.purchase_id, m.row_id FROM held h JOIN bank_matches m ON m.company_id = p_company_id AND m.purchase_id = h.id
          WHERE h.is_paid AND m.released_at IS NULL
      ) seen
      JOIN bank_statement_rows r ON r.company_id = p_company_id AND r.row_id = seen.row_id
      JOIN bank_statements s ON s.company_id = r.company_id AND s.id = r.statement_id
  ), words AS (
    SELECT h.id, b.word FROM held h JOIN of_buyers b ON b.user_id = h.user_id WHERE h.receipt_id IS NOT NULL
    UNION
    SELECT w.id, w.word FROM at_bank w
  ), counted AS (
    SELECT h.id, h.user_id, h.quantity, h.created_at, count(w.word) AS words, min(w.word::text) AS word
    FROM held h LEFT JOIN words w ON w.id = h.id
    GROUP BY h.id, h.user_id, h.quantity, h.created_at
  ), single AS (
    SELECT n.*, sum(n.quantity) OVER (PARTITION BY n.word ORDER BY n.created_at, n.id) AS through, sum(n.quantity) OVER () AS together
    FROM counted n WHERE n.words < 2
  )
  SELECT o.id, o.user_id, o.quantity FROM single o
    JOIN companies c ON c.id = p_company_id JOIN supplies s ON s.company_id = c.id
    WHERE o.words = 0 OR o.through * 2 > c.private_supply - s.credited - s.held + s.held_unproven + o.together
$$;

-- As before, and ends holds of one word where the supply alone is short: between those without a proof and those with one.
CREATE OR REPLACE FUNCTION displace_holds(
  p_company_id uuid, p_user_id uuid, p_purchase_id uuid, p_quantity bigint, p_unproven bigint, p_limit integer
) RETURNS TABLE (id uuid, order_number text, quantity bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  claim purchases;
  claims purchases[] := '{}';
  bare purchases[] := '{}';
  proofs purchases[] := '{}';
  spares purchases[] := '{}';
  spare_ids uuid[];
  spare bigint;
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
  PERFORM await_displacement(p_company_id);
  SELECT coalesce(array_agg(h.id), '{}'), coalesce(sum(h.quantity), 0) INTO spare_ids, spare
    FROM holds_of_one_word(p_company_id) h WHERE h.user_id <> p_user_id;
  FOR claim IN
    SELECT p.* FROM purchases p
    WHERE p.company_id = p_company_id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL AND p.is_unproven
      AND p.id IS DISTINCT FROM p_purchase_id
    ORDER BY p.user_id = p_user_id, p.receipt_id IS NOT NULL, p.created_at DESC, p.id DESC
    LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN gathered >= p_quantity;
    IF claim.user_id = p_user_id OR claim.receipt_id IS NOT NULL THEN
      proofs := proofs || claim;
    ELSE
      bare := bare || claim;
    END IF;
    gathered := gathered + claim.quantity;
  END LOOP;
  gathered := 0;
  FOR claim IN
    SELECT p.* FROM purchases p
    WHERE p.company_id = p_company_id AND p.id = ANY (spare_ids) AND p.status = 'PENDING' AND p.hold_ended_at IS NULL
      AND NOT p.is_unproven
    ORDER BY p.created_at DESC, p.id DESC
    LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN gathered >= p_quantity;
    spares := spares || claim;
    gathered := gathered + claim.quantity;
  END LOOP;
  PERFORM await_supply(p_company_id);
  SELECT c.private_supply - s.credited - s.held, s.held_unproven, c.unproven_share_bps INTO STRICT supply_left, pool, share_bps
    FROM supplies s JOIN companies c ON c.id = s.company_id
    WHERE s.company_id = p_company_id FOR NO KEY UPDATE OF s;
  -- An order for which the ceiling has no room takes that of an unproven one, whose tokens it then has, too.
  claims := bare || CASE WHEN share_bps > 0 AND pool - (SELECT coalesce(sum(b.quantity), 0) FROM unnest(bare) b) + p_unproven
      > unproven_max(supply_left + pool + spare, share_bps) THEN proofs || spares ELSE spares || proofs END;
  FOR nth IN 0 .. cardinality(claims) LOOP
    IF nth > 0 THEN
      claim := claims[nth];
      -- No such hold ends for the ceiling of the unproven ones: it is no part of them.
      CONTINUE WHEN NOT claim.is_unproven AND supply_left >= p_quantity;
      IF NOT claim.is_unproven THEN
        spare := spare - claim.quantity;
      ELSE
        moved := moved + claim.quantity;
        pool := pool - claim.quantity;
      END IF;
      IF claim.is_unproven AND is_backed(claim) THEN
        backed := backed || claim.id;
      ELSE
        ended := ended || claim.id;
        released := released + claim.quantity;
        supply_left := supply_left + claim.quantity;
      END IF;
    END IF;
    fits := supply_left >= p_quantity AND (p_unproven = 0 OR share_bps = 0 OR pool = 0 OR moved >= p_unproven
      OR pool + p_unproven <= unproven_max(supply_left + pool + spare, share_bps));
    EXIT WHEN fits;
  END LOOP;
  IF p_purchase_id IS NOT NULL AND NOT fits THEN
    RAISE EXCEPTION 'the supply has less than % left', p_quantity
      USING ERRCODE = CASE WHEN supply_left + pool + spare < p_quantity THEN 'LB001' ELSE 'LB003' END,
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
