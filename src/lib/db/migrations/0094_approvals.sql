-- One table for all four-eyes decisions: payees, settings, and now the approval and the reversal of purchases. The first
-- admin proposes, the second confirms. `change` holds what kind of change it is (for a reversal: its reason); approvals of
-- purchases do not expire (docs/decisions/0162).
ALTER TABLE proposals RENAME TO approvals;
ALTER INDEX proposals_pkey RENAME TO approvals_pkey;
ALTER INDEX proposals_one_open RENAME TO approvals_one_open;
ALTER INDEX proposals_open RENAME TO approvals_open;
ALTER TABLE approvals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT approvals_kind_check CHECK (kind IN (
    'beneficiary.add', 'beneficiary.update', 'beneficiary.delete', 'settings.update', 'purchase.approve', 'purchase.reverse'
  )),
  ALTER COLUMN expires_at DROP NOT NULL,
  ADD CONSTRAINT approvals_expiry CHECK ((expires_at IS NULL) = (kind IN ('purchase.approve', 'purchase.reverse')));
ALTER TABLE approvals RENAME CONSTRAINT proposals_check TO approvals_decided;
ALTER TABLE approvals RENAME CONSTRAINT proposals_check1 TO approvals_two_admins;

INSERT INTO approvals (company_id, kind, subject_id, change, proposed_by, proposed_at, state, decided_by, decided_at)
SELECT company_id, 'purchase.approve', id, '{}', first_approved_by, first_approved_at,
  CASE status WHEN 'PENDING' THEN 'OPEN' WHEN 'REJECTED' THEN 'REFUSED' ELSE 'CONFIRMED' END, decided_by, decided_at
FROM purchases WHERE first_approved_by IS NOT NULL;

INSERT INTO approvals (company_id, kind, subject_id, change, proposed_by, proposed_at, state, decided_by, decided_at)
SELECT company_id, 'purchase.reverse', id, jsonb_build_object('reason', reversal_reason), reversal_asked_by,
  reversal_asked_at, CASE status WHEN 'APPROVED' THEN 'OPEN' ELSE 'CONFIRMED' END, reversed_by, reversed_at
FROM purchases WHERE reversal_asked_by IS NOT NULL AND status IN ('APPROVED', 'REVERSED');

UPDATE purchases SET reversal_reason = NULL WHERE status = 'APPROVED' AND reversal_asked_by IS NOT NULL;

-- With their constraints and indexes.
ALTER TABLE purchases
  DROP COLUMN first_approved_by,
  DROP COLUMN first_approved_at,
  DROP COLUMN reversal_asked_by,
  DROP COLUMN reversal_asked_at;

-- Exports name the first admin of a decided purchase.
CREATE INDEX approvals_of_subject ON approvals (company_id, subject_id);
