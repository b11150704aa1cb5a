-- Refunds of reversed and overpaid money (docs/contract.md, Refunds).

CREATE TABLE refunds (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number text NOT NULL CHECK (number ~ '^RFD-[0-9]{10}$'),
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  user_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('REVERSAL', 'OVERPAID')),
  -- The credit by which the money came in; null where no statement has it.
  row_id uuid,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL DEFAULT 'WAITING_FOR_ACCOUNT'
    CHECK (state IN ('WAITING_FOR_ACCOUNT', 'WAITING_FOR_APPROVAL', 'APPROVED', 'EXPORTED', 'PAID', 'CANCELLED')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What the team last told the member: why an account is asked for again, or why the refund is cancelled.
  note text NOT NULL DEFAULT '',
  payee_kind text CHECK (payee_kind IN ('BANK', 'UPI')),
  -- Masked, as screens and mails show it.
  payee_hint text,
  -- The member's account, encrypted (src/lib/refunds/payee).
  payee_sealed bytea,
  -- Counts the accounts that were entered, so that nobody approves what they did not see.
  payee_version integer NOT NULL DEFAULT 0 CHECK (payee_version >= 0),
  approved_by uuid,
  approved_at timestamptz,
  -- Counts the payouts: a payout that came back is followed by another one, with a reference of its own.
  attempt smallint NOT NULL DEFAULT 1 CHECK (attempt > 0),
  -- What the payout is found by on a statement.
  reference text NOT NULL CHECK (reference ~ '^RFD[0-9]{10}(R[0-9]+)?$'),
  exports integer NOT NULL DEFAULT 0 CHECK (exports >= 0),
  exported_by uuid,
  exported_at timestamptz,
  paid_on date,
  -- The bank's number of the payout; null where the statement gave none.
  paid_reference text,
  -- Null where a statement showed it.
  paid_by uuid,
  -- The debit of a statement by which it was paid.
  debit_row_id uuid,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT refunds_number UNIQUE (company_id, number),
  CONSTRAINT refunds_reference UNIQUE (company_id, reference),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id),
  FOREIGN KEY (company_id, debit_row_id) REFERENCES bank_rows (company_id, id),
  CONSTRAINT refunds_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CONSTRAINT refunds_approved_state CHECK (state NOT IN ('APPROVED', 'EXPORTED', 'PAID') OR approved_by IS NOT NULL),
  CONSTRAINT refunds_exported CHECK ((exported_by IS NULL) = (exported_at IS NULL)),
  CONSTRAINT refunds_paid CHECK ((state = 'PAID') = (paid_on IS NOT NULL))
);
-- One for each cause.
CREATE UNIQUE INDEX refunds_once ON refunds (company_id, purchase_id, cause) WHERE state <> 'CANCELLED';
CREATE INDEX refunds_list ON refunds (company_id, created_at DESC, id DESC);
CREATE INDEX refunds_of_member ON refunds (company_id, user_id, created_at DESC);
CREATE INDEX refunds_of_purchase ON refunds (purchase_id);
CREATE INDEX refunds_of_row ON refunds (company_id, row_id) WHERE row_id IS NOT NULL;
CREATE INDEX refunds_of_debit ON refunds (company_id, debit_row_id) WHERE debit_row_id IS NOT NULL;
CREATE INDEX refunds_to_pay ON refunds (company_id) WHERE state IN ('APPROVED', 'EXPORTED');
SELECT protect_tenant('refunds', 'company_id');

-- Approvals of refunds expire as little as those of purchases.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_expiry,
  ADD CONSTRAINT approvals_expiry
    CHECK ((expires_at IS NULL) = (kind IN ('purchase.approve', 'purchase.reverse', 'refund.approve')));
