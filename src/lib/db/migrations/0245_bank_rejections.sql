-- A purchase that was rejected next to a row: the row counts as decided while nothing else claims its money.
ALTER TABLE bank_rows
  ADD COLUMN rejected_purchase_id uuid REFERENCES purchases (id),
  ADD COLUMN rejected_by uuid,
  ADD COLUMN rejected_at timestamptz,
  ADD CONSTRAINT bank_rows_rejected
    CHECK (num_nulls(rejected_purchase_id, rejected_by, rejected_at) IN (0, 3));
CREATE INDEX bank_rows_rejected_purchase ON bank_rows (rejected_purchase_id) WHERE rejected_purchase_id IS NOT NULL;
