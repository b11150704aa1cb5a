-- Settlement files of payment aggregators (docs/decisions/0240). A line of such a file is a row; the credit by which the bank
-- received a settlement's net sum is spent on the settlement.

CREATE TABLE settlements (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The account that receives it.
  beneficiary_id uuid NOT NULL REFERENCES beneficiaries (id),
  provider text NOT NULL,
  -- Its id at the aggregator.
  reference text NOT NULL CHECK (reference <> ''),
  -- The number of the transfer to the bank, in the form of `normaliseReference`; null until the aggregator states it.
  utr text CHECK (utr <> ''),
  settled_on date,
  PRIMARY KEY (company_id, id),
  CONSTRAINT settlements_reference UNIQUE (company_id, beneficiary_id, provider, reference)
);
CREATE INDEX settlements_utr ON settlements (company_id, utr);
CREATE INDEX settlements_list ON settlements (company_id, settled_on DESC, id DESC);
CREATE INDEX settlements_account ON settlements (beneficiary_id);

ALTER TABLE bank_rows
  -- Of a line: its settlement, what it is, and what the aggregator kept of it.
  ADD COLUMN settlement_id uuid,
  ADD COLUMN settlement_kind text CHECK (settlement_kind IN ('PAYMENT', 'REFUND', 'CHARGEBACK', 'ADJUSTMENT')),
  ADD COLUMN charge_fee_paise bigint,
  ADD COLUMN charge_tax_paise bigint,
  -- Of a credit of the bank: the settlement that it is.
  ADD COLUMN settles_id uuid,
  ADD FOREIGN KEY (company_id, settlement_id) REFERENCES settlements (company_id, id),
  ADD FOREIGN KEY (company_id, settles_id) REFERENCES settlements (company_id, id),
  ADD CONSTRAINT bank_rows_line CHECK (
    (settlement_id IS NULL) = (settlement_kind IS NULL) AND (settlement_id IS NULL) = (charge_fee_paise IS NULL)
    AND (settlement_id IS NULL) = (charge_tax_paise IS NULL)),
  ADD CONSTRAINT bank_rows_settles CHECK (settles_id IS NULL OR (settlement_id IS NULL AND side = 'CREDIT' AND not_ours_at IS NULL));
