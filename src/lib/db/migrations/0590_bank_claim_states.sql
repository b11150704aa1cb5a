-- A reference elsewhere than in the bank's place, such as in the payer's note: it suggests and never proves (docs/decisions/0590).
ALTER TABLE bank_row_references
  DROP CONSTRAINT bank_row_references_source_check,
  ADD CONSTRAINT bank_row_references_source_check
    CHECK (source IN ('REFERENCE', 'NARRATION', 'NOTE', 'TRANSACTION_ID', 'PAYMENT_ID', 'ORDER'));

-- The bank's own code says that the payment went back (src/lib/reconciliation/statement/narration.rules.ts).
ALTER TABLE bank_rows ADD COLUMN is_reversal boolean NOT NULL DEFAULT false;
ALTER TABLE statement_draft_rows ADD COLUMN is_reversal boolean NOT NULL DEFAULT false;

-- The letters of a name in the order of the alphabet, without titles: equal for 'Asha Rao', 'RAO ASHA' and 'ASHARAO'. Null for a
-- name without Latin letters, which no statement has.
CREATE FUNCTION name_letters(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(string_agg(letter, '' ORDER BY letter COLLATE "C"), '')
  FROM regexp_split_to_table(regexp_replace(
    regexp_replace(upper(left(name, 200)), '(^|[^A-Z])(MR|MRS|MS|MISS|DR|PROF|ADV|CAPT|REV|FR|SHRI|SHREE|SRI|SMT|KUM|KUMARI)(?=[^A-Z]|$)', '\1', 'g'),
    '[^A-Z]', '', 'g'), '') AS letter
$$;
ALTER TABLE users ADD COLUMN name_letters text;
ALTER TABLE bank_rows ADD COLUMN payer_letters text;
CREATE FUNCTION set_name_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_letters := name_letters(NEW.name);
  RETURN NEW;
END $$;
CREATE FUNCTION set_payer_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payer_letters := name_letters(NEW.payer_name);
  RETURN NEW;
END $$;
CREATE TRIGGER users_name_letters BEFORE INSERT OR UPDATE OF name ON users FOR EACH ROW EXECUTE FUNCTION set_name_letters();
CREATE TRIGGER bank_rows_payer_letters BEFORE INSERT OR UPDATE OF payer_name ON bank_rows FOR EACH ROW
  EXECUTE FUNCTION set_payer_letters();
UPDATE users SET name_letters = name_letters(name);
UPDATE bank_rows SET payer_letters = name_letters(payer_name) WHERE payer_name IS NOT NULL;

-- When the member last changed the name or the phone number, unless an admin has verified the account since: a name that was taken
-- after a payment proves nothing about it.
ALTER TABLE users ADD COLUMN identity_changed_at timestamptz;
CREATE FUNCTION set_identity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.identity_changed_at := CASE WHEN NEW.is_approved AND NOT OLD.is_approved THEN NULL ELSE now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER users_identity_changed BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.mobile) IS DISTINCT FROM (NEW.name, NEW.mobile) OR (NEW.is_approved AND NOT OLD.is_approved))
  EXECUTE FUNCTION set_identity_changed();

CREATE INDEX users_name_letters ON users (company_id, name_letters) WHERE name_letters IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX bank_rows_payer ON bank_rows (company_id, payer_letters, amount_paise) WHERE payer_letters IS NOT NULL;
CREATE INDEX bank_rows_vpa ON bank_rows (company_id, vpa, amount_paise) WHERE vpa IS NOT NULL;

-- What the statements say about a purchase, as the comparison found it: the one value that every screen shows. None: nothing yet.
CREATE TABLE bank_claim_states (
  company_id uuid NOT NULL REFERENCES companies (id),
  purchase_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('SEEN', 'NOT_FOUND', 'AMOUNT_DIFFERS', 'SUGGESTED', 'CHECKING', 'CONFLICT')),
  -- The row that speaks about it; null for none or several.
  row_id uuid,
  -- The buyer may learn the state, the day and the amount.
  is_disclosed boolean NOT NULL,
  PRIMARY KEY (company_id, purchase_id),
  FOREIGN KEY (company_id, purchase_id) REFERENCES purchases (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id) ON DELETE CASCADE
);
CREATE INDEX bank_claim_states_row ON bank_claim_states (company_id, row_id) WHERE row_id IS NOT NULL;

