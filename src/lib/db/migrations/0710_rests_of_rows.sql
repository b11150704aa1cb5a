-- A second order of a payment is compared with the rest of its row: its buyer reads that, not what the whole row has.
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
        -- Where another payment may be the rest, it is looked at; where all of it is there, a second admin completes the approval.
        WHEN bool_or(m.kind = 'PART') AND claim.allocated_paise < claim.final_amount_paise THEN
          CASE WHEN EXISTS (SELECT FROM bank_claim_states s WHERE s.company_id = claim.company_id AND s.purchase_id = claim.id
            AND s.state = 'SUGGESTED') THEN 'SUGGESTED' ELSE 'AMOUNT_DIFFERS' END
        ELSE 'SEEN' END
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

-- A new allocation takes the state of before with it, as one that ends does.
CREATE TRIGGER bank_matches_claim_state_new AFTER INSERT ON bank_matches FOR EACH ROW EXECUTE FUNCTION end_claim_state();

-- Whatever the comparison reads brings another comparison: what a refund takes of a row, a member who may be a payer, own names.
DROP TRIGGER bank_rows_change ON bank_rows;
CREATE TRIGGER bank_rows_change AFTER UPDATE ON bank_rows FOR EACH ROW
  WHEN ((OLD.not_ours_at, OLD.rejected_purchase_id, OLD.settles_id, OLD.refunded_paise)
    IS DISTINCT FROM (NEW.not_ours_at, NEW.rejected_purchase_id, NEW.settles_id, NEW.refunded_paise))
  EXECUTE FUNCTION record_bank_change();
DROP TRIGGER users_bank_change ON users;
CREATE TRIGGER users_bank_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.mobile, OLD.is_approved, OLD.identity_changed_at, OLD.role, OLD.deleted_at)
    IS DISTINCT FROM (NEW.name, NEW.mobile, NEW.is_approved, NEW.identity_changed_at, NEW.role, NEW.deleted_at))
  EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER users_bank_change_new AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.role = 'USER') EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER beneficiaries_bank_change AFTER INSERT ON beneficiaries FOR EACH ROW EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER beneficiaries_bank_change_later AFTER UPDATE ON beneficiaries FOR EACH ROW
  WHEN ((OLD.holder_name, OLD.bank_name, OLD.branch) IS DISTINCT FROM (NEW.holder_name, NEW.bank_name, NEW.branch))
  EXECUTE FUNCTION record_bank_change();
CREATE FUNCTION record_company_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bank_statements WHERE company_id = NEW.id) THEN
    INSERT INTO bank_changes (company_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_bank_change AFTER UPDATE ON companies FOR EACH ROW
  WHEN ((OLD.company_name, OLD.token_name, OLD.token_symbol) IS DISTINCT FROM (NEW.company_name, NEW.token_name, NEW.token_symbol))
  EXECUTE FUNCTION record_company_change();
INSERT INTO bank_changes (company_id) SELECT DISTINCT company_id FROM bank_statements;
