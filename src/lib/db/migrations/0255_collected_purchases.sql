-- Sums of approved purchases by day, for the line of the admin dashboard: read from the index alone.
CREATE INDEX purchases_collected ON purchases (company_id, decided_at) INCLUDE (final_amount_paise)
  WHERE status = 'APPROVED';
