#!/bin/sh
# Patroni runs this once, on the first primary, with the superuser's connection as argument: copy to /etc/patroni/bootstrap.sh, mode 0755.
# The program's user owns its database and may create the role of its companies' connections; it is no superuser.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$LAUNCHBOOK_PASSWORD" --set pooler="$PGBOUNCER_PASSWORD" "$1" <<'SQL'
CREATE ROLE launchbook LOGIN CREATEROLE PASSWORD :'password';
CREATE ROLE pgbouncer LOGIN PASSWORD :'pooler';
CREATE DATABASE launchbook OWNER launchbook;
-- The program asks for these limits when it connects, and PgBouncer does not pass them on.
ALTER DATABASE launchbook SET statement_timeout = '30s';
ALTER DATABASE launchbook SET idle_in_transaction_session_timeout = '30s';
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
-- The name of the role of companies' connections depends on APP_SECRET: PgBouncer asks for the verifiers of the program's roles.
CREATE SCHEMA pgbouncer;
CREATE FUNCTION pgbouncer.verifier_of(wanted text) RETURNS TABLE (role_name text, verifier text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT rolname::text, rolpassword FROM pg_authid
      WHERE rolname = wanted AND rolname ~ '^launchbook(_[0-9a-f]{12})?$' AND rolcanlogin
  $$;
REVOKE ALL ON FUNCTION pgbouncer.verifier_of(text) FROM PUBLIC;
GRANT USAGE ON SCHEMA pgbouncer TO pgbouncer;
GRANT EXECUTE ON FUNCTION pgbouncer.verifier_of(text) TO pgbouncer;
SQL
