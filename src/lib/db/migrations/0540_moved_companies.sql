-- A company that has left for another cluster, or has arrived and is not open yet (docs/decisions/0540). Its rows stay as they are.
ALTER TABLE companies ADD COLUMN moved_at timestamptz;

-- The same companies, where each statement of a company's connection reads the key anyway. Whoever moves a company changes both.
ALTER TABLE company_binding_key ADD COLUMN moved uuid[] NOT NULL DEFAULT '{}';

-- As in migration 0172. For a company that has moved it fails, so that a request which began before can't read or write any more. The
-- program answers errors of class 57P as an unavailable database.
DO $$
BEGIN
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION current_company() RETURNS pg_catalog.uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $function$
      DECLARE
        binding pg_catalog.text := pg_catalog.current_setting('app.company_binding', true);
        company pg_catalog.uuid;
        secret pg_catalog.bytea;
        gone pg_catalog.uuid[];
      BEGIN
        IF binding IS NULL OR binding OPERATOR(pg_catalog.=) '' THEN
          RETURN NULL;
        END IF;
        company := pg_catalog.left(binding, 36)::pg_catalog.uuid;
        SELECT k.key, k.moved INTO secret, gone FROM %I.company_binding_key k;
        IF pg_catalog.encode(pg_catalog.sha256(secret
            OPERATOR(pg_catalog.||) pg_catalog.uuid_send(company)
            OPERATOR(pg_catalog.||) secret), 'hex') OPERATOR(pg_catalog.=) pg_catalog.right(binding, 64) THEN
          IF company OPERATOR(pg_catalog.=) ANY (gone) THEN
            RAISE EXCEPTION 'this company has moved to another cluster' USING ERRCODE = '57PMV';
          END IF;
          RETURN company;
        END IF;
        RETURN NULL;
      END
    $function$ $body$, current_schema());
END $$;
