-- Bank statements and what was decided about their rows (docs/product.md, Reconciliation). Days are those of India.

CREATE TABLE bank_statements (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  beneficiary_id uuid NOT NULL REFERENCES beneficiaries (id),
  -- A draft is imported once.
  draft_id uuid NOT NULL UNIQUE,
  layout text NOT NULL,
  file_name text NOT NULL,
  -- Of the file, in hex.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  period_from date NOT NULL,
  period_to date NOT NULL CHECK (period_to >= period_from),
  rows integer NOT NULL CHECK (rows > 0),
  -- Those of them that no earlier statement had.
  new_rows integer NOT NULL CHECK (new_rows BETWEEN 0 AND rows),
  opening_paise bigint,
  credits_paise bigint NOT NULL CHECK (credits_paise >= 0),
  debits_paise bigint NOT NULL CHECK (debits_paise >= 0),
  closing_paise bigint,
  balance_check text NOT NULL CHECK (balance_check IN ('RUNS', 'TOTALS', 'FILTERED', 'NONE')),
  imported_by uuid NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- When the buyers and admins whom it concerns had their mails; null while some may be missing.
  notified_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX bank_statements_list ON bank_statements (company_id, imported_at DESC, id DESC);
CREATE INDEX bank_statements_account ON bank_statements (beneficiary_id);
CREATE INDEX bank_statements_to_notify ON bank_statements (imported_at) WHERE notified_at IS NULL;

-- Each row of the bank once, also when several statements have it.
CREATE TABLE bank_rows (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  beneficiary_id uuid NOT NULL REFERENCES beneficiaries (id),
  -- SHA-256 in hex over what makes it this row (src/lib/reconciliation/statement).
  identity text NOT NULL CHECK (identity ~ '^[0-9a-f]{64}$'),
  -- In the first statement that had it.
  line integer NOT NULL CHECK (line > 0),
  bank_date date NOT NULL,
  bank_time time,
  value_date date,
  side text NOT NULL CHECK (side IN ('CREDIT', 'DEBIT')),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  balance_paise bigint,
  transaction_id text,
  narration text NOT NULL,
  payer_name text,
  vpa text,
  -- Marked as no payment of a buyer: by an admin, or by a rule, which has no admin.
  not_ours_reason text,
  not_ours_by uuid,
  not_ours_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT bank_rows_identity UNIQUE (company_id, identity),
  CONSTRAINT bank_rows_mark CHECK ((not_ours_reason IS NULL) = (not_ours_at IS NULL)),
  CONSTRAINT bank_rows_marked_by CHECK (not_ours_by IS NULL OR not_ours_at IS NOT NULL)
);
CREATE INDEX bank_rows_account ON bank_rows (company_id, beneficiary_id, bank_date DESC);

CREATE TABLE bank_statement_rows (
  company_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  row_id uuid NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  PRIMARY KEY (company_id, statement_id, row_id),
  FOREIGN KEY (company_id, statement_id) REFERENCES bank_statements (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id) ON DELETE CASCADE
);
CREATE INDEX bank_statement_rows_row ON bank_statement_rows (company_id, row_id);

-- The numbers of payments in a row, in the form of `normaliseReference`.
CREATE TABLE bank_row_references (
  company_id uuid NOT NULL,
  row_id uuid NOT NULL,
  reference text NOT NULL,
  source text NOT NULL CHECK (source IN ('REFERENCE', 'NARRATION', 'TRANSACTION_ID')),
  PRIMARY KEY (company_id, row_id, reference, source),
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id) ON DELETE CASCADE
);
CREATE INDEX bank_row_references_reference ON bank_row_references (company_id, reference);

