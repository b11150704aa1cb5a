-- An approved purchase can be taken back, once; what it gave is taken back by entries of the ledger. Where two admins
-- have to agree, the first half stands here until the other comes: nobody is both.
ALTER TABLE purchases
  DROP CONSTRAINT purchases_status_check,
  ADD CONSTRAINT purchases_status_check CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED')),
  ADD COLUMN first_approved_by uuid,
  ADD COLUMN first_approved_at timestamptz,
  ADD COLUMN reversal_asked_by uuid,
  ADD COLUMN reversal_asked_at timestamptz,
  ADD COLUMN reversal_reason text,
  ADD COLUMN reversed_by uuid,
  ADD COLUMN reversed_at timestamptz,
  ADD CONSTRAINT purchases_first_approval CHECK ((first_approved_by IS NULL) = (first_approved_at IS NULL)),
  ADD CONSTRAINT purchases_two_approvers CHECK (first_approved_by <> decided_by),
  ADD CONSTRAINT purchases_reversal_asked CHECK ((reversal_asked_by IS NULL) = (reversal_asked_at IS NULL)),
  ADD CONSTRAINT purchases_two_reversers CHECK (reversal_asked_by <> reversed_by),
  ADD CONSTRAINT purchases_reversed CHECK (
    (status = 'REVERSED') = (reversed_at IS NOT NULL) AND (reversed_at IS NULL OR reversal_reason IS NOT NULL)
  );

-- Reversals that wait for the second admin; few at any time.
CREATE INDEX purchases_reversal_waiting ON purchases (company_id, reversal_asked_at)
  WHERE status = 'APPROVED' AND reversal_asked_by IS NOT NULL;

-- What a purchase gave to a member is taken back once at the most.
CREATE UNIQUE INDEX stock_entries_taken_back_once ON stock_entries (company_id, source_id, user_id)
  WHERE kind = 'ADJUSTMENT';
