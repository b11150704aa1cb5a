-- True if the bank took a credit back: a later debit of the account has its number and amount.
CREATE FUNCTION is_taken_back(credit bank_rows) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bank_row_references fc
    JOIN bank_row_references fd ON fd.company_id = fc.company_id AND fd.payment_number = fc.payment_number
    JOIN bank_rows d ON d.company_id = fd.company_id AND d.id = fd.row_id
    WHERE fc.company_id = credit.company_id AND fc.row_id = credit.id AND d.side = 'DEBIT'
      AND d.beneficiary_id = credit.beneficiary_id AND d.amount_paise = credit.amount_paise AND d.bank_date >= credit.bank_date)
$$;

-- A pending purchase with a part payment has another amount at the bank, and is no longer shown as seen. One with a payment that the
-- bank took back is looked at (src/lib/purchases/filter/store.ts).
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
      SELECT sum(m.amount_paise), CASE WHEN claim.status <> 'PENDING' THEN 'SEEN' WHEN bool_or(is_taken_back(r)) THEN 'CHECKING'
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
