-- What else identifies a row: in a statement of another layout it has other texts, and so another identity.
CREATE TABLE bank_row_aliases (
  company_id uuid NOT NULL,
  identity text NOT NULL CHECK (identity ~ '^[0-9a-f]{64}$'),
  row_id uuid NOT NULL,
  PRIMARY KEY (company_id, identity),
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id) ON DELETE CASCADE
);
CREATE INDEX bank_row_aliases_row ON bank_row_aliases (company_id, row_id);
SELECT protect_tenant('bank_row_aliases', 'company_id');

-- The row that it is; null for a new one.
ALTER TABLE statement_draft_rows ADD COLUMN row_id uuid;
CREATE INDEX statement_draft_rows_row ON statement_draft_rows (company_id, draft_id, row_id);