-- The purchase that was approved with a row. A row is spent once and a purchase is paid by one row, until it is reversed.
CREATE TABLE bank_matches (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  row_id uuid NOT NULL,
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  -- By which they were matched; null where an admin assigned a row without it.
  reference text,
  kind text NOT NULL CHECK (kind IN ('EXACT', 'ASSIGNED')),
  reason text,
  matched_by uuid NOT NULL,
  matched_at timestamptz NOT NULL DEFAULT now(),
  -- When the purchase was rejected or reversed, so that the row is free again.
  released_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id),
  CONSTRAINT bank_matches_reason CHECK ((kind = 'ASSIGNED') = (reason IS NOT NULL)),
  CONSTRAINT bank_matches_exact CHECK (kind <> 'EXACT' OR reference IS NOT NULL)
);
CREATE UNIQUE INDEX bank_matches_row ON bank_matches (company_id, row_id) WHERE released_at IS NULL;
CREATE UNIQUE INDEX bank_matches_purchase ON bank_matches (company_id, purchase_id) WHERE released_at IS NULL;
CREATE INDEX bank_matches_of_row ON bank_matches (company_id, row_id);
CREATE INDEX bank_matches_of_purchase ON bank_matches (purchase_id);

CREATE FUNCTION release_bank_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank_matches SET released_at = now()
  WHERE company_id = NEW.company_id AND purchase_id = NEW.id AND released_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_release_bank_row AFTER UPDATE OF status ON purchases FOR EACH ROW
  WHEN (NEW.status IN ('REJECTED', 'REVERSED') AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION release_bank_row();

-- How the columns of an account's statements are read, as an admin last corrected it.
CREATE TABLE bank_mappings (
  company_id uuid NOT NULL REFERENCES companies (id),
  beneficiary_id uuid NOT NULL REFERENCES beneficiaries (id) ON DELETE CASCADE,
  -- The texts of the header, as a JSON array.
  header text NOT NULL,
  mapping jsonb NOT NULL,
  saved_by uuid NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, beneficiary_id, header)
);

-- New rows whose narration contains the text are marked as no payment of a buyer.
CREATE TABLE bank_rules (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  narration_text text NOT NULL CHECK (narration_text <> ''),
  reason text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  CONSTRAINT bank_rules_text UNIQUE (company_id, narration_text)
);

-- A buyer, or for REVERSED the admins, get one mail about a purchase and what the bank says.
CREATE TABLE bank_notices (
  company_id uuid NOT NULL REFERENCES companies (id),
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  state text NOT NULL CHECK (state IN ('SEEN', 'NOT_FOUND', 'AMOUNT_DIFFERS', 'REVERSED')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, purchase_id, state)
);

-- A statement that was read and not yet imported. Not part of backups; deleted after a day.
CREATE TABLE statement_drafts (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How much of the file was read.
  progress_percent smallint NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
  -- What the reading came to, once it is complete; its rows are in statement_draft_rows.
  reading jsonb,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX statement_drafts_age ON statement_drafts (created_at);

CREATE TABLE statement_draft_rows (
  company_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  identity text NOT NULL,
  line integer NOT NULL,
  bank_date date NOT NULL,
  bank_time time,
  value_date date,
  side text NOT NULL,
  amount_paise bigint NOT NULL,
  balance_paise bigint,
  transaction_id text,
  narration text NOT NULL,
  -- The n-th source is where the n-th reference was read.
  reference_numbers text[] NOT NULL,
  reference_sources text[] NOT NULL,
  payer_name text,
  vpa text,
  PRIMARY KEY (company_id, draft_id, identity),
  FOREIGN KEY (company_id, draft_id) REFERENCES statement_drafts (company_id, id) ON DELETE CASCADE
);

SELECT protect_tenant('bank_statements', 'company_id');
SELECT protect_tenant('bank_rows', 'company_id');
SELECT protect_tenant('bank_statement_rows', 'company_id');
SELECT protect_tenant('bank_row_references', 'company_id');
SELECT protect_tenant('bank_matches', 'company_id');
SELECT protect_tenant('bank_mappings', 'company_id');
SELECT protect_tenant('bank_rules', 'company_id');
SELECT protect_tenant('bank_notices', 'company_id');
SELECT protect_tenant('statement_drafts', 'company_id');
SELECT protect_tenant('statement_draft_rows', 'company_id');
