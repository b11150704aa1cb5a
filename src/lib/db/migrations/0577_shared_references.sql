-- A second order of the same buyer may name a payment that pays for both. Such an order is approved only with rows of the bank that pay
-- all of it, so that one payment never counts twice. One approved purchase of each reference number shares it with nobody: the unique
-- index keeps other buyers from the number as before.
ALTER TABLE purchases ADD COLUMN shares_reference boolean NOT NULL DEFAULT false;
ALTER TABLE purchases ADD CONSTRAINT purchases_shared_reference
  CHECK (NOT shares_reference OR status <> 'APPROVED' OR allocated_paise = final_amount_paise);

DROP INDEX purchases_reference_approved;
CREATE UNIQUE INDEX purchases_reference_approved ON purchases (company_id, reference_number)
  WHERE status = 'APPROVED' AND reference_number IS NOT NULL AND NOT shares_reference;
DROP INDEX purchases_reference_own;
CREATE UNIQUE INDEX purchases_reference_own ON purchases (company_id, user_id, reference_number)
  WHERE status = 'PENDING' AND reference_number IS NOT NULL AND NOT shares_reference;

-- At its approval a purchase shares its reference if another approved one of the same buyer has it, and else becomes the one that does
-- not. The other one is locked, so that no reversal of it runs in parallel.
CREATE FUNCTION share_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder uuid;
BEGIN
  SELECT user_id INTO holder FROM purchases
  WHERE company_id = NEW.company_id AND reference_number = NEW.reference_number AND id <> NEW.id
    AND status = 'APPROVED' AND NOT shares_reference FOR SHARE;
  NEW.shares_reference := coalesce(
    holder = NEW.user_id AND (NEW.shares_reference OR NEW.allocated_paise = NEW.final_amount_paise), false);
  RETURN NEW;
END $$;
CREATE TRIGGER purchases_share_reference BEFORE UPDATE OF status ON purchases FOR EACH ROW
  WHEN (NEW.status = 'APPROVED' AND OLD.status <> 'APPROVED' AND NEW.reference_number IS NOT NULL
    AND (NEW.shares_reference OR NEW.allocated_paise = NEW.final_amount_paise))
  EXECUTE FUNCTION share_reference();

-- After a reversal of the purchase that does not share its reference, another approved one takes its place.
CREATE FUNCTION pass_reference_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchases SET shares_reference = false WHERE company_id = NEW.company_id AND id = (
    SELECT id FROM purchases WHERE company_id = NEW.company_id AND reference_number = NEW.reference_number
      AND status = 'APPROVED' AND shares_reference ORDER BY decided_at, id LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_pass_reference_on AFTER UPDATE OF status ON purchases FOR EACH ROW
  WHEN (OLD.status = 'APPROVED' AND NEW.status <> 'APPROVED' AND NOT OLD.shares_reference AND NEW.reference_number IS NOT NULL)
  EXECUTE FUNCTION pass_reference_on();