CREATE INDEX bank_rows_settlement ON bank_rows (company_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE UNIQUE INDEX bank_rows_settles_once ON bank_rows (company_id, settles_id) WHERE settles_id IS NOT NULL;

ALTER TABLE bank_row_references
  DROP CONSTRAINT bank_row_references_source_check,
  ADD CONSTRAINT bank_row_references_source_check
    CHECK (source IN ('REFERENCE', 'NARRATION', 'TRANSACTION_ID', 'PAYMENT_ID', 'ORDER'));

ALTER TABLE statement_draft_rows
  ADD COLUMN settlement_reference text,
  ADD COLUMN settlement_kind text,
  ADD COLUMN charge_fee_paise bigint,
  ADD COLUMN charge_tax_paise bigint;

SELECT protect_tenant('settlements', 'company_id');

-- The day on which the bank received the settlement of a line; null while it has not.
CREATE FUNCTION credited_on(line bank_rows) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT c.bank_date FROM bank_rows c WHERE c.company_id = line.company_id AND c.settles_id = line.settlement_id
$$;

-- Now also by the order number, which a line of a settlement can have.
CREATE OR REPLACE FUNCTION claims_of_payment_numbers(company uuid, numbers text[]) RETURNS SETOF purchases LANGUAGE sql STABLE AS $$
  SELECT p.* FROM purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
  WHERE p.company_id = company
    AND (p.order_number = ANY (numbers)
      OR p.reference_number = ANY (numbers || ARRAY(SELECT substr(n, 2) FROM unnest(numbers) n WHERE n ~ '^0[0-9]{11}$'))
        AND claimed_payment_number(p.reference_number, u.mobile) = ANY (numbers))
$$;

DROP FUNCTION credits_of_payment_number(uuid, text);
-- The credits with a number of the claim that can be its payment: not marked, no settlement, and no adjustment of one.
CREATE FUNCTION credits_of_claim(claim purchases) RETURNS SETOF bank_rows LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- Computed before: inside a condition, a function of a protected column would keep the database from using the index.
  numbers text[] := array_remove(ARRAY[payment_number_of(claim), claim.order_number], NULL);
BEGIN
  RETURN QUERY SELECT r.* FROM bank_rows r
  WHERE r.company_id = claim.company_id AND r.side = 'CREDIT' AND r.not_ours_at IS NULL AND r.settles_id IS NULL
    AND coalesce(r.settlement_kind, 'PAYMENT') = 'PAYMENT'
    AND r.id IN (SELECT f.row_id FROM bank_row_references f
      WHERE f.company_id = claim.company_id AND f.payment_number = ANY (numbers));
END $$;

CREATE OR REPLACE FUNCTION is_credit_contested(claim purchases, seen bank_rows) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  numbers text[] := ARRAY(
    SELECT DISTINCT payment_number FROM bank_row_references
    WHERE company_id = seen.company_id AND row_id = seen.id AND payment_number IS NOT NULL);
  debits bank_rows[];
  candidates purchases[];
  other purchases;
  approved uuid;
BEGIN
  -- A match that waits for a second admin has spent nothing.
  IF EXISTS (SELECT FROM bank_matches m JOIN purchases p ON p.company_id = m.company_id AND p.id = m.purchase_id
      WHERE m.company_id = seen.company_id AND m.row_id = seen.id AND m.released_at IS NULL AND p.status = 'APPROVED')
    OR seen.settlement_id IS NULL
      AND upper(seen.narration) ~ '(^|[^[:alnum:]])(CRADJ|REV|REVERSALS?|REVERSED|RETURN|RETURNED)($|[^[:alnum:]])'
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
  IF (SELECT count(*) FROM credits_of_claim(other)) > 1 THEN RETURN true; END IF;
  -- By its order number alone, a line of a settlement is only suggested to the other.
  IF seen.settlement_id IS NOT NULL AND other.final_amount_paise = seen.amount_paise
    AND coalesce(payment_number_of(other) <> ALL (numbers), true)
  THEN RETURN false; END IF;
  RETURN other.final_amount_paise <> seen.amount_paise OR is_in_time(seen, other);
END $$;

CREATE OR REPLACE FUNCTION purchase_bank_state(claim purchases) RETURNS jsonb LANGUAGE plpgsql STABLE COST 10000 AS $$
DECLARE
  account uuid := (claim.beneficiary ->> 'id')::uuid;
  read_until date;
  credits bank_rows[];
  seen bank_rows;
  is_matched boolean := false;
  state text := 'UNKNOWN';
BEGIN
  IF NOT EXISTS (SELECT FROM bank_statements WHERE company_id = claim.company_id) THEN RETURN NULL; END IF;
  SELECT bank_date INTO read_until FROM bank_rows
  WHERE company_id = claim.company_id AND beneficiary_id = account AND settlement_id IS NULL ORDER BY bank_date DESC LIMIT 1;
  IF claim.status <> 'REVERSED' THEN
    SELECT r.* INTO seen FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
    WHERE m.company_id = claim.company_id AND m.purchase_id = claim.id AND m.released_at IS NULL;
    IF seen.id IS NOT NULL THEN
      state := 'SEEN';
      is_matched := true;
    ELSE
      credits := ARRAY(SELECT c FROM credits_of_claim(claim) c);
      IF cardinality(credits) > 1 THEN
        state := 'CONFLICT';
      ELSIF cardinality(credits) = 1 THEN
        seen := credits[1];
        state := CASE
          -- The aggregator has the payment, and the bank not yet.
          WHEN seen.settlement_id IS NOT NULL AND credited_on(seen) IS NULL THEN 'UNKNOWN'
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
    -- A settlement's payments are at the bank since its credit.
    'seenOn', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN coalesce(credited_on(seen), seen.bank_date) END,
    'amountPaise', CASE WHEN state IN ('SEEN', 'AMOUNT_DIFFERS') THEN seen.amount_paise::text END,
    'readUntil', read_until,
    'isMatched', is_matched);
END $$;
