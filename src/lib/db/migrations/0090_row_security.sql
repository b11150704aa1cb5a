-- What a company's connections may see is decided by the database too: they run as a role that owns nothing, and every
-- row of a tenant is hidden from it unless `app.company_id` names that tenant. Without a company they see nothing.
-- Later tables that carry a company do the same for themselves: `SELECT protect_tenant('table', 'column')`.
DO $$
BEGIN
  CREATE ROLE launchbook_app NOLOGIN;
EXCEPTION
  -- Roles are shared by the databases of a server: another one has made it, perhaps this instant.
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'launchbook_app') THEN
      RAISE EXCEPTION 'The user of DATABASE_URL may not create roles. As an administrator of the server run once: CREATE ROLE launchbook_app NOLOGIN; GRANT launchbook_app TO %;', current_user;
    END IF;
END $$;

DO $$
BEGIN
  -- Superusers may be any role; for others the owner has to be a member.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AND NOT pg_has_role(current_user, 'launchbook_app', 'MEMBER') THEN
    GRANT launchbook_app TO CURRENT_USER;
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO launchbook_app', current_schema());
END $$;

CREATE FUNCTION current_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.company_id', true), '')::uuid
$$;

CREATE FUNCTION protect_tenant(tenant_table text, company_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format(
    'CREATE POLICY own_company ON %I TO launchbook_app USING (%I = current_company()) WITH CHECK (%I = current_company())',
    tenant_table, company_column, company_column);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO launchbook_app', tenant_table);
  -- Nothing that is only ever added to may be changed by the role at all, trigger or not.
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = tenant_table::regclass AND tgname = tenant_table || '_append_only') THEN
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM launchbook_app', tenant_table);
  END IF;
END $$;

DO $$
DECLARE
  it record;
BEGIN
  FOR it IN
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.column_name IN ('company_id', 'scope_id')
    ORDER BY 1
  LOOP
    PERFORM protect_tenant(it.table_name, it.column_name);
  END LOOP;
  PERFORM protect_tenant('companies', 'id');
  REVOKE INSERT, DELETE ON companies FROM launchbook_app;
  REVOKE INSERT, UPDATE, DELETE ON company_hosts FROM launchbook_app;
END $$;

-- Under row security an index may only be searched by operators that are known to keep what they compare to themselves.
-- LIKE does (its one error speaks of the pattern alone) but is not marked so; without the mark a search of names reads
-- the whole company. Only a superuser may set it; docs/operations.md says what to ask for where we are none.
DO $$
BEGIN
  ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
  ALTER FUNCTION pg_catalog.texticlike(text, text) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'LIKE could not be marked leakproof: searches in large companies will be slower';
END $$;
