#!/bin/sh
# The image of PostgreSQL runs this once, on a new volume. The program's user owns its database and may create the role of its
# companies' connections; it is no superuser. The superuser has no password afterwards, so it signs in only inside the container.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE launchbook LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE launchbook OWNER launchbook;
\connect launchbook
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;
DO $close$
DECLARE
  routine regprocedure;
BEGIN
  FOR routine IN SELECT p.oid FROM pg_proc p, LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
  AND (p.proname IN ('pg_terminate_backend', 'pg_cancel_backend', 'pg_notify') OR p.proname ~ '^pg_(try_)?advisory_') AND a.grantee = 0
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, 'launchbook');
  END LOOP;
END $close$;
ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
ALTER FUNCTION pg_catalog.texticlike(text, text) LEAKPROOF;
ALTER ROLE postgres PASSWORD NULL;
SQL
