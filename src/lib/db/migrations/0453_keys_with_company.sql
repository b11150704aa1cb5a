-- The company belongs in every key, so that companies can be divided over several databases (docs/decisions/0453).
-- The id comes first: it alone finds the row. Programs of the version before go on: none of them relies on the id alone.
ALTER TABLE approvals DROP CONSTRAINT approvals_pkey, ADD CONSTRAINT approvals_pkey PRIMARY KEY (id, company_id);
ALTER TABLE company_changes DROP CONSTRAINT company_changes_pkey, ADD CONSTRAINT company_changes_pkey PRIMARY KEY (id, company_id);
ALTER TABLE media_arrivals DROP CONSTRAINT media_arrivals_pkey, ADD CONSTRAINT media_arrivals_pkey PRIMARY KEY (storage_key, company_id);
ALTER TABLE media_removals DROP CONSTRAINT media_removals_pkey, ADD CONSTRAINT media_removals_pkey PRIMARY KEY (storage_key, company_id);

-- Programs of the version before need the index of the purchase alone (ON CONFLICT); the next version drops it.
ALTER TABLE receipts ADD CONSTRAINT receipts_company_id_purchase_id_key UNIQUE (company_id, purchase_id);
