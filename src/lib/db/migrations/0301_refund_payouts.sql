-- Payouts of refunds that ended without paying (docs/decisions/0301): their debits can still appear on a statement.

CREATE TABLE refund_payouts (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- What the payout is found by on a statement.
  reference text NOT NULL,
  refund_id uuid NOT NULL,
  -- Whether its debit is no news: the refund was marked as paid, or the money came back.
  is_debit_expected boolean NOT NULL,
  -- As the refund had them, to be restored if the payout went out after all.
  approved_by uuid NOT NULL,
  approved_at timestamptz NOT NULL,
  exports integer NOT NULL,
  exported_by uuid,
  exported_at timestamptz,
  payee_kind text,
  -- Masked.
  payee_hint text,
  -- The debit of a statement that has its reference, and the credit by which it came back.
  debit_row_id uuid,
  return_row_id uuid,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, reference),
  FOREIGN KEY (company_id, refund_id) REFERENCES refunds (company_id, id),
  FOREIGN KEY (company_id, debit_row_id) REFERENCES bank_rows (company_id, id),
  FOREIGN KEY (company_id, return_row_id) REFERENCES bank_rows (company_id, id)
);
CREATE INDEX refund_payouts_of_refund ON refund_payouts (company_id, refund_id);
CREATE INDEX refund_payouts_of_debit ON refund_payouts (company_id, debit_row_id) WHERE debit_row_id IS NOT NULL;
CREATE INDEX refund_payouts_of_return ON refund_payouts (company_id, return_row_id) WHERE return_row_id IS NOT NULL;
-- What waits for an admin.
CREATE INDEX refunds_waiting ON refunds (company_id, state) WHERE state IN ('WAITING_FOR_APPROVAL', 'APPROVED');
SELECT protect_tenant('refund_payouts', 'company_id');
