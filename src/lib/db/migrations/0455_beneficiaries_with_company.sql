-- As 0453, in a transaction of its own: a table is locked as short as possible.
ALTER TABLE bank_mappings DROP CONSTRAINT bank_mappings_beneficiary_id_fkey;
ALTER TABLE bank_rows DROP CONSTRAINT bank_rows_beneficiary_id_fkey;
ALTER TABLE bank_statements DROP CONSTRAINT bank_statements_beneficiary_id_fkey;
ALTER TABLE settlements DROP CONSTRAINT settlements_beneficiary_id_fkey;

ALTER TABLE beneficiaries DROP CONSTRAINT beneficiaries_pkey, ADD CONSTRAINT beneficiaries_pkey PRIMARY KEY (id, company_id);

ALTER TABLE bank_mappings
  ADD CONSTRAINT bank_mappings_beneficiary_id_fkey FOREIGN KEY (company_id, beneficiary_id)
    REFERENCES beneficiaries (company_id, id) ON DELETE CASCADE;
ALTER TABLE bank_rows
  ADD CONSTRAINT bank_rows_beneficiary_id_fkey FOREIGN KEY (company_id, beneficiary_id)
    REFERENCES beneficiaries (company_id, id);
ALTER TABLE bank_statements
  ADD CONSTRAINT bank_statements_beneficiary_id_fkey FOREIGN KEY (company_id, beneficiary_id)
    REFERENCES beneficiaries (company_id, id);
ALTER TABLE settlements
  ADD CONSTRAINT settlements_beneficiary_id_fkey FOREIGN KEY (company_id, beneficiary_id)
    REFERENCES beneficiaries (company_id, id);
