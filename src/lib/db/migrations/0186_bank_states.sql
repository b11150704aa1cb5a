-- The form in which a reference identifies a payment (src/lib/reconciliation/matching/references.rules.ts); null for one that
-- does not, such as a phone number.
ALTER TABLE bank_row_references ADD COLUMN payment_number text;
CREATE INDEX bank_row_references_number ON bank_row_references (company_id, payment_number) WHERE payment_number IS NOT NULL;
ALTER TABLE statement_draft_rows ADD COLUMN payment_numbers text[] NOT NULL;

-- The same of a purchase's reference.
CREATE FUNCTION claimed_payment_number(reference text, mobile text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN reference ~ '^0?[6-9][0-9]{9}$' OR reference = regexp_replace(mobile, '[^0-9]', '', 'g') THEN NULL
    WHEN reference ~ '^[0-9]{11}$' THEN '0' || reference
    ELSE reference
  END
$$;

-- The purchases with one of these payment numbers.
CREATE FUNCTION claims_of_payment_numbers(company uuid, numbers text[]) RETURNS SETOF purchases LANGUAGE sql STABLE AS $$
  SELECT p.* FROM purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
  WHERE p.company_id = company
    AND p.reference_number = ANY (numbers || ARRAY(SELECT substr(n, 2) FROM unnest(numbers) n WHERE n ~ '^0[0-9]{11}$'))
    AND claimed_payment_number(p.reference_number, u.mobile) = ANY (numbers)
$$;

-- From 3 days before to 10 days after the submission, as DAYS_BEFORE_MAX and DAYS_AFTER_MAX.
CREATE FUNCTION is_in_time(seen bank_rows, claim purchases) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT seen.bank_date - (claim.created_at AT TIME ZONE 'Asia/Kolkata')::date BETWEEN -3 AND 10
$$;

-- Credits are looked up by a number that is computed before: inside a condition, a function of a protected column would keep the
-- database from using the index.

-- The credits with a payment number that are not marked as no payment of a buyer.
CREATE FUNCTION credits_of_payment_number(company uuid, number text) RETURNS SETOF bank_rows LANGUAGE sql STABLE AS $$
  SELECT r.* FROM bank_rows r
  WHERE r.company_id = company AND r.side = 'CREDIT' AND r.not_ours_at IS NULL
    AND r.id IN (SELECT f.row_id FROM bank_row_references f WHERE f.company_id = company AND f.payment_number = number)
$$;

-- The payment number of a purchase; null for none.
CREATE FUNCTION payment_number_of(claim purchases) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT claimed_payment_number(claim.reference_number, u.mobile) FROM users u
  WHERE u.company_id = claim.company_id AND u.id = claim.user_id
$$;

-- Whether the only credit with the claim's number belongs to another purchase, was taken back, or has several claims. The same
-- as the rules of the comparison say (src/lib/reconciliation/matching/rules.ts); tests/api/reconciliation-bank-states compares.
CREATE FUNCTION is_credit_contested(claim purchases, seen bank_rows) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  numbers text[] := ARRAY(
    SELECT DISTINCT payment_number FROM bank_row_references
    WHERE company_id = seen.company_id AND row_id = seen.id AND payment_number IS NOT NULL);
  debits bank_rows[];
  candidates purchases[];
  other purchases;
  number text;
  approved uuid;
BEGIN
  -- A match that waits for a second admin has spent nothing.
  IF EXISTS (SELECT FROM bank_matches m JOIN purchases p ON p.company_id = m.company_id AND p.id = m.purchase_id
      WHERE m.company_id = seen.company_id AND m.row_id = seen.id AND m.released_at IS NULL AND p.status = 'APPROVED')
    OR upper(seen.narration) ~ '(^|[^[:alnum:]])(CRADJ|REV|REVERSALS?|REVERSED|RETURN|RETURNED)($|[^[:alnum:]])'
  THEN RETURN true; END IF;
  debits := ARRAY(
    SELECT d FROM bank_row_references f JOIN bank_rows d ON d.company_id = f.company_id AND d.id = f.row_id
    WHERE f.company_id = seen.company_id AND f.payment_number = ANY (numbers) AND d.side = 'DEBIT'
      AND d.beneficiary_id = seen.beneficiary_id);
  IF EXISTS (SELECT FROM unnest(debits) d WHERE d.amount_paise = seen.amount_paise AND d.bank_date >= seen.bank_date)
  THEN RETURN true; END IF;
  SELECT id INTO approved FROM claims_of_payment_numbers(seen.company_id, numbers)
  WHERE status = 'APPROVED' ORDER BY final_amount_paise = seen.amount_paise DESC, id LIMIT 1;
  IF approved IS NOT NULL THEN RETURN approved <> claim.id; END IF;
  IF cardinality(debits) > 0 THEN RETURN true; END IF;
  candidates := ARRAY(SELECT p FROM claims_of_payment_numbers(seen.company_id, numbers) p WHERE p.status = 'PENDING');
  IF cardinality(candidates) = 0 THEN
    candidates := ARRAY(
      SELECT p FROM claims_of_payment_numbers(seen.company_id, numbers) p
      WHERE p.status = 'REJECTED' AND p.final_amount_paise = seen.amount_paise AND is_in_time(seen, p));
  END IF;
  IF cardinality(candidates) = 0 THEN RETURN false; END IF;
  IF cardinality(candidates) > 1 THEN RETURN true; END IF;
  other := candidates[1];
  IF other.id = claim.id THEN RETURN false; END IF;
  number := payment_number_of(other);
  IF (SELECT count(*) FROM credits_of_payment_number(other.company_id, number)) > 1 THEN RETURN true; END IF;
  RETURN other.final_amount_paise <> seen.amount_paise OR is_in_time(seen, other);
END $$;

-- What the bank statements say about a purchase: {state, seenOn, amountPaise, readUntil, isMatched}; null while the company has
-- none.
CREATE FUNCTION purchase_bank_state(claim purchases) RETURNS jsonb LANGUAGE plpgsql STABLE COST 10000 AS $$
DECLARE
  account uuid := (claim.beneficiary ->> 'id')::uuid;
  read_until date;
  number text;
  credits bank_rows[];
  seen bank_rows;
  is_matched boolean := false;
  state text := 'UNKNOWN';
BEGIN
  IF NOT EXISTS (SELECT FROM bank_statements WHERE company_id = claim.company_id) THEN RETURN NULL; END IF;
  SELECT bank_date INTO read_until FROM bank_rows
  WHERE company_id = claim.company_id AND beneficiary_id = account ORDER BY bank_date DESC LIMIT 1;
  IF claim.status <> 'REVERSED' THEN
    SELECT r.* INTO seen FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
    WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL;
    IF seen.id IS NOT NULL THEN
      state := 'SEEN';
      is_matched := true;
    ELSE
      number := payment_number_of(claim);
      credits := ARRAY(SELECT c FROM credits_of_payment_number(claim.company_id, number) c);
      IF cardinality(credits) > 1 THEN
        state := 'CONFLICT';
      ELSIF cardinality(credits) = 1 THEN
        seen := credits[1];
        state := CASE
          WHEN is_credit_contested(claim, seen) THEN 'CONFLICT'
          WHEN seen.amount_paise = claim.final_amount_paise THEN 'SEEN'
          ELSE 'AMOUNT_DIFFERS' END;
      ELSIF claim.reference_number IS NOT NULL
        AND read_until > (claim.created_at AT TIME ZONE 'Asia/Kolkata')::date THEN
        state := 'NOT_FOUND';
      END IF;
    END IF;
  END IF;
  RETURN jsonb_build_object(
    'state', state,
    'seenOn', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN seen.bank_date END,
    'amountPaise', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN seen.amount_paise::text END,
    'readUntil', read_until,
    'isMatched', is_matched);
END $$;

-- A company chooses its draft ids itself.
ALTER TABLE bank_statements DROP CONSTRAINT bank_statements_draft_id_key, ADD CONSTRAINT bank_statements_draft UNIQUE (company_id, draft_id);
