-- What one admin has approved today (docs/decisions/0172).
CREATE INDEX purchases_decided ON purchases (company_id, decided_by, decided_at) WHERE decided_at IS NOT NULL;
