-- Every policy calls this function once for each table of a statement, 34 times in an approval. In PL/pgSQL the call takes 60 %
-- of the time. The check is that of migration 0150, and all names are qualified as there, types included.
DO $$
BEGIN
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION current_company() RETURNS pg_catalog.uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $function$
      DECLARE
        binding pg_catalog.text := pg_catalog.current_setting('app.company_binding', true);
        company pg_catalog.uuid;
        secret pg_catalog.bytea;
      BEGIN
        IF binding IS NULL OR binding OPERATOR(pg_catalog.=) '' THEN
          RETURN NULL;
        END IF;
        company := pg_catalog.left(binding, 36)::pg_catalog.uuid;
        SELECT k.key INTO secret FROM %I.company_binding_key k;
        IF pg_catalog.encode(pg_catalog.sha256(secret
            OPERATOR(pg_catalog.||) pg_catalog.uuid_send(company)
            OPERATOR(pg_catalog.||) secret), 'hex') OPERATOR(pg_catalog.=) pg_catalog.right(binding, 64) THEN
          RETURN company;
        END IF;
        RETURN NULL;
      END
    $function$ $body$, current_schema());
END $$;
