-- As 0453, for files. A brand's picture belongs to the company on whose host a super admin uploaded it, which may be another one: brands
-- name files by the id alone, which stays unique.
ALTER TABLE company_brands DROP CONSTRAINT company_brands_header_logo_id_fkey, DROP CONSTRAINT company_brands_icon_id_fkey, DROP CONSTRAINT company_brands_logo_id_fkey;
ALTER TABLE purchase_messages DROP CONSTRAINT purchase_messages_earlier_file_id_fkey, DROP CONSTRAINT purchase_messages_file_id_fkey;
ALTER TABLE purchases DROP CONSTRAINT purchases_receipt_id_fkey;
ALTER TABLE users DROP CONSTRAINT users_profile_image_id_fkey;

ALTER TABLE media DROP CONSTRAINT media_pkey, ADD CONSTRAINT media_pkey PRIMARY KEY (id, company_id),
  ADD CONSTRAINT media_id_key UNIQUE (id);

ALTER TABLE company_brands
  ADD CONSTRAINT company_brands_header_logo_id_fkey FOREIGN KEY (header_logo_id) REFERENCES media (id),
  ADD CONSTRAINT company_brands_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES media (id),
  ADD CONSTRAINT company_brands_logo_id_fkey FOREIGN KEY (logo_id) REFERENCES media (id);
ALTER TABLE purchase_messages
  ADD CONSTRAINT purchase_messages_earlier_file_id_fkey FOREIGN KEY (company_id, earlier_file_id)
    REFERENCES media (company_id, id),
  ADD CONSTRAINT purchase_messages_file_id_fkey FOREIGN KEY (company_id, file_id)
    REFERENCES media (company_id, id);
ALTER TABLE purchases
  ADD CONSTRAINT purchases_receipt_id_fkey FOREIGN KEY (company_id, receipt_id)
    REFERENCES media (company_id, id);
ALTER TABLE users
  ADD CONSTRAINT users_profile_image_id_fkey FOREIGN KEY (company_id, profile_image_id)
    REFERENCES media (company_id, id);
