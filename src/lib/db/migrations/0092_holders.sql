-- How many members hold stock: the list of holders tells it at every look, and counting half a million takes too long. It
-- stands in the row of the supply, which is locked whenever a balance changes.
ALTER TABLE supplies ADD COLUMN holders bigint NOT NULL DEFAULT 0;

CREATE FUNCTION count_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.quantity > 0 THEN
    UPDATE supplies SET holders = holders - 1 WHERE company_id = OLD.company_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.quantity > 0 THEN
    UPDATE supplies SET holders = holders + 1 WHERE company_id = NEW.company_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_balances_counted_in AFTER INSERT ON stock_balances FOR EACH ROW
  WHEN (NEW.quantity > 0) EXECUTE FUNCTION count_holders();
CREATE TRIGGER stock_balances_counted_out AFTER DELETE ON stock_balances FOR EACH ROW
  WHEN (OLD.quantity > 0) EXECUTE FUNCTION count_holders();
CREATE TRIGGER stock_balances_counted_over AFTER UPDATE ON stock_balances FOR EACH ROW
  WHEN ((OLD.quantity > 0) <> (NEW.quantity > 0)) EXECUTE FUNCTION count_holders();

CREATE OR REPLACE FUNCTION recount_totals() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, purchases, stock_balances IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM user_totals;
  DELETE FROM purchase_totals;
  INSERT INTO user_totals (company_id, status, is_approved, slot, users)
  SELECT company_id, status, is_approved, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO purchase_totals (company_id, status, payment_method, slot, purchases, final_amount_paise, quantity)
  SELECT company_id, status, payment_method, 0, count(*), sum(final_amount_paise), sum(quantity)
  FROM purchases GROUP BY 1, 2, 3;
  UPDATE supplies s SET holders = (
    SELECT count(*) FROM stock_balances b WHERE b.company_id = s.company_id AND b.quantity > 0);
END $$;
SELECT recount_totals();
