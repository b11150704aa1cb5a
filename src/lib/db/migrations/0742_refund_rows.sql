-- A refund of an order that was approved by its number alone holds the credit with that number, so that it pays for nothing else
-- (decision 0751). A credit that is deleted with its statement is held by nobody: the program refuses to delete one that a refund
-- pays back because a purchase had it.
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN SELECT c.conrelid::regclass AS tab, c.conname, c.conrelid = 'refunds'::regclass AS is_refund FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname = 'row_id'
    WHERE c.contype = 'f' AND c.confrelid = 'bank_rows'::regclass AND c.conrelid IN ('refunds'::regclass, 'refund_parts'::regclass) LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I FOREIGN KEY (company_id, row_id)
      REFERENCES bank_rows (company_id, id) ON DELETE %s', key.tab, key.conname, key.conname,
      CASE WHEN key.is_refund THEN 'SET NULL (row_id)' ELSE 'CASCADE' END);
  END LOOP;
END $$;
