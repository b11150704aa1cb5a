-- As 0490.

ALTER TABLE mails ADD COLUMN scope_id uuid;
ALTER TABLE mails
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT mails_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT mails_pkey, ADD CONSTRAINT mails_pkey PRIMARY KEY (id, scope_id),
  DROP CONSTRAINT mails_message_id_key, ADD CONSTRAINT mails_message_id_key UNIQUE (message_id, scope_id);
CREATE TRIGGER mails_scope BEFORE INSERT ON mails FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON mails
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));
