-- A row that one of two admins gave to a claim was 'seen at the bank' for the buyer and for the second admin, also where it has another
-- number and another payer. It is now what the comparison says of the claim's own number, or 'being checked'.
-- What the bank statements say about a purchase: {state, seenOn, amountPaise, readUntil, isMatched, isDisclosed}; null while the company
-- has none.
CREATE OR REPLACE FUNCTION purchase_bank_state(claim purchases) RETURNS jsonb LANGUAGE plpgsql STABLE COST 10000 AS $$
DECLARE
  account uuid := (claim.beneficiary ->> 'id')::uuid;
  read_until date;
  seen bank_rows;
  stored bank_claim_states;
  is_matched boolean := false;
  is_waiting boolean := false;
  is_returned boolean := false;
  has_parts boolean := false;
  matched bigint;
  is_disclosed boolean := false;
  state text := 'UNKNOWN';
BEGIN
  IF NOT EXISTS (SELECT FROM bank_statements WHERE company_id = claim.company_id) THEN RETURN NULL; END IF;
  SELECT bank_date INTO read_until FROM bank_rows
  WHERE company_id = claim.company_id AND beneficiary_id = account AND settlement_id IS NULL ORDER BY bank_date DESC LIMIT 1;
  IF claim.status <> 'REVERSED' THEN
    SELECT r.* INTO seen FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
    WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL
    ORDER BY m.matched_at, m.id LIMIT 1;
    is_waiting := claim.status = 'PENDING' AND claim.allocated_paise > 0 AND EXISTS (SELECT FROM bank_matches m
      WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL AND m.kind <> 'PART');
    SELECT sum(m.amount_paise), bool_or(is_taken_back(r)), bool_or(m.kind = 'PART') INTO matched, is_returned, has_parts
    FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
    WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL
      AND (claim.status <> 'PENDING' OR NOT is_waiting OR m.kind = 'PART' OR is_taken_back(r));
    SELECT s.* INTO stored FROM bank_claim_states s WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id;
    IF seen.id IS NOT NULL AND (NOT is_waiting OR is_returned OR has_parts) THEN
      is_matched := true;
      is_disclosed := true;
      state := CASE
        WHEN claim.status = 'APPROVED' AND stored.state = 'CHECKING' THEN 'CHECKING'
        WHEN claim.status <> 'PENDING' THEN 'SEEN' WHEN is_returned THEN 'CHECKING'
        -- Where another payment may be the rest, it is looked at.
        WHEN has_parts AND (is_waiting OR claim.allocated_paise < claim.final_amount_paise) THEN
          CASE WHEN stored.state = 'SUGGESTED' THEN 'SUGGESTED' ELSE 'AMOUNT_DIFFERS' END
        ELSE 'SEEN' END;
    ELSE
      -- Before its second admin a payment is what the comparison says of its own number, and no more.
      state := coalesce(stored.state, CASE WHEN is_waiting THEN 'CHECKING' END);
      is_disclosed := stored.is_disclosed;
      SELECT r.* INTO seen FROM bank_rows r WHERE r.company_id = stored.company_id AND r.id = stored.row_id;
    END IF;
  END IF;
  RETURN jsonb_build_object(
    'state', coalesce(state, 'UNKNOWN'),
    -- A settlement's payments are at the bank since its credit.
    'seenOn', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN coalesce(credited_on(seen), seen.bank_date) END,
    -- A matched purchase shows the sum of its allocations, not the amount of a row.
    -- Another order of the buyer may have a part of the row: of that, this one has the rest.
    'amountPaise', CASE WHEN is_matched THEN matched::text WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN nullif(
      seen.amount_paise - seen.refunded_paise - (
        SELECT coalesce(sum(m.amount_paise), 0) FROM bank_matches m JOIN purchases p ON p.company_id = m.company_id AND p.id = m.purchase_id
        WHERE seen.allocated_paise > 0 AND m.company_id = seen.company_id AND m.row_id = seen.id AND m.released_at IS NULL
          AND (p.status = 'APPROVED' OR m.kind = 'PART')), 0)::text END,
    'readUntil', read_until,
    'isMatched', is_matched,
    'isDisclosed', coalesce(is_disclosed, false) OR claim.status = 'APPROVED');
END $$;

-- A new allocation takes the state of before with it, but not that of an exact match, which stays true.
CREATE FUNCTION end_state_before_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bank_claim_states WHERE company_id = NEW.company_id AND purchase_id = NEW.purchase_id
    AND NOT (NEW.kind = 'EXACT' AND state = 'SEEN');
  RETURN NULL;
END $$;
DROP TRIGGER bank_matches_claim_state_new ON bank_matches;
CREATE TRIGGER bank_matches_claim_state_new AFTER INSERT ON bank_matches FOR EACH ROW EXECUTE FUNCTION end_state_before_match();
