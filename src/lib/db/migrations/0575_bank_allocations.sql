-- n transfers, m orders (docs/decisions/0575): a match is an allocation (row, purchase, paise). A row is used up to its amount, and a
-- purchase is paid up to what is due.
ALTER TABLE bank_rows
  -- The sum of the open allocations of the row, kept by `count_allocation`.
  ADD COLUMN allocated_paise bigint NOT NULL DEFAULT 0,
  -- The sum of what live refunds pay back of the row, kept by `count_refund_part`.
  ADD COLUMN refunded_paise bigint NOT NULL DEFAULT 0;
-- The sum of the open allocations of the purchase, kept by `count_allocation`.
ALTER TABLE purchases ADD COLUMN allocated_paise bigint NOT NULL DEFAULT 0;

ALTER TABLE bank_matches ADD COLUMN amount_paise bigint;
UPDATE bank_matches m SET amount_paise = least(r.amount_paise, p.final_amount_paise)
FROM bank_rows r, purchases p
WHERE r.company_id = m.company_id AND r.id = m.row_id AND p.company_id = m.company_id AND p.id = m.purchase_id;
UPDATE bank_rows r SET allocated_paise = m.amount_paise FROM bank_matches m
WHERE m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL;
UPDATE purchases p SET allocated_paise = m.amount_paise FROM bank_matches m
WHERE m.company_id = p.company_id AND m.purchase_id = p.id AND m.released_at IS NULL;

ALTER TABLE bank_matches
  ALTER COLUMN amount_paise SET NOT NULL,
  ADD CONSTRAINT bank_matches_amount CHECK (amount_paise > 0),
  -- PART: a part payment of a purchase that was pending then. It counts as allocated while the purchase is pending, too.
  DROP CONSTRAINT bank_matches_kind_check,
  ADD CONSTRAINT bank_matches_kind_check CHECK (kind IN ('EXACT', 'ASSIGNED', 'PART')),
  DROP CONSTRAINT bank_matches_reason,
  ADD CONSTRAINT bank_matches_reason CHECK ((kind = 'EXACT') = (reason IS NULL));
ALTER TABLE bank_rows
  ADD CONSTRAINT bank_rows_used CHECK (
    allocated_paise >= 0 AND refunded_paise >= 0 AND allocated_paise + refunded_paise <= amount_paise);
ALTER TABLE purchases
  ADD CONSTRAINT purchases_allocated CHECK (allocated_paise BETWEEN 0 AND final_amount_paise);

DROP INDEX bank_matches_row;
DROP INDEX bank_matches_purchase;
CREATE UNIQUE INDEX bank_matches_pair ON bank_matches (company_id, row_id, purchase_id) WHERE released_at IS NULL;

-- The programs of the version before insert matches without an amount.
CREATE FUNCTION fill_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT least(r.amount_paise - r.allocated_paise - r.refunded_paise, p.final_amount_paise - p.allocated_paise)
  INTO NEW.amount_paise FROM bank_rows r, purchases p
  WHERE r.company_id = NEW.company_id AND r.id = NEW.row_id AND p.company_id = NEW.company_id AND p.id = NEW.purchase_id;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_matches_fill BEFORE INSERT ON bank_matches FOR EACH ROW
  WHEN (NEW.amount_paise IS NULL) EXECUTE FUNCTION fill_allocation();

-- The row before the purchase, in the order of the locks (src/lib/ledger/service.ts).
CREATE FUNCTION count_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.released_at IS NULL THEN
    UPDATE bank_rows SET allocated_paise = allocated_paise - OLD.amount_paise
    WHERE company_id = OLD.company_id AND id = OLD.row_id;
    UPDATE purchases SET allocated_paise = allocated_paise - OLD.amount_paise
    WHERE company_id = OLD.company_id AND id = OLD.purchase_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.released_at IS NULL THEN
    UPDATE bank_rows SET allocated_paise = allocated_paise + NEW.amount_paise
    WHERE company_id = NEW.company_id AND id = NEW.row_id;
    UPDATE purchases SET allocated_paise = allocated_paise + NEW.amount_paise
    WHERE company_id = NEW.company_id AND id = NEW.purchase_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_count
  AFTER INSERT OR DELETE OR UPDATE OF company_id, row_id, purchase_id, amount_paise, released_at ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION count_allocation();

-- As in migration 0185, the rows in the order of their ids.
CREATE OR REPLACE FUNCTION release_bank_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  match_id uuid;
BEGIN
  FOR match_id IN SELECT id FROM bank_matches
    WHERE company_id = NEW.company_id AND purchase_id = NEW.id AND released_at IS NULL ORDER BY row_id
  LOOP
    UPDATE bank_matches SET released_at = now() WHERE company_id = NEW.company_id AND id = match_id;
  END LOOP;
  RETURN NULL;
END $$;
