-- As 0453, in a transaction of its own: a table is locked as short as possible.
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_purchase_id_fkey;
ALTER TABLE bank_notices DROP CONSTRAINT bank_notices_purchase_id_fkey;
ALTER TABLE bank_rows DROP CONSTRAINT bank_rows_rejected_purchase_id_fkey;
ALTER TABLE purchase_threads DROP CONSTRAINT purchase_threads_purchase_id_fkey;
ALTER TABLE receipts DROP CONSTRAINT receipts_purchase_id_fkey;
ALTER TABLE referral_rewards DROP CONSTRAINT referral_rewards_purchase_id_fkey;
ALTER TABLE refunds DROP CONSTRAINT refunds_purchase_id_fkey;

ALTER TABLE purchases DROP CONSTRAINT purchases_pkey, ADD CONSTRAINT purchases_pkey PRIMARY KEY (id, company_id);

ALTER TABLE bank_matches
  ADD CONSTRAINT bank_matches_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE bank_notices
  ADD CONSTRAINT bank_notices_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE bank_rows
  ADD CONSTRAINT bank_rows_rejected_purchase_id_fkey FOREIGN KEY (company_id, rejected_purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE purchase_threads
  ADD CONSTRAINT purchase_threads_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE receipts
  ADD CONSTRAINT receipts_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE referral_rewards
  ADD CONSTRAINT referral_rewards_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
ALTER TABLE refunds
  ADD CONSTRAINT refunds_purchase_id_fkey FOREIGN KEY (company_id, purchase_id)
    REFERENCES purchases (company_id, id);