-- Changes that can change a state; a run of the comparison deletes those that it has seen.
CREATE TABLE bank_changes (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (company_id, id)
);

-- Runs of the comparison: a run stores its states unless one that began later has stored its own.
CREATE TABLE bank_state_runs (
  company_id uuid NOT NULL REFERENCES companies (id),
  started bigint NOT NULL,
  applied bigint NOT NULL DEFAULT 0,
  -- The version of the rules by which the rows were read (src/lib/reconciliation/states/rereading).
  rules_version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id)
);

SELECT protect_tenant('bank_claim_states', 'company_id');
SELECT protect_tenant('bank_changes', 'company_id');
SELECT protect_tenant('bank_state_runs', 'company_id');

-- Nothing is lost until the first run: states that were shown stay.
INSERT INTO bank_claim_states (company_id, purchase_id, state, row_id, is_disclosed)
SELECT p.company_id, p.id, b.state ->> 'state', NULL, b.state ->> 'state' = 'NOT_FOUND'
FROM purchases p CROSS JOIN LATERAL (SELECT purchase_bank_state(p) AS state) b
WHERE p.company_id IN (SELECT company_id FROM bank_statements)
  AND b.state ->> 'state' <> 'UNKNOWN' AND NOT (b.state ->> 'isMatched')::boolean;
INSERT INTO bank_changes (company_id) SELECT DISTINCT company_id FROM bank_statements;

CREATE FUNCTION record_bank_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
BEGIN
  IF EXISTS (SELECT FROM bank_statements WHERE company_id = company) THEN
    INSERT INTO bank_changes (company_id) VALUES (company);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_statements_change AFTER INSERT OR DELETE ON bank_statements FOR EACH ROW EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER bank_matches_change AFTER INSERT OR UPDATE OR DELETE ON bank_matches FOR EACH ROW EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER bank_rows_change AFTER UPDATE ON bank_rows FOR EACH ROW
  WHEN ((OLD.not_ours_at, OLD.rejected_purchase_id, OLD.settles_id) IS DISTINCT FROM (NEW.not_ours_at, NEW.rejected_purchase_id, NEW.settles_id))
  EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER users_bank_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.mobile, OLD.is_approved) IS DISTINCT FROM (NEW.name, NEW.mobile, NEW.is_approved))
  EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER purchases_bank_change AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION record_bank_change();
CREATE TRIGGER purchases_bank_change_later AFTER UPDATE ON purchases FOR EACH ROW
  WHEN ((OLD.status, OLD.reference_number, OLD.final_amount_paise) IS DISTINCT FROM (NEW.status, NEW.reference_number, NEW.final_amount_paise))
  EXECUTE FUNCTION record_bank_change();

-- A corrected claim has no state until it is compared.
CREATE FUNCTION reset_claim_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bank_claim_states WHERE company_id = NEW.company_id AND purchase_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_claim_state AFTER UPDATE ON purchases FOR EACH ROW
  WHEN ((OLD.reference_number, OLD.final_amount_paise) IS DISTINCT FROM (NEW.reference_number, NEW.final_amount_paise))
  EXECUTE FUNCTION reset_claim_state();

-- An allocation that ends takes the state with it: the row says nothing about the purchase any more.
CREATE FUNCTION end_claim_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bank_claim_states WHERE company_id = NEW.company_id AND purchase_id = NEW.purchase_id;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_claim_state AFTER UPDATE OF released_at ON bank_matches FOR EACH ROW
  WHEN (OLD.released_at IS NULL AND NEW.released_at IS NOT NULL) EXECUTE FUNCTION end_claim_state();

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
      state := 'SEEN';
      is_matched := true;
      SELECT sum(amount_paise) INTO matched FROM bank_matches
      WHERE company_id = claim.company_id AND purchase_id = claim.id AND released_at IS NULL;
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
DROP FUNCTION is_credit_contested(purchases, bank_rows);
DROP FUNCTION credits_of_claim(purchases);
DROP FUNCTION payment_number_of(purchases);
DROP FUNCTION is_in_time(bank_rows, purchases);
