-- An approved purchase whose payment the bank took back is looked at, and no longer shown as seen. The comparison stores that, so that
-- lists of approved purchases need not look for debits.
-- What the bank statements say about a purchase: {state, seenOn, amountPaise, readUntil, isMatched, isDisclosed}; null while the company
-- has none.
CREATE OR REPLACE FUNCTION purchase_bank_state(claim purchases) RETURNS jsonb LANGUAGE plpgsql STABLE COST 10000 AS $$
DECLARE
  account uuid := (claim.beneficiary ->> 'id')::uuid;
  read_until date;
  seen bank_rows;
  is_matched boolean := false;
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
    IF seen.id IS NOT NULL THEN
      is_matched := true;
      SELECT sum(m.amount_paise), CASE
        WHEN claim.status = 'APPROVED' AND EXISTS (SELECT FROM bank_claim_states s
          WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id AND s.state = 'CHECKING') THEN 'CHECKING'
        WHEN claim.status <> 'PENDING' THEN 'SEEN' WHEN bool_or(is_taken_back(r)) THEN 'CHECKING'
        WHEN bool_or(m.kind = 'PART') THEN 'AMOUNT_DIFFERS' ELSE 'SEEN' END
      INTO matched, state FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
      WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL;
      is_disclosed := true;
    ELSE
      SELECT s.state, s.is_disclosed INTO state, is_disclosed FROM bank_claim_states s
      WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id;
      SELECT r.* INTO seen FROM bank_claim_states s JOIN bank_rows r ON r.company_id = s.company_id AND r.id = s.row_id
      WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id;
    END IF;
  END IF;
  RETURN jsonb_build_object(
    'state', coalesce(state, 'UNKNOWN'),
    -- A settlement's payments are at the bank since its credit.
    'seenOn', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN coalesce(credited_on(seen), seen.bank_date) END,
    -- A matched purchase shows the sum of its allocations, not the amount of a row.
    'amountPaise', CASE WHEN is_matched THEN matched::text WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN seen.amount_paise::text END,
    'readUntil', read_until,
    'isMatched', is_matched,
    'isDisclosed', coalesce(is_disclosed, false) OR claim.status = 'APPROVED');
END $$;
