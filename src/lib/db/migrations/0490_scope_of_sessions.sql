-- Rows of super admins lie among those of companies. `scope_id` says where a row belongs: the company, or the nil uuid for the platform.
-- It is part of every key, so that companies can be divided over several databases (docs/decisions/0490). The id or the secret comes
-- first: it alone finds the row. Each table is rewritten once, with all its rows filled.

-- For programs of the version before, which do not know the column. The next version drops it.
CREATE FUNCTION fill_scope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.scope_id := coalesce(NEW.company_id, '00000000-0000-0000-0000-000000000000');
  RETURN NEW;
END $$;

ALTER TABLE sessions ADD COLUMN scope_id uuid;
ALTER TABLE sessions
  ALTER COLUMN scope_id TYPE uuid USING coalesce(company_id, '00000000-0000-0000-0000-000000000000'),
  ALTER COLUMN scope_id SET NOT NULL,
  ADD CONSTRAINT sessions_scope_id_check CHECK (scope_id = coalesce(company_id, '00000000-0000-0000-0000-000000000000')),
  DROP CONSTRAINT sessions_pkey, ADD CONSTRAINT sessions_pkey PRIMARY KEY (id, scope_id),
  DROP CONSTRAINT sessions_cookie_hash_key, ADD CONSTRAINT sessions_cookie_hash_key UNIQUE (cookie_hash, scope_id),
  DROP CONSTRAINT sessions_token_hash_key, ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash, scope_id),
  DROP CONSTRAINT sessions_user_id_fkey,
  ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (scope_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE;
CREATE TRIGGER sessions_scope BEFORE INSERT ON sessions FOR EACH ROW WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION fill_scope();
ALTER POLICY own_company ON sessions
  USING (scope_id = (SELECT current_company())) WITH CHECK (scope_id = (SELECT current_company()));
