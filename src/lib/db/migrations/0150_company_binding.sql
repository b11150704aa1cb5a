-- A connection of a company proves which company it is bound to: the id in `app.company_binding` counts only with a MAC under
-- a key that the role of these connections cannot read. SQL on such a connection cannot bind it to another company
-- (docs/decisions/0194).
CREATE TABLE company_binding_key (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  key bytea NOT NULL CHECK (length(key) = 32)
);
INSERT INTO company_binding_key (key)
VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- 36 characters of the id and 64 of the MAC. The key has a fixed length, so SHA-256 over key, id and key is a MAC. All names are
-- qualified, because setting the search path for the function would take longer than the function.
DO $$
BEGIN
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION current_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER AS $function$
      SELECT pg_catalog.left(b.binding, 36)::pg_catalog.uuid
      FROM %I.company_binding_key k,
        (SELECT nullif(pg_catalog.current_setting('app.company_binding', true), '')) AS b (binding)
      WHERE pg_catalog.encode(pg_catalog.sha256(k.key
          OPERATOR(pg_catalog.||) pg_catalog.uuid_send(pg_catalog.left(b.binding, 36)::pg_catalog.uuid)
          OPERATOR(pg_catalog.||) k.key), 'hex') OPERATOR(pg_catalog.=) pg_catalog.right(b.binding, 64)
    $function$ $body$, current_schema());
END $$;

-- In a subquery the function runs once a statement, not once a row.
CREATE OR REPLACE FUNCTION protect_tenant(tenant_table text, company_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format(
    'CREATE POLICY own_company ON %I TO launchbook_app USING (%I = (SELECT current_company())) WITH CHECK (%I = (SELECT current_company()))',
    tenant_table, company_column, company_column);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO launchbook_app', tenant_table);
  -- Nothing that is only ever added to may be changed by the role at all, trigger or not.
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = tenant_table::regclass AND tgname = tenant_table || '_append_only') THEN
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM launchbook_app', tenant_table);
  END IF;
END $$;

DO $$
DECLARE
  tenant record;
BEGIN
  FOR tenant IN
    SELECT p.tablename AS name, CASE p.tablename WHEN 'companies' THEN 'id' ELSE c.column_name END AS company_column
    FROM pg_policies p LEFT JOIN information_schema.columns c
      ON c.table_schema = p.schemaname AND c.table_name = p.tablename AND c.column_name IN ('company_id', 'scope_id')
    WHERE p.schemaname = current_schema() AND p.policyname = 'own_company'
  LOOP
    EXECUTE format(
      'ALTER POLICY own_company ON %I USING (%I = (SELECT current_company())) WITH CHECK (%I = (SELECT current_company()))',
      tenant.name, tenant.company_column, tenant.company_column);
  END LOOP;
END $$;
