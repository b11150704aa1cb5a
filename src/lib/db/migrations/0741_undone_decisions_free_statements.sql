-- An allocation that was undone or reversed stayed with its row, so the statement could not be deleted any more: one admin invented a
-- debit, gave a credit of the same file to an order, undid it, and no other admin could remove the file.
CREATE FUNCTION forget_released_matches() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM bank_matches WHERE company_id = OLD.company_id AND row_id = OLD.id AND released_at IS NOT NULL;
  RETURN OLD;
END $$;
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION forget_released_matches() SET search_path = %I, pg_temp', current_schema());
END $$;
CREATE TRIGGER bank_rows_forget_matches BEFORE DELETE ON bank_rows FOR EACH ROW EXECUTE FUNCTION forget_released_matches();
